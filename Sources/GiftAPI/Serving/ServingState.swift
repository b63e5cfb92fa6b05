import GiftDomain
import GiftStore

/// The served snapshots and the last known state of the database: a value without lock, clock or
/// database.
struct ServingState: Sendable {
  /// The snapshots that responses come from.
  struct Shown: Sendable {
    var current: Snapshot?
    /// The snapshot from the next boundary on; nil if that is far off, or not made yet.
    var next: Snapshot?
    var clock: DatabaseClock?
    var recent = RecentCatalogues()
  }

  /// The last known state of the database.
  struct Database: Sendable {
    /// The position of the current rows in the history.
    var position = HistoryPosition.unread
    /// Whether the rows came from a file, and no database was read since.
    var isFromFile = false
    /// The newest change that the primary is known to have, and since when; nil once a primary was
    /// read itself.
    var primary: (change: ChangeNumber, since: ContinuousClock.Instant)?
    /// When the rows were last read successfully.
    var lastRead: ContinuousClock.Instant?
    /// When all plans were last searched for assets that go live soon.
    var lastAssetScan: ContinuousClock.Instant?
    /// The last failure to read the store; nil once it was read again.
    var failure: (error: StoreError, at: ContinuousClock.Instant)?
    /// The number of corrections of its clock.
    var clockCorrections = 0
    /// When each reason was last logged since the last read.
    var logged: [String: ContinuousClock.Instant] = [:]
  }

  /// The facts of a read that are logged.
  struct News: Equatable, Sendable {
    /// Whether a failure was logged before.
    let isBack: Bool
    /// The newest change, if it is new.
    let change: ChangeNumber?
    /// How far its clock is ahead of the estimate.
    let correction: Duration?
  }

  private(set) var shown = Shown()
  private var replaced: [Shown] = []
  private(set) var database = Database()
  /// When the certificate of the database's server ends, in seconds since 1970; nil without TLS.
  private(set) var certificateEnd: Int64?
  private let limits: APILimits

  init(limits: APILimits) { self.limits = limits }

  /// The snapshot served at an instant, which after a boundary is the next one; nil if that is not
  /// made yet.
  mutating func served(at instant: ContinuousClock.Instant) -> Served? {
    guard let current = shown.current, let clock = shown.clock else { return nil }
    let now = clock.shown(at: instant)
    if current.holds(at: now) { return Served(snapshot: current, now: now) }
    guard let next = shown.next, next.holds(at: now) else { return nil }
    show(next)
    return Served(snapshot: next, now: now)
  }

  /// The catalogue that was read last, to continue from; nil if none was.
  var followed: FollowedCatalogue? {
    shown.current.map {
      FollowedCatalogue(
        view: $0.view, position: database.position, isFromFile: database.isFromFile)
    }
  }

  /// The snapshot whose successor is not made yet, and the boundary between the two; nil if it is
  /// made, or far off.
  var unprepared: (current: Snapshot, boundary: Timestamp)? {
    guard let current = shown.current, shown.next == nil, let until = current.until,
      until.microseconds - current.view.instant.microseconds <= limits.memory.horizonMicroseconds
    else { return nil }
    return (current, until)
  }

  /// Serves another snapshot from now on.
  mutating func show(_ snapshot: Snapshot) {
    replaced.append(shown)
    if let earlier = shown.current, earlier.token != snapshot.token {
      shown.recent.keep(earlier, limits: limits)
    }
    shown.current = snapshot
    shown.next = nil
  }

  /// The replaced snapshots, for the caller to free: that takes milliseconds, which no request may
  /// wait for.
  mutating func takeReplaced() -> [Shown] {
    defer { replaced = [] }
    return replaced
  }

  /// Sets `next` as the successor of `current`, if that is still served.
  mutating func prepare(_ next: Snapshot, after current: Snapshot) {
    if shown.current === current { shown.next = next }
  }

  /// Records a successful read at an instant, with a new snapshot or none.
  mutating func read(
    _ snapshot: Snapshot?, _ position: HistoryPosition, _ clock: DatabaseClock,
    hasScannedAssets: Bool, isStandby: Bool, at instant: ContinuousClock.Instant
  ) -> News {
    let isSame = followed?.position.change == position.change
    let news = News(
      isBack: !database.logged.isEmpty, change: isSame ? nil : position.change,
      correction: shown.clock?.correction(by: clock))
    if let snapshot { show(snapshot) }
    // Set together, because by the old clock the snapshot might already have expired.
    shown.clock = clock
    database = Database(
      position: position, primary: isStandby ? database.primary : nil, lastRead: instant,
      lastAssetScan: hasScannedAssets ? instant : database.lastAssetScan,
      clockCorrections: database.clockCorrections + (news.correction == nil ? 0 : 1))
    return news
  }

  /// Records a snapshot restored from a file.
  mutating func restore(_ snapshot: Snapshot, at position: HistoryPosition, by clock: DatabaseClock)
  {
    show(snapshot)
    shown.clock = clock
    database.position = position
    database.isFromFile = true
  }

  /// Records when the certificate of the database's server ends.
  mutating func note(certificateEnd: Int64?) { self.certificateEnd = certificateEnd }

  /// Records the newest change of the primary.
  mutating func hear(of change: ChangeNumber, at instant: ContinuousClock.Instant) {
    if database.primary?.change != change { database.primary = (change, instant) }
  }

  /// How long at an instant a database whose newest change is `change` has lacked one that the
  /// primary has; nil if it lacks none.
  func lack(
    at change: ChangeNumber, _ instant: ContinuousClock.Instant
  ) -> (change: ChangeNumber, lasting: Duration)? {
    guard let primary = database.primary, change < primary.change else { return nil }
    return (primary.change, instant - primary.since)
  }

  /// Records a failure; returns whether to log it: each reason once, and again after
  /// `FollowingLimits.repeatedReason`.
  mutating func fail(_ error: StoreError, at instant: ContinuousClock.Instant) -> Bool {
    database.failure = (error, instant)
    let reason = error.logReason
    if let logged = database.logged[reason], instant - logged < FollowingLimits.repeatedReason {
      return false
    }
    // Reasons with parts that always differ must not take memory.
    if database.logged.count >= FollowingLimits.mostReasons { database.logged = [:] }
    database.logged[reason] = instant
    return true
  }
}

extension StoreError {
  /// Whether no database answers, not even an untrusted one.
  var isAway: Bool { isAbsence && !isDisbelief }
}

/// A snapshot, and the database's clock.
struct Served: Sendable {
  let snapshot: Snapshot
  let now: Timestamp
}
