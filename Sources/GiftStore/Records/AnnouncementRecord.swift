package import GiftDomain

/// An announcement as it was made.
package struct AnnouncementRecord: Hashable, Sendable, Codable {
  /// The numbers that one may have: enough for a million a day over three thousand years.
  package static let numbers: ClosedRange<Int64> = 1...1_000_000_000_000

  /// Its number: 1, 2, 3 … without gaps, within `numbers`.
  package let number: Int64
  /// The announcement itself.
  package let announcement: Announcement
  /// The newest change when it was computed: of several announcements for a gift and an instant,
  /// the one with the newest change is valid.
  package let change: ChangeNumber
  /// When it was made, by the database's clock.
  package let announcedAt: Timestamp

  /// An announcement as made.
  init(
    number: Int64, announcement: Announcement, change: ChangeNumber, announcedAt: Timestamp
  ) throws(DomainError) {
    self.number = try Self.numbers.checked(number, .announcement)
    self.announcement = announcement
    self.change = change
    self.announcedAt = announcedAt
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      number: values.decode(Int64.self, forKey: .number),
      announcement: values.decode(Announcement.self, forKey: .announcement),
      change: values.decode(ChangeNumber.self, forKey: .change),
      announcedAt: values.decode(Timestamp.self, forKey: .announcedAt))
  }

  /// How long after its instant it was made, in microseconds.
  package var latenessMicroseconds: Int64 {
    announcedAt.microseconds - announcement.due.microseconds
  }

  /// Whether that is longer than a running scheduler needs.
  package var isLate: Bool { latenessMicroseconds > Announcement.lateAfterMicroseconds }
}

/// The result of one tick.
package struct TickOutcome: Hashable, Sendable {
  /// The announcements that it made, in order.
  package let announced: [AnnouncementRecord]
  /// The instant of the tick, by the database's clock.
  package let at: Timestamp
  /// When the next tick is due: at once while more is due, else at the next boundary; nil if there
  /// is none within a day.
  package let next: Timestamp?

  /// Whether more is already due.
  package var isMoreDue: Bool { next.map { $0 <= at } ?? false }
}
