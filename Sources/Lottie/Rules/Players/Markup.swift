/// Tags in a text.
enum Markup {
  /// Whether a browser would read part of the text as a tag: `<` and a letter, `/`, `!` or `?`
  /// (HTML standard, 13.2.5.6, tag open state).
  static func isTagged(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { first, second in
      first == UInt8(ascii: "<") && opensTag(second)
    }
  }

  private static func opensTag(_ byte: UInt8) -> Bool {
    let small = byte | ASCII.smallLetterBit
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(small) || byte == ASCII.slash
      || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
  }
}
