import GiftDomain
import GiftStore

/// What clients are answered from, and how the database was last found: a value, which has no lock
/// and asks neither a clock nor a database.
struct ServingState: Sendable {
  /// What clients are answered from.
  struct Shown: Sendable {
    var current: Snapshot?
    /// What is served from the next boundary on; nil when that is far, or yet to be made.
    var next: Snapshot?
    var clock: DatabaseClock?
    var recent = RecentCatalogues()
  }

  /// How the database was last found.
  struct Database: Sendable {
    /// Where in the history of changes the current rows stand.
    var position = HistoryPosition.unread
    /// Whether the rows came from a file, and no database was read since.
    var isFromFile = false
    /// When the rows were last asked for with success.
    var lastRead: ContinuousClock.Instant?
    /// When all that is shown was last looked through for animations that come soon.
    var lastAssetScan: ContinuousClock.Instant?
    /// When the store was found unreadable, and why; nil as soon as it was read.
    var failure: (error: StoreError, at: ContinuousClock.Instant)?
    /// How often its clock was found to be another one than had been told from its answers.
    var clockCorrections = 0
    /// What was logged of it since then.
    var loggedFacts: Set<String> = []
  }

  /// What of a read is worth a line in the log.
  struct News: Equatable, Sendable {
    /// Whether something was logged against the database before.
    let isBack: Bool
    /// The newest change, if it is another one.
    let change: ChangeNumber?
    /// By how much its clock is ahead of what was told from it.
    let correction: Duration?
  }

  private(set) var shown = Shown()
  private(set) var database = Database()
  private let limits: APILimits

  init(limits: APILimits) { self.limits = limits }

  /// What is served at an instant, the next snapshot where a boundary has passed; nil when it has
  /// yet to be made.
  mutating func served(at instant: ContinuousClock.Instant) -> Served? {
    guard let current = shown.current, let clock = shown.clock else { return nil }
    let now = clock.shown(at: instant)
    if current.holds(at: now) { return Served(snapshot: current, now: now) }
    guard let next = shown.next, next.holds(at: now) else { return nil }
    show(next)
    return Served(snapshot: next, now: now)
  }

  /// What was read last, and is gone on from; nil when nothing was.
  var followed: FollowedCatalogue? {
    shown.current.map {
      FollowedCatalogue(
        view: $0.view, position: database.position, isFromFile: database.isFromFile)
    }
  }

  /// The snapshot whose successor has yet to be made, and the boundary between the two; nil when
  /// that is made, or far.
  var unprepared: (current: Snapshot, boundary: Timestamp)? {
    guard let current = shown.current, shown.next == nil, let until = current.until,
      until.microseconds - current.view.instant.microseconds <= limits.memory.horizonMicroseconds
    else { return nil }
    return (current, until)
  }

  /// Serves another snapshot from now on.
  mutating func show(_ snapshot: Snapshot) {
    if let earlier = shown.current, earlier.token != snapshot.token {
      shown.recent.keep(earlier.deltas, limits: limits)
    }
    shown.current = snapshot
    shown.next = nil
  }

  /// `next` follows `current`, unless that is not served any more.
  mutating func prepare(_ next: Snapshot, after current: Snapshot) {
    if shown.current === current { shown.next = next }
  }

  /// Takes the same snapshot with another coding in the place of one, if that is still there.
  mutating func replace(_ snapshot: Snapshot, with coded: Snapshot) {
    if shown.current === snapshot { shown.current = coded }
    if shown.next === snapshot { shown.next = coded }
  }

  /// The database was read at an instant, which brought another snapshot or none.
  mutating func read(
    _ snapshot: Snapshot?, _ position: HistoryPosition, _ clock: DatabaseClock,
    hasScannedAssets: Bool, at instant: ContinuousClock.Instant
  ) -> News {
    let isSame = followed?.position.change == position.change
    let news = News(
      isBack: !database.loggedFacts.isEmpty, change: isSame ? nil : position.change,
      correction: shown.clock?.correction(by: clock))
    if let snapshot { show(snapshot) }
    // At once: by the clock before, the snapshot might be over already.
    shown.clock = clock
    database = Database(
      position: position, lastRead: instant,
      lastAssetScan: hasScannedAssets ? instant : database.lastAssetScan,
      clockCorrections: database.clockCorrections + (news.correction == nil ? 0 : 1))
    return news
  }

  /// A file was read instead.
  mutating func restore(_ snapshot: Snapshot, at position: HistoryPosition, by clock: DatabaseClock)
  {
    show(snapshot)
    shown.clock = clock
    database.position = position
    database.isFromFile = true
  }

  /// The database could not be read; whether that is worth a line in the log.
  mutating func fail(_ error: StoreError, at instant: ContinuousClock.Instant) -> Bool {
    database.failure = (error, instant)
    // Why it is away may be told in a new way each time.
    return database.loggedFacts.insert(error.isAway ? "away" : error.logReason).inserted
  }
}

extension StoreError {
  /// Whether no database answers, not even one that is not believed.
  var isAway: Bool { isAbsence && !isDisbelief }
}

/// A snapshot, and the database's clock.
struct Served: Sendable {
  let snapshot: Snapshot
  let now: Timestamp
}
