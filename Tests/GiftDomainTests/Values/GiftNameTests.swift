import GiftDomain
import Testing

struct GiftNameTests {
  private static let family = "👨‍👩‍👧‍👦"

  static let good = [
    "Rose", "R", "Crème brûlée", "e\u{301}clair", "وردة حمراء", "ورد\u{200E} 10", "玫瑰花", "バラ", "장미",
    "गुलाब", "می\u{200C}خواهم", "ক্ষ", "🌹", "❤️‍🔥", "👍🏽", family, "🇩🇪🇯🇵", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "½ € – “Rose”",
    "Robert'); DROP TABLE gift;--", "<b>&amp;</b>", "%s %n ${HOME}", "\\0 \\n", "Rose  2",
    String(repeating: "x", count: 80), String(repeating: "玫", count: 80),
    String(repeating: family, count: 25), "z" + String(repeating: "\u{30D}", count: 8),
    "👩🏽‍🚀", "🏳️‍🌈", "🏴‍☠️", "☎︎", "葛\u{E0100}", "ᠠ\u{180B}", "क्\u{200D}ष", "ক\u{9CD}\u{200C}ষ",
    "شهر\u{200F}،",
    "בְּרֵאשִׁ֖ית", "ที่นี่", "བསྒྲུབས",
  ]

  static let bad: KeyValuePairs = [
    "nothing": "", "a space": " ", "a space in front": " Rose", "a space behind": "Rose ",
    "a no-break space": "\u{A0}Rose", "an ideographic space": "Rose\u{3000}",
    "a line feed": "Ro\nse", "CR LF": "Ro\r\nse", "a tab": "Ro\tse", "NUL": "Ro\0se",
    "escape": "\u{1B}[31mRose", "delete": "Ro\u{7F}se", "a C1 control": "Ro\u{85}se",
    "a line separator": "Ro\u{2028}se", "a paragraph separator": "Ro\u{2029}se",
    "an embedding": "\u{202A}Rose\u{202C}", "an override": "\u{202E}esoR",
    "an isolate": "\u{2066}Rose\u{2069}", "a byte order mark": "\u{FEFF}Rose",
    "a zero-width space": "Ro\u{200B}se", "a word joiner": "Ro\u{2060}se",
    "a soft hyphen": "Ro\u{AD}se", "an interlinear anchor": "Ro\u{FFF9}se",
    "private use": "Ro\u{E000}se", "a noncharacter": "Ro\u{FFFF}se", "unassigned": "Ro\u{378}se",
    "a lone joiner": "\u{200D}", "a lone mark of direction": "\u{200E}",
    "a lone flag tag": "\u{E0067}", "a lone filler": "\u{3164}", "a lone selector": "\u{FE0F}",
    "81 characters": String(repeating: "x", count: 81),
    "10,000 characters": String(repeating: "x", count: 10_000),
    "10,000 families": String(repeating: family, count: 10_000),
    "26 families, above 640 bytes": String(repeating: family, count: 26),
    "nine marks on one letter": "z" + String(repeating: "\u{30D}", count: 9),
    "a mark on what stands before": "\u{301}Rose", "a blank of braille": "Ro\u{2800}se",
    "a filler of Hangul": "Rose\u{3164}", "a filler of half width": "Ro\u{FFA0}se",
    "a choseong filler": "Ro\u{115F}se", "a joiner in Latin": "Ro\u{200D}se",
    "a non-joiner in Latin": "Ro\u{200C}se", "a non-joiner in Chinese": "玫\u{200C}瑰",
    "a joiner after an emoji": "🌹\u{200D}", "a joiner before a letter": "🌹\u{200D}R",
    "two joiners": "می\u{200C}\u{200C}خواهم", "a joiner between digits and emoji": "1\u{200D}🌹",
    "a mark of direction in front": "\u{200E}Rose", "a mark of direction behind": "ورد\u{200F}",
    "two marks of direction": "ورد\u{200F}\u{200F} 10",
    "tags in Latin": "Rose\u{E0067}\u{E0062}\u{E007F}",
    "a message in tags": "🏴\u{E0068}\u{E0069}\u{E007F}",
    "an open flag": "🏴\u{E0067}\u{E0062}\u{E0065}",
    "a message in selectors": "🌹\u{FE0F}\u{FE0F}", "a selector in Latin": "Ro\u{FE0F}se",
    "a grapheme joiner": "Ro\u{34F}se", "a music sign without a shape": "Ro\u{1D173}se",
  ]

  @Test(arguments: good)
  func `a name in any script is kept as it was given`(text: String) throws {
    #expect(Array(try GiftName(text).text.utf8) == Array(text.utf8))
  }

  @Test(arguments: bad)
  func `a name that hides, reorders, breaks a line or goes on and on is refused`(
    fault: String, text: String
  ) {
    #expect(throws: DomainError.malformed(.giftName, text: text), "\(fault)") {
      try GiftName(text)
    }
  }

  @Test(arguments: ["ada", "ada@example.org", "build-7", "Ada Lovelace", "艾达"])
  func `an actor is one visible line, too`(text: String) throws {
    #expect(try Actor(text).text == text)
  }

  @Test(arguments: [
    "", " ", "ada\n", "\u{202E}ada", String(repeating: "a", count: 101), "ada❤️", "می\u{200C}خواهم",
    "👩‍🚀", "a\u{200E}da", "ada\u{3164}", "\u{2800}",
  ])
  func `an actor that is not is refused`(text: String) {
    #expect(throws: DomainError.malformed(.actor, text: text)) { try Actor(text) }
  }
}
