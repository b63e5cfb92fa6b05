import GiftDomain
import Logging
import NIOCore
import Testing

@testable import GiftAPI
@testable import GiftStore

/// A server that has nothing but a file serves what one would that lost its database when the file
/// was written.
@Suite(.timeLimit(.minutes(5)))
struct RestoreLaws {
  private static let nowhere = GiftStore(
    conninfo: "host=/nowhere", role: .reader, applicationName: "test")
  private static let hour: Int64 = 3_600_000_000

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a file brings back what would be served had the process gone on`(
    seed: UInt64
  ) async throws {
    let stock = try await StockedCatalogue()
    var random = try await RandomCatalogue(stock, seed: seed)
    for _ in 0..<30 { try await random.takeStep() }
    var turning = 0
    for number in 0...(try await stock.editor.view(at: .now).change.value) {
      let view = try await stock.editor.view(at: .change(try ChangeNumber(number)))
      turning += view.states.count { !$0.rotation.entries.isEmpty }
      try await checkInstants(around: view, file: try file(keeping: view))
    }
    #expect(turning > 0)
  }

  /// Before the file was written, then, and at boundaries and between them from then on.
  private func checkInstants(around view: CatalogueView, file: [UInt8]) async throws {
    var survivor = Snapshot(
      of: view, assets: .empty, after: nil, limits: .standard)
    var now = Timestamp(clamping: view.instant.microseconds - Self.hour)
    for hours: Int64 in [1, 0, 1, 0, 9, 0, 24, 0] {
      let api = GiftAPI(store: Self.nowhere, logger: .silent)
      #expect(try await api.restore(file, now: now) == view.change)
      let served = try #require(await api.publisher.turned())
      while let until = survivor.until, until <= served.now {
        survivor = Snapshot(
          of: survivor.view.evaluated(at: until), assets: .empty, after: survivor, limits: .standard
        )
      }
      expectSame(served.snapshot, survivor)
      now =
        hours == 0
        ? survivor.until ?? now : Timestamp(clamping: now.microseconds + hours * Self.hour)
    }
  }

  private func expectSame(_ restored: Snapshot, _ survivor: Snapshot) {
    #expect(restored.token == survivor.token)
    #expect(restored.until == survivor.until)
    let bodies = survivor.placements.map(\.catalogues.everybody.whole.text).sorted()
    #expect(restored.placements.map(\.catalogues.everybody.whole.text).sorted() == bodies)
    let gifts = survivor.gifts.mapValues(\.description.text)
    #expect(restored.gifts.mapValues(\.description.text) == gifts)
  }

  private func file(keeping view: CatalogueView) throws -> [UInt8] {
    let position = HistoryPosition(
      begun: nil, change: view.change, changedAt: view.instant, digest: nil, timeline: 1,
      systemIdentifier: 1)
    return try bytes(
      of: KeptCatalogue(view: view, position: position, clockOffset: 0, assets: []))
  }
}

extension ReadyResource {
  fileprivate var text: String { String(buffer: resource.body.identity) }
}
