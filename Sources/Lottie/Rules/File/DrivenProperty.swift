/// What an expression drives: a property, and the part of the animation that has it.
package struct DrivenProperty: Sendable, Hashable {
  /// A part of an animation that has properties.
  package enum Owner: String, Sendable {
    case layer, shape, effect, mask, text
  }

  package let owner: Owner
  /// The property's name, as After Effects has it; "property" if the format does not know it.
  package let name: String

  /// The property in which an expression with that pointer is; nil if the format has none there.
  /// `type` is the type of the shape, if it is in one.
  init?(_ pointer: String, in type: ShapeType?) {
    var way = pointer.utf8.split(separator: ASCII.slash).map(Substring.init)[...]
    guard way.popLast() == "x", var member = way.popLast() else { return nil }
    // The coordinates of a position may have expressions of their own.
    if ["x", "y", "z"].contains(member), way.last == "p" { member = way.removeLast() }
    guard let place = way.last(where: { Self.owners[$0] != nil }), let owner = Self.owners[place]
    else {
      guard member == "tm" else { return nil }
      self.init(owner: .layer, name: "time")
      return
    }
    self.init(owner: owner, name: Self.name(of: member, at: way, place, type) ?? "property")
  }

  private init(owner: Owner, name: String) {
    self.owner = owner
    self.name = name
  }

  /// The name of a member at the end of a way; `place` is the last of its parts that has an owner.
  private static func name(
    of member: Substring, at way: ArraySlice<Substring>, _ place: Substring, _ type: ShapeType?
  ) -> String? {
    if place == "ks" || way.last == "tr" { return ofTransforms[member] }
    guard let type, place == "shapes" || place == "it" else { return ofParts[member] }
    if way.contains("d") { return "dashes" }
    if way.last == "g" { return "colours" }
    return type == .transform ? ofTransforms[member] : ofShapes[type]?[member] ?? ofParts[member]
  }

  private static let owners: [Substring: Owner] = [
    "ks": .layer, "shapes": .shape, "it": .shape, "ef": .effect, "masksProperties": .mask,
    "t": .text,
  ]
  private static let ofTransforms: [Substring: String] = [
    "a": "anchor point", "p": "position", "s": "scale", "r": "rotation", "rx": "rotation",
    "ry": "rotation", "rz": "rotation", "or": "orientation", "o": "opacity", "sk": "skew",
    "sa": "skew axis", "so": "start opacity", "eo": "end opacity",
  ]
  private static let ofShapes: [ShapeType: [Substring: String]] = [
    .rectangle: ["s": "size", "r": "roundness"], .ellipse: ["s": "size"],
    .star: [
      "or": "outer radius", "ir": "inner radius", "os": "outer roundness", "is": "inner roundness",
      "r": "rotation", "pt": "points",
    ],
    .gradientFill: ofGradients, .gradientStroke: ofGradients, .stroke: ["ml2": "miter limit"],
    .trim: ["s": "start", "e": "end", "o": "offset"],
    .repeater: ["c": "copies", "o": "offset"], .roundedCorners: ["r": "radius"],
    .offset: ["a": "amount", "ml": "miter limit"], .puckerBloat: ["a": "amount"],
    .twist: ["a": "angle", "c": "centre"], .zigZag: ["s": "size", "r": "ridges", "pt": "points"],
  ]
  private static let ofGradients: [Substring: String] = [
    "s": "start point", "e": "end point", "h": "highlight length", "a": "highlight angle",
    "ml2": "miter limit",
  ]
  private static let ofParts: [Substring: String] = [
    "c": "colour", "p": "position", "w": "width", "ks": "path", "pt": "path", "v": "value",
    "d": "text", "o": "opacity", "x": "expansion",
  ]
}

/// What the first expressions of an animation drive, at most `mostRead` of them.
package struct ExpressionSummary: Sendable, Hashable {
  /// Pointers to more would take longer than the rest of a check.
  package static let mostRead = 1_000

  /// All expressions.
  package let count: Int
  /// Those that only repeat a property's keyframes.
  package private(set) var loopCount = 0
  /// How often others drive a property.
  package private(set) var driven: [DrivenProperty: Int] = [:]
  /// Those that drive something else than a property of such a part.
  package private(set) var otherCount = 0

  init(_ animation: Animation) {
    count = animation.survey.expressions.count
    var pointers = JSONPointerWalk(document: animation.json)
    for node in animation.survey.expressions.prefix(Self.mostRead) {
      if animation.json.slice(of: node).map({ LoopExpression($0) != nil }) == true {
        loopCount += 1
      } else if let property = pointers.drivenProperty(of: node) {
        driven[property, default: 0] += 1
      } else {
        otherCount += 1
      }
    }
  }
}

extension JSONPointerWalk {
  /// What an expression drives, or nil; nodes must not descend from call to call.
  mutating func drivenProperty(of expression: NodeID) -> DrivenProperty? {
    DrivenProperty(pointer(to: expression), in: nearestType().flatMap(document.shapeType))
  }
}
