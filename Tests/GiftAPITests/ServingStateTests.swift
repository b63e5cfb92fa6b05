import GiftDomain
import GiftStore
import NIOCore
import Testing

@testable import GiftAPI

/// What is served, step by step, without a lock, a clock or a database.
struct ServingStateTests {
  private let kept: KeptCatalogue
  private let current: Snapshot
  private let boundary: Timestamp
  private let next: Snapshot
  /// When the process's own clock showed the instant of `current`.
  private let start = ContinuousClock.now
  private let clock: DatabaseClock
  private var state = ServingState(limits: .standard)

  init() throws {
    kept = try KeptScene.catalogue()
    current = Self.snapshot(of: kept.view)
    boundary = try #require(current.until)
    next = Self.snapshot(of: kept.view.evaluated(at: boundary))
    clock = DatabaseClock(kept.view.instant, at: start)
  }

  @Test mutating func `nothing is served before something was read`() {
    let none = state.served(at: start)
    #expect(none == nil)
    #expect(state.followed == nil && state.unprepared == nil)
    let report = state.report(at: start, cachedBytes: 5)
    #expect(!report.isDatabaseReachable && report.shown == nil && report.cachedBytes == 5)
  }

  @Test mutating func `the next snapshot is served from its boundary on, and no other`() {
    _ = read(current)
    #expect(state.served(at: start)?.snapshot === current)
    #expect(state.unprepared?.current === current && state.unprepared?.boundary == boundary)
    let turned = start + .microseconds(boundary.microseconds - kept.view.instant.microseconds)
    let before = turned - .microseconds(1)
    #expect(state.served(at: before)?.snapshot === current)
    // It has yet to be made.
    #expect(state.served(at: turned) == nil)
    state.prepare(next, after: next)
    #expect(state.served(at: turned) == nil)
    state.prepare(next, after: current)
    #expect(state.unprepared == nil)
    #expect(state.served(at: before)?.snapshot === current)
    let served = state.served(at: turned)
    #expect(served?.snapshot === next && served?.now == boundary)
    // What was served is told from, without the database.
    let token = current.panel.catalogues.everybody.deltas.token
    let recent = state.shown.recent.catalogue(of: token, in: .gifts, for: .unknown)
    guard case .catalogue = recent else {
      Issue.record("what was served is forgotten")
      return
    }
    #expect(state.shown.next == nil)
    // It is for whoever serves to free.
    #expect(state.takeReplaced().last?.current === current)
    #expect(state.takeReplaced().isEmpty)
  }

  @Test mutating func `what is found out of the database is told once until it is read`() {
    let isTold = [
      StoreError.waitedTooLong(.connection), .editsMissing, .waitedTooLong(.answer),
      .waitedTooLong(.connection),
    ].map { state.fail($0, at: start) }
    #expect(isTold == [true, true, true, false])
    #expect(state.report(at: start, cachedBytes: 0).lacksEdits == false)
    let isTwice = state.fail(.editsMissing, at: start)
    #expect(!isTwice)
    #expect(state.report(at: start, cachedBytes: 0).lacksEdits)
    #expect(read(current).isBack)
    #expect(state.report(at: start, cachedBytes: 0).isDatabaseReachable)
    #expect(!read(nil).isBack)
    let isNew = state.fail(.editsMissing, at: start)
    #expect(isNew)
    let isRepeated = [299, 300, 599].map { state.fail(.editsMissing, at: start + .seconds($0)) }
    #expect(isRepeated == [false, true, false])
  }

  @Test mutating func `a change is news once, and so is a clock that was set`() {
    #expect(read(current).change == kept.position.change)
    let again = read(nil)
    #expect(again.change == nil && again.correction == nil)
    let ahead = DatabaseClock(clock.shown(at: start + .seconds(20)), at: start)
    let set = state.read(
      nil, kept.position, ahead, hasScannedAssets: false, isStandby: false, at: start)
    #expect(set.correction == .seconds(20))
    #expect(state.database.clockCorrections == 1)
    #expect(state.served(at: start)?.now == ahead.shown(at: start))
  }

  @Test mutating func `what a file kept is served until a database is read`() {
    state.restore(current, at: kept.position, by: clock)
    #expect(state.followed?.isFromFile == true)
    let report = state.report(at: start + .seconds(3), cachedBytes: 0)
    #expect(report.fileAge == .seconds(3) && !report.isDatabaseReachable)
    _ = read(nil)
    #expect(state.followed?.isFromFile == false)
    #expect(state.report(at: start, cachedBytes: 0).fileAge == nil)
  }

  private mutating func read(_ snapshot: Snapshot?) -> ServingState.News {
    state.read(snapshot, kept.position, clock, hasScannedAssets: true, isStandby: false, at: start)
  }

  private static func snapshot(of view: CatalogueView) -> Snapshot {
    return Snapshot(
      of: view, assets: .empty, after: nil, limits: .standard)
  }
}
