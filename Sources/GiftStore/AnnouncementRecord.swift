package import GiftDomain

/// An announcement as it was made.
package struct AnnouncementRecord: Hashable, Sendable {
  /// Its number: 1, 2, 3 … without gaps.
  package let number: Int64
  /// What it says.
  package let announcement: Announcement
  /// When it was made, by the database's clock.
  package let announcedAt: Timestamp

  /// An announcement as it was recorded.
  package init(number: Int64, announcement: Announcement, announcedAt: Timestamp) {
    self.number = number
    self.announcement = announcement
    self.announcedAt = announcedAt
  }

  /// By how much it was made after its instant, in microseconds.
  package var latenessMicroseconds: Int64 {
    announcedAt.microseconds - announcement.due.microseconds
  }

  /// Whether that is more than a scheduler at work needs.
  package var isLate: Bool { latenessMicroseconds > Announcement.lateAfterMicroseconds }
}

/// What one tick did.
package struct TickOutcome: Hashable, Sendable {
  /// What it announced, in order.
  package let announced: [AnnouncementRecord]
  /// The instant of the tick, by the database's clock.
  package let at: Timestamp
  /// When there is something to do again: at once while more is due, else at the next boundary;
  /// nil when none comes within a day.
  package let next: Timestamp?

  /// Whether more is due already.
  package var isMoreDue: Bool { next.map { $0 <= at } ?? false }
}

/// What is to be announced, computed once for many ticks: it stays true until somebody edits.
package struct AnnouncementPlan: Sendable {
  /// How far ahead it is computed beyond the instant of the tick, in microseconds: a day.
  static let horizonMicroseconds: Int64 = 86_400_000_000
  /// How long before its end it is computed anew, in microseconds: an hour, which is much more
  /// than a scheduler sleeps, so that none sleeps past a boundary behind the end.
  static let marginMicroseconds: Int64 = 3_600_000_000
  /// How much time one computation covers, in microseconds: 366 days.
  static let sliceMicroseconds: Int64 = 366 * 86_400_000_000

  /// The change after which it was computed.
  let change: ChangeNumber
  /// The announcements after a place, in order.
  let items: [Announcement]
  /// Behind which place it begins.
  let start: Announcement.Place?
  /// Up to which instant it goes.
  let through: Timestamp

  /// Whether it holds what a tick at `now` needs, behind `place` and after `last`.
  func serves(_ last: ChangeNumber, _ place: Announcement.Place?, now: Timestamp) -> Bool {
    guard change == last else { return false }
    switch (start, place) {
    case (nil, _): break
    case (.some, nil): return false
    case (let start?, let place?): guard start <= place else { return false }
    }
    let isFresh = now.microseconds <= through.microseconds - Self.marginMicroseconds
    return isFresh || through < now && !items(behind: place).isEmpty
  }

  /// The announcements behind a place.
  func items(behind place: Announcement.Place?) -> ArraySlice<Announcement> {
    guard let place else { return items[...] }
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].place <= place { low = middle + 1 } else { high = middle }
    }
    return items[low...]
  }
}
