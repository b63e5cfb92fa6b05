package import GiftDomain
import GiftSQL
import Postgres

/// The events up to a moment: changes, and boundaries that passed, each newest first.
package struct PastEvents: Hashable, Sendable {
  /// The newest changes.
  package let changes: [ListedChange]
  /// The newest announcements, by when they were due.
  package let announcements: [AnnouncementRecord]
  /// The last change by that moment; 0 before the first.
  package let change: ChangeNumber
  /// The instant of that moment.
  package let instant: Timestamp
  /// The histories of the requested gift, or of those touched by the changes, without broken or
  /// missing ones.
  package let histories: [GiftID: GiftHistory]
  /// The settings of placements and categories, if one of the changes made some.
  package let groups: [GroupRecord]
  /// The changes and announcements that are left out.
  package let broken: [BrokenPart]
}

extension GiftStore {
  /// The newest events up to a moment and below the change `before`, at most `limit` of each kind,
  /// for one gift or all, in one consistent read.
  ///
  /// With `actor`, only changes by that author.
  ///
  /// A boundary is dated by its own instant, however late it was announced. Throws
  /// `Rejection.changeNotFound` for a moment after a change that does not exist.
  package func events(
    of gift: GiftID?, by actor: Actor?, at moment: Moment, before: ChangeNumber?, limit: Int
  ) async throws(StoreError) -> PastEvents {
    try await reading { session in
      let (newest, clocks) = try session.answers(.lastChange, .clock)
      let now = clocks[0]
      let (change, instant) = try session.locate(moment, now: now, last: newest[0].number)
      // Recorded events have happened, even if the clock was set back since.
      let isPast = moment != .now && instant < now
      let read = try session.changes(
        of: gift, by: actor, below: min(before ?? change.next, change.next), limit: limit)
      let changes = read.compactMap(\.change)
      let (announcements, strange) = try session.announcements(
        of: gift, before: try session.instant(of: before), through: isPast ? instant : nil,
        limit: Int64(limit), at: newest[0].number)
      return PastEvents(
        changes: changes, announcements: announcements, change: change, instant: instant,
        histories: try session.histories(of: gift.map { [$0] } ?? Set(changes.flatMap(\.gifts))),
        groups: changes.allSatisfy(\.groups.isEmpty)
          ? [] : [GroupRecord].parted(try session.answers(.groups(at: change))).whole,
        broken: read.filter { $0.change == nil }.map { .change($0.number) }
          + strange.map { .announcement($0) })
    }
  }

  /// The newest changes below `before`, newest first, at most `limit`, without those that cannot be
  /// read; of one gift, or of all.
  package func changes(
    of gift: GiftID?, before: ChangeNumber?, limit: Int
  ) async throws(StoreError) -> [ListedChange] {
    try await reading { session in
      try session.changes(of: gift, by: nil, below: before, limit: limit).compactMap(\.change)
    }
  }
}

extension Session {
  func changes(
    of gift: GiftID?, by actor: Actor?, below: ChangeNumber?, limit: Int
  ) throws -> [ReadChange] {
    let bounds: [Parameter] = [
      .int(below?.value ?? .max), .int(Int64(limit)), actor.map { .text($0.text) } ?? .null,
    ]
    guard let gift else {
      return try rows(SQL.changeList, bounds) { row in try row.listedChange() }
    }
    return try rows(SQL.changeListOfGift, [.text(gift.text)] + bounds) { row in
      try row.listedChange()
    }
  }

  fileprivate func histories(of gifts: Set<GiftID>) throws -> [GiftID: GiftHistory] {
    guard !gifts.isEmpty else { return [:] }
    let named: [Parameter] = [.gifts(gifts.sorted())]
    let (versions, definitions, availabilities, pictures, edits) = try answers(
      Question(versions: SQL.versionOfGifts, named), .definitions(of: gifts.sorted()),
      Question(availabilities: SQL.availabilityOfGifts, named),
      Question(pictures: SQL.pictureOfGifts, named),
      Question(edits: SQL.giftChangeOfGifts, named))
    let rows = HistoryRows(versions, definitions, availabilities, pictures, edits)
    return Dictionary(
      uniqueKeysWithValues: gifts.compactMap { gift in
        // The history of a broken one is unknown; lists name it.
        (try? rows.history(of: gift)).map { (gift, $0) }
      })
  }

  /// When a change was made; nil if it does not exist.
  fileprivate func instant(of change: ChangeNumber?) throws -> Timestamp? {
    guard let change else { return nil }
    return try rows(SQL.changeInstant, [.change(change)]) { row in
      try row.instant("at")
    }.first
  }
}
