import GiftDomain
import Testing

struct CatalogueTokenTests {
  @Test(arguments: [
    "0-000000000000-0", "42-9f3a61c2d0b1-1796119200000000",
    "9223372036854775806-ffffffffffff-253402300799999999", "1-00000000000a--62135596800000000",
  ])
  func `a token is read as it is written`(text: String) throws {
    let token = try #require(CatalogueToken(text))
    #expect(token.description == text && token.question == nil)
    let other = try #require(CatalogueToken(text + "~0c2f8e5a71b4"))
    #expect(other.position == token.position && other.question?.text == "0c2f8e5a71b4")
    #expect(other.description == text + "~0c2f8e5a71b4")
  }

  @Test(arguments: [
    "", "-", "--", "1", "1-", "1-0", "-1", "1-9f3a61c2d0b1", "1-9f3a61c2d0b1-", "-9f3a61c2d0b1-0",
    "-1-9f3a61c2d0b1-0", "01-9f3a61c2d0b1-0", "1-9f3a61c2d0b1-00", "+1-9f3a61c2d0b1-0",
    "1-9f3a61c2d0b1-+1", " 1-9f3a61c2d0b1-0", "1-9f3a61c2d0b1-0 ", "1-9f3a61c2d0b1-0-0",
    "x-9f3a61c2d0b1-0", "1-9f3a61c2d0b1-x", "1-9f3a61c2d0b1-0x1", "1-9f3a61c2d0b1--0",
    "1-9f3a61c2d0b1-1.5", "１-9f3a61c2d0b1-0", "9223372036854775807-9f3a61c2d0b1-0",
    "99999999999999999999-9f3a61c2d0b1-0", "1-9f3a61c2d0b1-253402300800000000",
    "1-9f3a61c2d0b-0", "1-9f3a61c2d0b12-0", "1-9F3A61C2D0B1-0", "1-+f3a61c2d0b1-0",
    "1-9f3a61c2d0bg-0", "1-9f3a61c2d0b1-0~12ab~34cd", "1-9f3a61c2d0b1-0~", "~0c2f8e5a71b4",
    "1-9f3a61c2d0b1-0~0c2f8e5a71b4~0c2f8e5a71b4", "1-9f3a61c2d0b1-0~0C2F8E5A71B4",
  ])
  func `no other text is a token`(text: String) {
    #expect(CatalogueToken(text) == nil)
  }

  @Test func `a history is named by the beginning of a digest`() throws {
    let digest = try SHA256Digest(hex: "00a3f1" + String(repeating: "7", count: 58))
    #expect(DigestMark(digest).text == "00a3f1777777")
    #expect(try DigestMark("00a3f1777777") == DigestMark(digest))
    #expect(DigestMark.none.text == "000000000000")
  }
}
