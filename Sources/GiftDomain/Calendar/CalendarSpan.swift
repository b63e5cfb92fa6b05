/// The days that a calendar shows: whole ones, by the clock of a zone.
package struct CalendarSpan: Hashable, Sendable {
  /// The weeks that a calendar may have: up to ten years.
  package static let weekRange: ClosedRange<Int64> = 1...520

  /// The zone on whose clock days begin.
  package let zone: ZoneRules
  /// The first day, in days since 1970-01-01.
  package let firstDay: Int64
  /// The number of days.
  package let dayCount: Int
  /// From the beginning of the first day to the end of the last.
  package let window: Window
  /// The end of the last day.
  package let until: Timestamp

  /// That many weeks, from the day of an instant.
  ///
  /// Throws `DomainError.outOfRange` when they go beyond the years of local times.
  package init(weeks: Int64, from instant: Timestamp, in zone: ZoneRules) throws(DomainError) {
    let days = weeks * 7
    firstDay = zone.local(at: instant).dayNumber
    dayCount = Int(days)
    self.zone = zone
    until = zone.instant(of: try LocalTime(seconds: (firstDay + days) * 86_400))
    // If a clock shows midnight twice, the second counts, and the instant may be before it.
    let midnight = zone.instant(of: try LocalTime(seconds: firstDay * 86_400))
    window = try Window(from: min(midnight, instant), until: until)
  }

  /// The beginning of the first day.
  package var from: Timestamp { window.from }

  /// Which day an instant is on, counted from 0; negative before the first.
  package func day(of instant: Timestamp) -> Int {
    Int(zone.local(at: instant).dayNumber - firstDay)
  }

  /// The date of a day, counted from 0.
  package func date(ofDay day: Int) -> CivilDate {
    CivilDate(daysSinceEpoch: firstDay + Int64(day))
  }
}

extension ZoneRules {
  /// Where clocks are never turned.
  package static let utc = ZoneRules(name: "UTC", firstOffsetSeconds: 0, transitions: [])
}

extension CivilDate {
  /// `2026-12-01`.
  package var text: String { "\(padded(year, 4))-\(monthAndDay)" }

  /// `12-01`.
  package var monthAndDay: String { "\(padded(month, 2))-\(padded(day, 2))" }
}
