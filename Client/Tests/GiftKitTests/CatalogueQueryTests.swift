import Foundation
import Testing

@testable import GiftKit

struct CatalogueQueryTests {
  @Test func `a client says what it is in one form`() throws {
    let query = CatalogueQuery(
      placement: "splash", client: try .init(platform: .iOS, app: "08.3.0", region: "de"))
    #expect(
      query.path(since: CatalogueToken("1-000000000000-0"), told: nil)
        == "/v1/catalogue?placement=splash&platform=ios&app=8.3&region=DE&since=1-000000000000-0")
    #expect(query.upcomingPath == "/v1/upcoming?platform=ios&app=8.3&region=DE")
    #expect(CatalogueQuery(placement: .gifts).upcomingPath == "/v1/upcoming")
    #expect(try ClientIdentity(platform: .web, app: "0.0").app == "0")
    for region in ["001", "D", "ÄÖ", "", "ß"] {
      #expect(try ClientIdentity(platform: .android, region: region).region == nil)
    }
    for version in ["", "8.", "8.3b", "1.2.3.4.5", "1234567890", "-1"] {
      #expect(throws: GiftClientError.invalidClient(version)) {
        try ClientIdentity(platform: .iOS, app: version)
      }
    }
  }
}
