extension Animation {
  func textBoxes(_ findings: inout FindingSink) {
    let boxes = layers.filter { $0.type == .text }.flatMap(documents).compactMap { document in
      member("sz", of: document).flatMap(json.firstElement).map { (document, width: $0) }
    }
    guard !boxes.isEmpty else { return }
    let letters = LetterWidths(self)
    for (document, width) in boxes {
      // JavaScript takes null and an empty list for 0.
      let box = json.double(of: width) ?? 0
      guard letters.widest(of: document, self) > box else { continue }
      findings.add(
        .textBox, at: width,
        "A letter does not fit into the text's box of \(SafeText.shown(box)) pixels")
    }
  }
}

/// How wide letters are, as lottie-web measures them before it breaks lines.
struct LetterWidths {
  /// A list of glyphs or of fonts calls a font by these.
  private struct Font: Hashable {
    let family: [UInt8]
    let style: [UInt8]
  }

  /// For a size of 100; nil if the file has no glyphs, and the device measures its own font.
  private var widths: [Font: [Character: Double]]?
  private var fonts: [[UInt8]: Font] = [:]

  init(_ animation: Animation) {
    let json = animation.json
    func font(_ node: NodeID, _ style: JSONKey) -> Font? {
      guard let family = json.member("fFamily", of: node).flatMap(json.string),
        let style = json.member(style, of: node).flatMap(json.string)
      else { return nil }
      return Font(family: family, style: style)
    }
    for node in json.elements(of: animation.fontList ?? .root) {
      guard let name = json.member("fName", of: node).flatMap(json.string) else { continue }
      fonts[name] = font(node, "fStyle")
    }
    guard let glyphs = json.member("chars", of: .root) else { return }
    var widths: [Font: [Character: Double]] = [:]
    for glyph in json.elements(of: glyphs) {
      guard let letter = json.member("ch", of: glyph).flatMap(json.text)?.first,
        let font = font(glyph, "style"), let width = json.number("w", of: glyph)
      else { continue }
      widths[font, default: [:]][letter] = width
    }
    self.widths = widths
  }

  /// Whether the file has a glyph for each character of a text.
  func hasAll(of document: NodeID, _ animation: Animation) -> Bool {
    guard let text = animation.member("t", of: document).flatMap(animation.json.text),
      let name = animation.member("f", of: document).flatMap(animation.json.string),
      let font = fonts[name], let known = widths?[font]
    else { return false }
    return text.allSatisfy { known[$0] != nil }
  }

  /// The width of the widest letter of a text in pixels; if only the device knows, more than 0.
  func widest(of document: NodeID, _ animation: Animation) -> Double {
    guard let text = animation.member("t", of: document).flatMap(animation.json.text) else {
      return 0
    }
    // Bodymovin writes U+0003 for a line break within a paragraph.
    let letters = text.filter { !$0.isNewline && $0 != " " && $0 != "\u{3}" }
    guard let widths else { return letters.isEmpty ? 0 : .leastNonzeroMagnitude }
    guard let name = animation.member("f", of: document).flatMap(animation.json.string),
      let size = animation.number("s", of: document), let font = fonts[name]
    else { return 0 }
    let known = widths[font] ?? [:]
    return letters.compactMap { known[$0] }.max().map { $0 * size / 100 } ?? 0
  }
}
