import GiftDomain
import Testing

/// Gift ids, categories and tags share one grammar: `^[a-z0-9](-?[a-z0-9])*$`.
struct SlugTests {
  static let good = [
    "rose", "r2", "42", "a-b", "star-shower-2", "0-0-0", String(repeating: "a", count: 64),
  ]
  static let bad = [
    "", "-", "-rose", "rose-", "star--shower", "Rose", "ROSE", "ro se", " rose", "rose ", "ro_se",
    "ro.se", "ro/se", "../rose", "rosé", "ro\u{301}se", "玫瑰", "🌹", "rose\n", "rose\0", "rose%00",
    "r\u{2011}e", "ｒｏｓｅ", "'; DROP TABLE gift;--", String(repeating: "a", count: 65),
    String(repeating: "a-", count: 32), String(repeating: "a", count: 10_000),
  ]

  @Test(arguments: good)
  func `a slug is kept as it was given`(text: String) throws {
    #expect(try GiftID(text).text == text)
    #expect(try GiftID(text).description == text)
    #expect(try Category(text).text == text)
    #expect(try GiftDomain.Tag(text).text == text)
  }

  @Test(arguments: bad)
  func `anything else is refused with the text that was given`(text: String) {
    #expect(throws: DomainError.malformed(.giftID, text: text)) { try GiftID(text) }
    #expect(throws: DomainError.malformed(.category, text: text)) { try Category(text) }
    #expect(throws: DomainError.malformed(.tag, text: text)) { try GiftDomain.Tag(text) }
  }

  @Test func `one character is enough for a category and a tag, not for a gift`() throws {
    #expect(throws: DomainError.malformed(.giftID, text: "r")) { try GiftID("r") }
    #expect(try Category("r").text == "r")
    #expect(try GiftDomain.Tag("r").text == "r")
  }

  @Test func `gifts and tags are sorted by their letters`() throws {
    let sorted = ["10", "2", "a", "a-b", "a0", "aa", "b"]
    #expect(try sorted.reversed().map(GiftDomain.Tag.init).sorted().map(\.text) == sorted)
    #expect(try GiftID("heart") < GiftID("rose"))
  }

  @Test func `a gift without a category stands on the general shelf`() throws {
    #expect(try Category.general == Category("general"))
  }
}
