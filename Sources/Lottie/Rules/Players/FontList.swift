/// The fonts that a file lists.
struct FontList {
  /// The family of each font, by the name that texts use.
  private(set) var families: [[UInt8]: [UInt8]] = [:]

  init(_ animation: Animation) {
    for font in Self.nodes(animation) {
      guard let name = animation.member("fName", of: font).flatMap(animation.json.string) else {
        continue
      }
      families[name] = animation.member("fFamily", of: font).flatMap(animation.json.string) ?? name
    }
  }

  /// The entries of the list, in order.
  static func nodes(_ animation: Animation) -> JSONElements {
    let list = animation.member("fonts", of: .root).flatMap { animation.member("list", of: $0) }
    // The outermost value is an object, which has no elements.
    return animation.json.elements(of: list ?? .root)
  }
}
