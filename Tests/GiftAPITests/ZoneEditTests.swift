import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import Testing

@testable import GiftAPI

/// What servers make of a rotation whose zone has other rules from an edit on.
@Suite(.timeLimit(.minutes(5)))
struct ZoneEditTests {
  private static let nowhere = GiftStore(
    conninfo: "host=/nowhere", role: .reader, applicationName: "test")

  @Test func `servers agree on turns after an edit took up other rules of the zone`() async throws {
    let stock = try await StockedCatalogue(shelf: ["crown"])
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    // Its clocks are not turned any more.
    let zone = try #require(try await stock.editor.zone("Asia/Tokyo"))
    let old = ZoneRules(name: zone.name, firstOffsetSeconds: 10 * 3_600, transitions: [])
    let now = try await stock.editor.clock()
    let first = old.local(at: try now.advanced(byMicroseconds: 2 * 3_600_000_000))
    #expect(old.instant(of: first) < zone.instant(of: first))
    let spring = try RotationName("spring")
    let shape = RotationShape(
      zone: old, first: first, cadence: try Cadence(1, .day), stay: try Stay(1, .hour),
      lineup: [LineupSpec(gift: rose, version: nil)], perTurn: 1, turnCount: nil, until: nil)
    _ = try await stock.commit(.rotation, [.addRotation(rotation: spring, shape: shape)])
    // One follows, one starts from a file of before the edit, one starts behind it.
    try await stock.api.follower.refresh()
    #expect(stock.api.boundary == old.instant(of: first))
    let restored = stock.another()
    _ = try await restored.restore(try await stock.kept(), now: hostTime())
    #expect(restored.boundary == old.instant(of: first))
    var patch = RotationPatch()
    patch.zone = zone
    _ = try await stock.commit(.rotation, [.editRotation(rotation: spring, patch: patch)])
    let servers = [stock.api, restored, stock.another()]
    for server in servers { try await server.follower.refresh() }
    let later = GiftAPI(store: Self.nowhere, logger: .silent)
    _ = try await later.restore(try await stock.kept(), now: hostTime())
    let whole = await stock.answer("/v1/catalogue")
    #expect(whole.text.contains("\"until\":\"\(zone.instant(of: first))\""))
    var turned: Set<String> = []
    for server in servers + [later] {
      #expect(server.boundary == zone.instant(of: first))
      let answer = await stock.answer("/v1/catalogue", from: server)
      #expect(answer.body == whole.body && answer.fields[.eTag] == whole.fields[.eTag])
      turned.insert(try #require(server.catalogue(at: zone.instant(of: first))))
    }
    #expect(turned.count == 1 && turned.first?.contains("\"id\":\"rose\"") == true)
  }
}

extension GiftAPI {
  /// Until when what it serves holds.
  fileprivate var boundary: Timestamp? { publisher.served()?.snapshot.until }

  /// What it will serve from an instant on, unless somebody edits it.
  fileprivate func catalogue(at instant: Timestamp) -> String? {
    guard let served = publisher.served() else { return nil }
    let snapshot = Snapshot(
      of: served.snapshot.view.evaluated(at: instant), assets: .empty, after: served.snapshot,
      limits: .standard)
    return String(buffer: snapshot.panel.catalogues.everybody.whole.resource.body.identity)
  }
}
