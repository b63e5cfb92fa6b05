import GiftDomain
import Testing

struct VisibleTextTests {
  @Test(arguments: GiftNameTests.good)
  func `text that is a good name is shown as it is`(text: String) {
    #expect(Array(VisibleText.escaped(text).utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    ("\u{9B}31m", "\\u{9b}31m", "\\u009b31m"), ("\u{7F}", "\\u{7f}", "\\u007f"),
    ("a\u{202E}b", "a\\u{202e}b", "a\\u202eb"), ("a\u{200B}b", "a\\u{200b}b", "a\\u200bb"),
    ("a\u{E0067}", "a\\u{e0067}", "a\\udb40\\udc67"), ("\u{FEFF}", "\\u{feff}", "\\ufeff"),
  ])
  func `text that plays tricks is shown as numbers`(text: String, braces: String, json: String) {
    #expect(VisibleText.escaped(text) == braces)
    #expect(VisibleText.escaped(text, as: .json) == json)
  }

  /// Every scalar alone, so that a new version of Unicode is looked at.
  @Test func `no scalar that shows nothing is shown as it is`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let category = scalar.properties.generalCategory
      let isShown = VisibleText.escaped("a\(scalar)b").unicodeScalars.contains(scalar)
      if scalar.properties.isDefaultIgnorableCodePoint {
        // Alone, marks of direction stand between two letters.
        #expect(isShown == [0x200E, 0x200F, 0x61C].contains(value), "\(String(value, radix: 16))")
      } else if [.control, .format, .lineSeparator, .privateUse, .unassigned].contains(category) {
        #expect(!isShown, "\(String(value, radix: 16))")
      }
    }
  }

  @Test func `scalars that are kept stay`() {
    #expect(VisibleText.escaped("a\n\tb\u{1B}", keeping: ["\n", "\t"]) == "a\n\tb\\u{1b}")
  }
}
