extension Rule {
  static let textFonts = Rule(
    "text.fonts", breaks: .gift,
    reason: "Players that look a font up in a list that is missing crash.",
    remedy: "export with the font list, or turn the text into shapes",
    source: "thorvg/thorvg#3930; lottie-react-native#961")
  static let textFontMissing = Rule(
    "text.font-missing", disturbs: .gift, reason: "Players draw another font, or nothing.",
    remedy: "add the font to \"fonts\", or turn the text into shapes",
    source: "lottie-react-native#961")
}

extension RuleFunction {
  static let text = [RuleFunction(.textFonts, .textFontMissing, run: fonts)]

  private static func fonts(_ animation: Animation, _ findings: inout FindingSink) {
    let layers = animation.layers.filter { $0.type == .text }
    guard !layers.isEmpty else { return }
    let list = animation.member("fonts", of: .root).flatMap { animation.member("list", of: $0) }
    let fonts = list.map { Array(animation.json.elements(of: $0)) } ?? []
    let names = Set(
      fonts.compactMap { animation.member("fName", of: $0).flatMap(animation.json.string) })
    for layer in layers {
      guard !fonts.isEmpty else {
        findings.add(.textFonts, at: layer.node, "A text layer stands in a file without fonts")
        continue
      }
      for font in textFonts(of: layer, animation)
      where !(animation.json.string(of: font).map(names.contains) ?? false) {
        findings.add(
          .textFontMissing, at: font, "\(animation.quoted(font)) is not among the file's fonts")
      }
    }
  }

  /// The `f` members of a text layer's documents.
  private static func textFonts(of layer: Layer, _ animation: Animation) -> [NodeID] {
    guard
      let documents = layer.members.text
        .flatMap({ animation.member("d", of: $0) }).flatMap({ animation.member("k", of: $0) })
    else { return [] }
    return animation.json.elements(of: documents).compactMap { keyframe in
      animation.member("s", of: keyframe).flatMap { animation.member("f", of: $0) }
    }
  }
}
