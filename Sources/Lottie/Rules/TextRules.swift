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
  static let textFontIncomplete = Rule(
    "text.font-incomplete", breaks: .ios, disturbs: [.android, .web], inGift: .warning,
    reason: "lottie-ios refuses a font without its name, family and style.",
    remedy: "export it again with Bodymovin, or turn the text into shapes",
    source: "lottie-ios, Font; lottie-spec 1.0.1 does not know fonts")
  static let textGlyph = Rule(
    "text.glyph-missing", disturbs: [.android, .web],
    reason: "Players that draw the file's own glyphs leave the character out.",
    remedy: "export the glyphs again with the text that is meant",
    source: "lottie-web, FontManager; lottie-android, TextLayer")
  static let markup = Rule(
    "code.markup", disturbs: .web,
    reason: "A page that shows the text as HTML runs what is in it.",
    remedy: "remove the tags from the text",
    source: "OWASP, cross-site scripting")
  static let remoteFont = Rule(
    "code.remote-font", disturbs: .web,
    reason: "lottie-web fetches the font, or a style sheet, from that address for every viewer.",
    remedy: "embed glyphs, or turn the text into shapes",
    source: "lottie-web, FontManager")
}

extension RuleFunction {
  static let text = [
    RuleFunction(.textFonts, .textFontMissing, .textGlyph, .markup, run: texts),
    RuleFunction(.textFontIncomplete, .remoteFont, run: fonts),
  ]

  private static func texts(_ animation: Animation, _ findings: inout FindingSink) {
    var fonts: FontList?
    var glyphs: GlyphList?
    for layer in animation.layers where layer.type == .text {
      let known = fonts ?? FontList(animation)
      fonts = known
      let drawn = glyphs ?? GlyphList(animation)
      glyphs = drawn
      if known.families.isEmpty {
        findings.add(.textFonts, at: layer.node, "A text layer stands in a file without fonts")
      }
      for document in documents(of: layer, animation) {
        check(document, known, drawn, animation, &findings)
      }
    }
  }

  /// Checks one text: its font, its characters, its tags.
  private static func check(
    _ document: NodeID, _ fonts: FontList, _ glyphs: GlyphList, _ animation: Animation,
    _ findings: inout FindingSink
  ) {
    let font = animation.member("f", of: document)
    let family = font.flatMap(animation.json.string).flatMap { fonts.families[$0] }
    if let font, family == nil, !fonts.families.isEmpty {
      findings.add(
        .textFontMissing, at: font, "\(animation.quoted(font)) is not among the file's fonts")
    }
    guard let node = animation.member("t", of: document),
      let text = animation.json.string(of: node)
    else { return }
    if Markup.isTagged(text) {
      findings.add(.markup, at: node, "The text \(animation.quoted(node)) holds a tag")
    }
    guard let family, let missing = glyphs.firstMissing(of: text, in: family) else { return }
    findings.add(
      .textGlyph, at: node, "There is no glyph for \(SafeText.quoted(String(missing).utf8))")
  }

  /// The texts of a layer, one a keyframe.
  private static func documents(of layer: Layer, _ animation: Animation) -> [NodeID] {
    guard
      let keyframes = layer.members.text
        .flatMap({ animation.member("d", of: $0) }).flatMap({ animation.member("k", of: $0) })
    else { return [] }
    return animation.json.elements(of: keyframes).compactMap { animation.member("s", of: $0) }
  }

  private static func fonts(_ animation: Animation, _ findings: inout FindingSink) {
    for font in FontList.nodes(animation) {
      let missing = required.first { key, _ in
        animation.member(key, of: font).flatMap(animation.json.string) == nil
      }
      if let missing {
        findings.add(.textFontIncomplete, at: font, "A font has no \"\(missing.name)\"")
      }
      guard let path = animation.member("fPath", of: font),
        let address = animation.json.string(of: path), isFetched(address, font, animation)
      else { continue }
      findings.add(.remoteFont, at: path, "The font is fetched from \(animation.quoted(path))")
    }
  }

  private static let required: [(key: JSONKey, name: String)] = [
    ("fName", "fName"), ("fFamily", "fFamily"), ("fStyle", "fStyle"),
  ]

  /// Fonts of origin 0 are those of the device, and a data URI holds the font itself.
  private static func isFetched(
    _ address: [UInt8], _ font: NodeID, _ animation: Animation
  ) -> Bool {
    guard !address.isEmpty, !DataURI.isDataURI(address) else { return false }
    return animation.number("origin", of: font) != 0
  }
}
