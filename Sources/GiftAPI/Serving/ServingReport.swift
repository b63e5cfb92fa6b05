package import GiftDomain
import GiftStore

/// What is served and how the database was last found, at an instant, for whoever watches a server.
package struct ServingReport: Hashable, Sendable {
  /// What clients are shown; nil when nothing was ever read.
  package var shown: ShownCatalogue?
  /// Whether the last read of the catalogue found the database; one that has lost edits is as good
  /// as away.
  package let isDatabaseReachable: Bool
  /// How long ago the catalogue was last read; nil when it never was.
  package let sinceLastRead: Duration?
  /// What the database's clock shows, told from what it showed at the last read; nil when there was
  /// none.
  package let databaseClock: Timestamp?
  /// How often the database's clock was found to be another one than that.
  package let clockCorrections: Int
  /// The bytes of the animations that are kept because somebody asked for them; some may be among
  /// those of `shown`.
  package let cachedBytes: Int
  /// How long ago the rows were read that are served from a file; nil when they are not.
  package var fileAge: Duration?
  /// Whether the database that was found lacks edits that are served.
  package let lacksEdits: Bool
}

extension ServingState {
  /// What is served at an instant and how the database was last found.
  mutating func report(at instant: ContinuousClock.Instant, cachedBytes: Int) -> ServingReport {
    // What holds from a boundary on comes in the place of what held before.
    _ = served(at: instant)
    let error = database.failure?.error
    var report = ServingReport(
      isDatabaseReachable: database.lastRead != nil && error?.isAbsence != true,
      sinceLastRead: database.lastRead.map { instant - $0 },
      databaseClock: shown.clock?.shown(at: instant),
      clockCorrections: database.clockCorrections, cachedBytes: cachedBytes,
      lacksEdits: error?.isDisbelief == true)
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

/// The catalogue that clients are shown.
package struct ShownCatalogue: Hashable, Sendable {
  /// The newest change in it.
  package let change: ChangeNumber
  /// How long ago its rows were read.
  package internal(set) var age: Duration
  /// How long until it changes although nobody edits it, not below zero; nil when it will not.
  package let untilBoundary: Duration?
  /// How many gifts there are of each status: `live`, `retired`.
  package let gifts: [String: Int]
  /// The bytes of the animations that are live or come soon, in all codings.
  package let assetBytes: Int
  /// The bytes of the catalogue's document, and of the next one, in all codings.
  package let catalogueBytes: Int
  /// The bytes of the gifts' own documents, in all codings.
  package let giftBytes: Int
}

extension ShownCatalogue {
  /// `next` shares its animations with the current one.
  init(_ current: Snapshot, beside next: Snapshot?, clock: DatabaseClock) {
    var gifts: [String: Int] = [:]
    for status in VisibleGift.Status.allCases { gifts[status.rawValue] = 0 }
    for gift in current.gifts.values { gifts[gift.visible.status.rawValue, default: 0] += 1 }
    self.gifts = gifts
    change = current.view.change
    age = clock.age
    let now = clock.now
    untilBoundary = current.until.map {
      .microseconds(max(0, $0.microseconds - now.microseconds))
    }
    giftBytes = current.gifts.values.reduce(0) { $0 + $1.description.resource.body.byteCount }
    assetBytes = current.assets.all.reduce(0) { $0 + $1.body.byteCount }
    catalogueBytes = [current, next].compactMap(\.self).reduce(0) {
      $0 + $1.catalogue.resource.body.byteCount
    }
  }
}
