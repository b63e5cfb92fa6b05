import Testing

@testable import GiftKit

struct TokenTests {
  @Test(arguments: [
    "4-9f3a61c2d0b1-1795258074343499", "0-000000000000-0", "7-9f3a61c2d0b1-5~0123456789ab",
    "18446744073709551615-ffffffffffff-18446744073709551615",
  ])
  func `a token is sent as it came`(text: String) throws {
    #expect(try #require(CatalogueToken(text)).description == text)
  }

  @Test(arguments: [
    "", "4", "4-9f3a61c2d0b1", "4-9f3a61c2d0b1-", "-9f3a61c2d0b1-1", "4-9F3A61C2D0B1-1",
    "4-9f3a61c2d0b-1", "04-9f3a61c2d0b1-1", "4-9f3a61c2d0b1-1~", "4-9f3a61c2d0b1-1~zz",
    "4-9f3a61c2d0b1-1-2", "+4-9f3a61c2d0b1-1", "18446744073709551616-9f3a61c2d0b1-1",
    "4-9f3a61c2d0b1-1&told=5", "4-9f3a61c2d0b1-1\n", "../../etc/passwd",
    "4-9f3a61c2d0b1-1~0123456789ab~0123456789ab", "٤-9f3a61c2d0b1-1",
  ])
  func `other text is not a token`(text: String) {
    #expect(CatalogueToken(text) == nil)
  }

  @Test(arguments: [
    ("5-aaaaaaaaaaaa-1", "4-aaaaaaaaaaaa-9", true), ("10-aaaaaaaaaaaa-1", "9-aaaaaaaaaaaa-1", true),
    ("4-aaaaaaaaaaaa-10", "4-aaaaaaaaaaaa-9", true),
    ("4-aaaaaaaaaaaa-9", "4-aaaaaaaaaaaa-9", false),
    ("4-aaaaaaaaaaaa-8", "4-aaaaaaaaaaaa-9", false),
    ("3-bbbbbbbbbbbb-99", "4-aaaaaaaaaaaa-9", false),
    ("4-bbbbbbbbbbbb-10", "4-aaaaaaaaaaaa-9", true),
  ])
  func `the number of the change decides, then the boundary`(
    left: String, right: String, isNewer: Bool
  ) throws {
    let left = try #require(CatalogueToken(left))
    #expect(left.isNewer(than: try #require(CatalogueToken(right))) == isNewer)
  }
}
