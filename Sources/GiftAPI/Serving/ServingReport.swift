package import GiftDomain
package import GiftStore

/// The served catalogue and the last known state of the database, for health checks and metrics.
package struct ServingReport: Sendable {
  /// The catalogue that clients get; nil if nothing was ever read.
  package var shown: ShownCatalogue?
  /// Whether the last read of the catalogue succeeded; a database that has lost edits counts as
  /// unreachable.
  package let isDatabaseReachable: Bool
  /// The time since the catalogue was last read; nil if never.
  package let sinceLastRead: Duration?
  /// The database's clock, estimated from the last read; nil if there was none.
  package let databaseClock: Timestamp?
  /// The number of corrections of the database's clock.
  package let clockCorrections: Int
  /// The bytes of animations and pictures cached for requests; some may be among those of `shown`.
  package let cachedBytes: Int
  /// The age of the rows if they come from a file; else nil.
  package var fileAge: Duration?
  /// Whether the database lacks edits that are served.
  package let lacksEdits: Bool
  /// The newest change of the primary, and for how long what is served has lacked it; nil if
  /// nothing is known to be lacking.
  package let lack: (change: ChangeNumber, lasting: Duration)?
  /// When the certificate of the database's server ends, in seconds since 1970-01-01T00:00:00Z; nil
  /// without TLS.
  package let certificateEnd: Int64?
}

extension ServingState {
  /// The report at an instant.
  mutating func report(at instant: ContinuousClock.Instant, cachedBytes: Int) -> ServingReport {
    // After a boundary the next snapshot replaces the current one.
    _ = served(at: instant)
    let error = database.failure?.error
    var report = ServingReport(
      isDatabaseReachable: database.lastRead != nil && error?.isAbsence != true,
      sinceLastRead: database.lastRead.map { instant - $0 },
      databaseClock: shown.clock?.shown(at: instant),
      clockCorrections: database.clockCorrections, cachedBytes: cachedBytes,
      lacksEdits: error?.isDisbelief == true && error != .standbyBehind,
      lack: shown.current.flatMap { lack(at: $0.view.change, instant) },
      certificateEnd: certificateEnd)
    if let current = shown.current, let clock = shown.clock {
      report.shown = ShownCatalogue(current, beside: shown.next, clock: clock)
      if database.isFromFile {
        let age = clock.shown(at: instant).microseconds - current.view.now.microseconds
        report.fileAge = .microseconds(max(0, age))
        report.shown?.age = .microseconds(max(0, age))
      }
    }
    return report
  }
}

/// The catalogue that clients get.
package struct ShownCatalogue: Hashable, Sendable {
  /// The newest change included.
  package let change: ChangeNumber
  /// The time since its rows were read.
  package internal(set) var age: Duration
  /// The time until the next boundary, not below zero; nil if none is planned.
  package let untilBoundary: Duration?
  /// The number of gifts by status: `live`, `retired`.
  package let gifts: [String: Int]
  /// The parts that are left out, because their rows cannot be read.
  package let broken: [BrokenPart]
  /// The bytes of animations and pictures that are live or go live soon, in all codings.
  package let assetBytes: Int
  /// The bytes of the catalogues' documents, and of the next ones, in all codings.
  package let catalogueBytes: Int
  /// The bytes of the gifts' own documents, in all codings.
  package let giftBytes: Int
}

extension ShownCatalogue {
  /// `next` shares its assets with the current one.
  init(_ current: Snapshot, beside next: Snapshot?, clock: DatabaseClock) {
    var gifts: [String: Int] = [:]
    for status in VisibleGift.Status.allCases { gifts[status.rawValue] = 0 }
    for gift in current.gifts.values { gifts[gift.visible.status.rawValue, default: 0] += 1 }
    self.gifts = gifts
    change = current.view.change
    broken = current.view.broken
    age = clock.age
    let now = clock.now
    untilBoundary = current.until.map {
      .microseconds(max(0, $0.microseconds - now.microseconds))
    }
    giftBytes = current.gifts.values.reduce(0) { $0 + $1.description.resource.body.byteCount }
    assetBytes = current.assets.all.reduce(0) { $0 + $1.body.byteCount }
    catalogueBytes = [current, next].compactMap(\.self).reduce(0) {
      $0 + $1.placements.reduce(0) { $0 + $1.byteCount }
    }
  }
}
