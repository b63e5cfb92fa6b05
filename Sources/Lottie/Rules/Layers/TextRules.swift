extension Rule {
  static let textFonts = Rule(
    "text.fonts", breaks: .gift,
    reason: "Players that look up a font in a missing list crash.",
    remedy: "export with the font list, or convert text layers to shapes",
    source: "thorvg/thorvg#3930; lottie-react-native#961")
  static let textFontMissing = Rule(
    "text.font-missing", disturbs: .gift, reason: "Players draw another font, or nothing.",
    remedy: "add the font to \"fonts\", or convert text layers to shapes",
    source: "lottie-react-native#961")
  static let textFontIncomplete = Rule(
    "text.font-incomplete", breaks: [.ios, .web], disturbs: .android,
    reason: "lottie-ios refuses a font without a name, family and style, and lottie-web throws.",
    remedy: "export it again with Bodymovin, or convert text layers to shapes",
    source: "lottie-ios, Font; lottie-web, FontManager; lottie-spec 1.0.1 does not know fonts")
  static let textGlyph = Rule(
    "text.glyph-missing", disturbs: [.android, .web],
    reason: "Players that draw the file's own glyphs omit the character.",
    remedy: "export the glyphs again with the intended text",
    source: "lottie-web, FontManager; lottie-android, TextLayer")
  static let textBoxNumbers = Rule(
    "text.box-numbers", breaks: .android,
    reason: "lottie-android reads two numbers of a text's box, and throws at a third.",
    remedy: "give \"ps\" and \"sz\" two numbers each",
    source: "lottie-android 6.7.1, DocumentDataParser")
  static let glyphEmpty = Rule(
    "text.glyph-empty", breaks: .android,
    reason: "lottie-android reads the first character of a glyph, and throws if there is none.",
    remedy: "remove the glyph",
    source: "lottie-android 6.7.1, FontCharacterParser: charAt(0)")
  static let glyphShape = Rule(
    "text.glyph-shape", breaks: [.web, .android],
    reason: "lottie-web and lottie-android expect groups in a glyph, and throw at anything else.",
    remedy: "put the paths of each glyph into a group",
    source: "lottie-web 5.12.2, DataManager.completeChars; lottie-android, FontCharacterParser")
  static let markup = Rule(
    "code.markup", disturbs: .web,
    reason: "A page that shows the text as HTML runs scripts in it.",
    remedy: "remove the tags from the text",
    source: "OWASP, cross-site scripting")
  static let remoteFont = Rule(
    "code.remote-font", breaks: .web,
    reason: "lottie-web fetches the font, or a style sheet, from that address for every viewer.",
    remedy: "embed glyphs (Bodymovin: \"Glyphs\"), or convert text layers to shapes",
    source: "lottie-web, FontManager")
}

extension Animation {
  func texts(_ findings: inout FindingSink) {
    guard layers.contains(where: { $0.type == .text }) else { return }
    let families = fontFamilies()
    let glyphs = GlyphList(self)
    for layer in layers where layer.type == .text {
      if families.isEmpty {
        findings.add(.textFonts, at: layer.node, "A text layer is in a file without fonts")
      }
      for document in documents(of: layer) { check(document, families, glyphs, &findings) }
    }
  }

  /// The family of each font that the file lists, by the name that texts use.
  private func fontFamilies() -> [[UInt8]: [UInt8]] {
    var families: [[UInt8]: [UInt8]] = [:]
    for font in listedFonts {
      guard let name = member("fName", of: font).flatMap(json.string) else { continue }
      families[name] = member("fFamily", of: font).flatMap(json.string) ?? name
    }
    return families
  }

  /// A missing list is represented by the root: it is an object, and has no elements.
  private var listedFonts: JSONElements { json.elements(of: fontList ?? .root) }

  /// The texts of a layer, one per keyframe.
  func documents(of layer: Layer) -> [NodeID] {
    guard let text = layer.members.text, let document = member("d", of: text),
      let keyframes = member("k", of: document)
    else { return [] }
    return json.elements(of: keyframes).compactMap { member("s", of: $0) }
  }

  /// Checks one text: its font, its characters, its tags.
  private func check(
    _ document: NodeID, _ families: [[UInt8]: [UInt8]], _ glyphs: GlyphList,
    _ findings: inout FindingSink
  ) {
    let font = member("f", of: document)
    let family = font.flatMap(json.string).flatMap { families[$0] }
    if let font, family == nil, !families.isEmpty {
      findings.add(.textFontMissing, at: font, "\(quoted(font)) is not among the file's fonts")
    }
    for key: JSONKey in ["sz", "ps"] {
      guard let pair = member(key, of: document), json.count(of: pair) > 2 else { continue }
      findings.add(.textBoxNumbers, at: pair, "The text's box has more than two numbers")
    }
    guard let node = member("t", of: document), let text = json.string(of: node) else { return }
    if Self.isTagged(text) {
      findings.add(.markup, at: node, "The text \(quoted(node)) holds a tag")
    }
    guard let family, let missing = glyphs.firstMissing(of: text, in: family) else { return }
    findings.add(
      .textGlyph, at: node, "There is no glyph for \(SafeText.quoted(String(missing).utf8))")
  }

  /// Whether a browser would read part of the text as a tag: `<` and a letter, `/`, `!` or `?`
  /// (HTML standard, 13.2.5.6, tag open state).
  private static func isTagged(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { first, second in
      first == UInt8(ascii: "<") && (ASCII.isLetter(second) || "/!?".utf8.contains(second))
    }
  }

  func glyphs(_ findings: inout FindingSink) {
    guard let glyphs = member("chars", of: .root) else { return }
    for glyph in json.elements(of: glyphs) {
      if let character = member("ch", of: glyph), json.slice(of: character)?.isEmpty == true {
        findings.add(.glyphEmpty, at: character, "A glyph is for no character")
      }
      guard let list = member("data", of: glyph).flatMap({ member("shapes", of: $0) })
      else { continue }
      for shape in json.elements(of: list)
      where member("ty", of: shape).flatMap(json.shapeType) != .group {
        findings.add(.glyphShape, at: shape, "A shape of a glyph is not in a group")
      }
    }
  }

  func fonts(_ findings: inout FindingSink) {
    for font in listedFonts {
      let missing = ["fName", "fFamily", "fStyle"].first { name in
        member(JSONKey(name.utf8), of: font).flatMap(json.string) == nil
      }
      if let missing {
        findings.add(.textFontIncomplete, at: font, "A font has no \"\(missing)\"")
      }
      // Fonts of origin 0 are on the device, and a data URI contains the font itself.
      guard let path = member("fPath", of: font), let address = json.string(of: path),
        !address.isEmpty, !DataURI.isDataURI(address), number("origin", of: font) != 0
      else { continue }
      findings.add(.remoteFont, at: path, "The font is fetched from \(quoted(path))")
    }
  }
}
