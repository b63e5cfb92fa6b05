/// The characters for which a file has outlines.
struct GlyphList {
  /// By family.
  private var characters: [[UInt8]: Set<Character>] = [:]

  init(_ animation: Animation) {
    let json = animation.json
    guard let list = json.member("chars", of: .root) else { return }
    for glyph in json.elements(of: list) {
      guard let character = json.member("ch", of: glyph).flatMap(json.text)?.first,
        let family = json.member("fFamily", of: glyph).flatMap(json.string)
      else { continue }
      characters[family, default: []].insert(character)
    }
  }

  /// The first visible character of a text without a glyph; nil if the file has no glyphs at all.
  func firstMissing(of text: [UInt8], in family: [UInt8]) -> Character? {
    guard !characters.isEmpty else { return nil }
    let known = characters[family] ?? []
    return String(decoding: text, as: UTF8.self).first { character in
      !known.contains(character) && !character.isWhitespace
        // Bodymovin writes U+0003 for a line break within a paragraph.
        && !character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
    }
  }
}
