package import GiftDomain
import GiftSQL
import Postgres

/// What happened up to a moment: changes, and boundaries that passed; each newest first.
package struct PastEvents: Hashable, Sendable {
  /// The newest changes.
  package let changes: [ListedChange]
  /// The newest announcements, by when they were due.
  package let announcements: [AnnouncementRecord]
  /// The change after which the catalogue stood at that moment; 0 before the first.
  package let change: ChangeNumber
  /// The moment.
  package let instant: Timestamp
}

extension GiftStore {
  /// The newest events up to a moment and below the change `before`, at most `limit` of each kind;
  /// of one gift, or of all; in one consistent read.
  ///
  /// A boundary counts at the instant at which it was due, however late it was announced. Throws
  /// `Rejection.changeNotFound` for a moment after a change that does not exist.
  package func events(
    of gift: GiftID?, at moment: Moment, before: ChangeNumber?, limit: Int
  ) async throws(StoreError) -> PastEvents {
    try await reading { session in
      let (changes, clocks) = try session.answers(.lastChange, .clock)
      let now = clocks[0]
      let (change, instant) = try session.locate(moment, now: now, last: changes[0].number)
      // What is recorded has happened, even if the clock has been put back since.
      let isPast = moment != .now && instant < now
      return PastEvents(
        changes: try session.changes(
          of: gift, below: min(before ?? change.next, change.next), limit: limit),
        announcements: try session.announcements(
          of: gift, before: try session.instant(of: before), through: isPast ? instant : nil,
          limit: Int64(limit)), change: change, instant: instant)
    }
  }

  /// The newest changes below `before`, newest first, at most `limit`; of one gift, or of all.
  package func changes(
    of gift: GiftID?, before: ChangeNumber?, limit: Int
  ) async throws(StoreError) -> [ListedChange] {
    try await reading { session in
      try session.changes(of: gift, below: before, limit: limit)
    }
  }
}

extension Session {
  func changes(of gift: GiftID?, below: ChangeNumber?, limit: Int) throws -> [ListedChange] {
    let bounds: [Parameter] = [.int(below?.value ?? .max), .int(Int64(limit))]
    guard let gift else {
      return try rows(SQL.changeList, bounds) { row in try row.listedChange() }
    }
    return try rows(SQL.changeListOfGift, [.text(gift.text)] + bounds) { row in
      try row.listedChange()
    }
  }

  /// When a change was made; nil for one that does not exist.
  fileprivate func instant(of change: ChangeNumber?) throws -> Timestamp? {
    guard let change else { return nil }
    return try rows(SQL.changeInstant, [.change(change)]) { row in
      try row.instant("at")
    }.first
  }
}
