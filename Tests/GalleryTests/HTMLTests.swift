import GiftDomain
import Support
import Testing

@testable import Gallery

struct HTMLTests {
  /// Pieces of markup from which texts are put together.
  private static let pieces = [
    "<", ">", "&", "\"", "'", "]]>", "<!--", "-->", "</script>", "<script>", "&lt;", "&#0;", "=",
    "\u{0}", "\u{8}", "\u{85}", "\u{FFFE}", "é", "👩‍🚀", "‮", "\u{200F}", "ا", "\n", "\t", "a", " ",
  ]

  private static func texts() -> [String] {
    var random = SplitMix64(seed: 18)
    return (0..<500).map { _ in
      (0..<Int.random(in: 1...12, using: &random))
        .map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
    }
  }

  /// What a text is once a page has it: what plays tricks is written as a number.
  private static func kept(_ text: String) -> String {
    VisibleText.escaped(text, keeping: ["\n", "\t"])
  }

  @Test(arguments: [
    ("\u{202E}esoR", "\\u{202e}esoR"), ("a\u{85}b", "a\\u{85}b"), ("\u{FFFE}", "\\u{fffe}"),
    ("Ro\u{200B}se", "Ro\\u{200b}se"), ("👩‍🚀", "👩‍🚀"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
  ])
  func `text that hides or reorders is shown as numbers`(text: String, shown: String) {
    #expect(HTML(.p, .title(text)) { text }.source == "<p title=\"\(shown)\">\(shown)</p>")
  }

  @Test func `every text is shown as it is, and never becomes markup`() throws {
    for text in Self.texts() {
      let page = try ParsedPage(HTML(.p) { text })
      #expect(page.parts.map(\.name) == ["p"])
      #expect(page.parts[0].text == Self.kept(text))
    }
  }

  @Test func `every text is an attribute's whole value`() throws {
    for text in Self.texts() {
      let page = try ParsedPage(HTML(.p, .title(text), .alternative(text), .value(text)))
      // A parser turns white space in a value into blanks (XML 1.0 §3.3.3).
      let value = Self.kept(text).replacing("\n", with: " ").replacing("\t", with: " ")
      #expect(page.parts[0].attributes == ["title": value, "alt": value, "value": value])
    }
  }

  @Test func `text among elements is escaped by the builder`() {
    let html = HTML(.div) {
      "<b>"
      HTML(.em) { "&" }
      if true { "\"" }
      for sign in ["'", ">"] { HTML(.dd) { sign } }
    }
    #expect(
      html.source
        == "<div>&lt;b&gt;<em>&amp;</em>&quot;<dd>&#39;</dd><dd>&gt;</dd></div>")
  }
}
