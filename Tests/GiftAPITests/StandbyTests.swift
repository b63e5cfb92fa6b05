import GiftDomain
import GiftStore
import StoreSupport
import Support
import Testing

@testable import GiftAPI

/// A standby that stays behind, as when its replay is paused.
@Suite(.timeLimit(.minutes(2)))
struct StandbyTests {
  @Test func `a standby that lags is left for another host, and asked for no notifications`()
    async throws
  {
    let cluster = try await TestCluster.private()
    let stock = try await StockedCatalogue(in: cluster)
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    let standby = try await Standby(of: cluster)
    try await standby.pause()
    let before = try await stock.editor.view(at: .now).change
    let published = try #require(try await stock.publish(rose).change)
    var limits = APILimits.standard
    limits.standbyPatience = .zero
    let api = GiftAPI(
      store: .patient(conninfo: standby.conninfoBeforePrimary(stock.conninfo), role: .reader),
      limits: limits, logger: .silent)
    await withTaskGroup { group in
      group.addTask { await api.watch() }
      let isRead: Void? = await eventually { api.observed().shown?.change == before ? () : nil }
      #expect(isRead != nil)
      #expect(api.observed().lack == nil)
      api.heard(of: published)
      let isFollowed: Void? = await eventually {
        api.observed().shown?.change == published ? () : nil
      }
      #expect(isFollowed != nil && api.observed().lack == nil)
      group.cancelAll()
    }
    #expect(try !standby.log.contains("LISTEN"))
    try standby.end()
    try cluster.end()
  }

  @Test func `a lack of edits is known, and ends when they are there`() async throws {
    let cluster = try await TestCluster.private()
    let stock = try await StockedCatalogue(in: cluster)
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    let standby = try await Standby(of: cluster)
    // However long a busy machine takes from one line to the next.
    var (patient, strict) = (APILimits.standard, APILimits.standard)
    patient.standbyPatience = .seconds(600)
    strict.standbyPatience = .zero
    for (limits, error) in [(patient, nil), (strict, StoreError.standbyBehind)] {
      try await standby.pause()
      let edit = error == nil ? try await stock.publish(rose) : try await stock.retire(rose)
      let change = try #require(edit.change)
      let api = stock.another(over: standby, limits)
      try await api.follower.refresh()
      #expect(api.observed().lack == nil)
      api.heard(of: change)
      var found: StoreError?
      do { try await api.follower.refresh() } catch { found = error }
      #expect(found == error)
      #expect(api.observed().lack?.change == change)
      #expect(api.observed().isDatabaseReachable == (error == nil))
      try await standby.resume()
      try await standby.catchUp()
      try await api.follower.refresh()
      #expect(api.observed().lack == nil && api.observed().shown?.change == change)
    }
    try standby.end()
    try cluster.end()
  }
}

extension StockedCatalogue {
  /// A server over a copy of this one's database.
  func another(over standby: Standby, _ limits: APILimits = .standard) -> GiftAPI {
    GiftAPI(
      store: .patient(conninfo: standby.conninfo(conninfo), role: .reader), limits: limits,
      logger: .silent)
  }
}
