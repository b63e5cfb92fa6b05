package import GiftDomain

/// An announcement as it was made.
package struct AnnouncementRecord: Hashable, Sendable, Codable {
  /// Its number: 1, 2, 3 … without gaps.
  package let number: Int64
  /// What it says.
  package let announcement: Announcement
  /// The newest change when it was computed: of what is said about a gift and an instant, the
  /// newest change's word counts.
  package let change: ChangeNumber
  /// When it was made, by the database's clock.
  package let announcedAt: Timestamp

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
