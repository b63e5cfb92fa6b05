/// What an expression drives, as a message names it.
struct DrivenProperty: CustomStringConvertible {
  let description: String

  /// The property in which an expression with that pointer is; nil if the format has none there.
  init?(_ pointer: String) {
    var way = pointer.utf8.split(separator: ASCII.slash).map(Substring.init)[...]
    guard way.popLast() == "x", var name = way.popLast() else { return nil }
    // The coordinates of a position may have expressions of their own.
    if ["x", "y", "z"].contains(name), let whole = way.popLast() { name = whole }
    guard let place = way.last(where: { Self.owners[$0] != nil }), let owner = Self.owners[place]
    else {
      guard name == "tm" else { return nil }
      description = "the layer's time"
      return
    }
    let known = place == "ks" || way.last == "tr" ? Self.ofTransforms : Self.ofParts
    description = "\(owner) \(known[name] ?? "\"\(name)\"")"
  }

  private static let owners: [Substring: String] = [
    "ks": "the layer's", "shapes": "a shape's", "it": "a shape's", "ef": "an effect's",
    "masksProperties": "a mask's", "t": "the text's",
  ]
  private static let ofTransforms: [Substring: String] = [
    "a": "anchor point", "p": "position", "s": "scale", "r": "rotation", "rx": "rotation",
    "ry": "rotation", "rz": "rotation", "or": "orientation", "o": "opacity", "sk": "skew",
    "sa": "skew",
  ]
  private static let ofParts: [Substring: String] = [
    "c": "colour", "p": "position", "w": "width", "ks": "path", "pt": "path", "v": "value",
    "d": "text",
  ]
}
