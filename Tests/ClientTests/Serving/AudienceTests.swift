import DaemonSupport
import Foundation
import Support
import Testing

@testable import GiftKit

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
}
