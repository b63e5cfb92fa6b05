import DaemonSupport
import Foundation
import Support
import Testing

@testable import GiftClient

/// Clients that say what they are, and a real `giftd`.
struct AudienceTests {
  @Test func `a client gets what is for it, also after an update, and keeps it`() async throws {
    let stocked = try await StockedCatalogue(
      4, byteCount: 2000, in: try await TestCluster.shared())
    try await stocked.limit(2, to: ["ios>=8.2"], in: [])
    try await stocked.limit(3, to: ["ios<8.2"], in: [])
    try await stocked.limit(4, to: [], in: ["DE", "AT"])
    let folder = try CacheFolder()
    defer { folder.delete() }
    let cache = CacheConfiguration(directory: folder.url, limit: .megabytes(10))
    let served = try await withServingDaemon(database: stocked.conninfo) { daemon in
      let url = try #require(URL(string: "http://127.0.0.1:\(daemon.publicPort)"))
      func client(_ identity: ClientIdentity) throws -> GiftClient {
        try GiftClient(server: url, client: identity, cache: cache)
      }
      let old = try client(.init(platform: .iOS, app: "8.1.9", region: "419"))
      #expect(try await old.refresh().gifts.map(\.id) == ["g1", "g3"])
      let before = try #require(await old.current)
      old.close()
      // Updated, it begins with what it had, and gets what is for it with the first answer.
      let new = try client(.init(platform: .iOS, app: "8.10.0", region: "de"))
      #expect(await new.current?.gifts.map(\.id) == ["g1", "g3"])
      let after = try await new.refresh()
      #expect(after.gifts.map(\.id) == ["g1", "g2", "g4"])
      #expect(after.token.isAsNew(as: before.token) && after.token != before.token)
      #expect(!after.isReset)
      // It follows by deltas while it belongs to other audiences than before.
      try await stocked.limit(4, to: ["android"], in: [])
      let changed = try await eventually {
        let catalogue = try await new.refresh()
        return catalogue["g4"] == nil ? catalogue : nil
      }
      #expect(changed?.gifts.map(\.id) == ["g1", "g2"])
      new.close()
      let anybody = try client(.unknown)
      defer { anybody.close() }
      #expect(try await anybody.refresh().gifts.map(\.id) == ["g1"])
      _ = try await anybody.animation(for: "g1")
      return url
    }
    await stocked.close()
    let again = try GiftClient(server: served.value, cache: cache)
    defer { again.close() }
    #expect(await again.current?.gifts.map(\.id) == ["g1"])
  }

  @Test(arguments: [false, true])
  func `what is as new as what there is, and for another kind, replaces it`(
    isPartial: Bool
  ) throws {
    func held(_ token: String) throws -> HeldCatalogue {
      guard case .whole(let held) = try SampleGifts.whole(token, [SampleGifts.json("rose")])
      else { throw GiftClientError.cancelled }
      return held
    }
    let old = "7-0123456789ab-1795258074000000"
    var state = CatalogueState(held: try held(old), isPartial: isPartial)
    let own = try held(old + "~0c2f8e5a71b4")
    #expect(
      state.apply(.whole(own), asked: state.asked, isMarkedReset: false, at: 0)
        == .replaced(from: CatalogueToken(old)))
    #expect(state.held == own && state.asked == own.token)
    #expect(
      state.apply(.whole(own), asked: own.token, isMarkedReset: false, at: 1) == .confirmed)
  }

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
