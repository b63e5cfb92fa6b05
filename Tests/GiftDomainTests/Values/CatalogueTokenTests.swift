import GiftDomain
import Testing

struct CatalogueTokenTests {
  @Test(arguments: [
    "0-0", "42-1796119200000000", "9223372036854775806-253402300799999999",
    "1--62135596800000000",
  ])
  func `a token is read as it is written`(text: String) {
    #expect(CatalogueToken(text)?.description == text)
  }

  @Test(arguments: [
    "", "-", "1", "1-", "-1", "-1-0", "01-0", "1-00", "+1-0", "1-+1", " 1-0", "1-0 ", "1-0-0",
    "x-0",
    "1-x", "1-0x1", "9223372036854775807-0", "99999999999999999999-0", "1-253402300800000000",
    "1--0", "1-1.5", "１-0",
  ])
  func `no other text is a token`(text: String) {
    #expect(CatalogueToken(text) == nil)
  }

  @Test func `a later change comes later, then a later boundary`() throws {
    let tokens = ["1-5", "2-3", "2-4", "10-0"].compactMap(CatalogueToken.init)
    #expect(tokens.count == 4)
    #expect(tokens.shuffled().sorted() == tokens)
  }
}
