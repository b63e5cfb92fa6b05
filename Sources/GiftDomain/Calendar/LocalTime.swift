/// A date and time as a wall clock shows it, without a zone: whole seconds.
package struct LocalTime: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The years 1 to 9998: with a zone's offset, they stay within those of `Timestamp`.
  package static let range: ClosedRange<Int64> = -62_135_596_800...253_370_764_799

  /// Seconds since 1970-01-01 00:00 on the same clock, within `range`.
  package let seconds: Int64

  /// Throws `DomainError.outOfRange` outside the years 1 to 9998.
  package init(seconds: Int64) throws(DomainError) {
    self.seconds = try Self.range.checked(seconds, .localTime)
  }

  /// From `2026-12-01 10:00` or `2026-12-01T10:00:30`.
  ///
  /// Throws `DomainError.malformed` for any other text, `outOfRange` outside the years.
  package init(_ text: String) throws(DomainError) {
    var scanner = DigitScanner(text)
    guard let parsed = Self.parse(&scanner) else { throw .malformed(.localTime, text: text) }
    try self.init(seconds: parsed)
  }

  private static func parse(_ scanner: inout DigitScanner) -> Int64? {
    guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2),
      scanner.take("-"), let day = scanner.digits(2),
      let date = CivilDate(year: year, month: month, day: day),
      scanner.take("T", " "), let hour = scanner.digits(2), hour < 24, scanner.take(":"),
      let minute = scanner.digits(2), minute < 60
    else { return nil }
    var second: Int64 = 0
    if !scanner.isAtEnd {
      guard scanner.take(":"), let digits = scanner.digits(2), digits < 60, scanner.isAtEnd else {
        return nil
      }
      second = digits
    }
    return date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// The date without the time of day.
  package var date: CivilDate { CivilDate(daysSinceEpoch: dayNumber) }

  /// Days since 1970-01-01.
  package var dayNumber: Int64 { (seconds - secondOfDay) / 86_400 }

  /// Seconds since midnight, 0 to 86,399.
  package var secondOfDay: Int64 { ((seconds % 86_400) + 86_400) % 86_400 }

  /// This time `seconds` later on the same clock, clamped to `range`.
  package func advanced(bySeconds delta: Int64) -> LocalTime {
    let (sum, overflow) = seconds.addingReportingOverflow(delta)
    return LocalTime(clamping: overflow ? (delta < 0 ? .min : .max) : sum)
  }

  /// The same time of the day on the same day `months` later, or on that month's last day if it
  /// is shorter.
  package func advanced(byMonths months: Int64) -> LocalTime {
    let date = date
    let (month, overflow) = (date.year * 12 + date.month - 1).addingReportingOverflow(months)
    guard !overflow, let first = CivilDate(year: month / 12, month: month % 12 + 1, day: 1),
      let next = CivilDate(year: (month + 1) / 12, month: (month + 1) % 12 + 1, day: 1)
    else { return LocalTime(clamping: months < 0 ? .min : .max) }
    let length = next.daysSinceEpoch - first.daysSinceEpoch
    let day = first.daysSinceEpoch + min(date.day, length) - 1
    return LocalTime(clamping: day * 86_400 + secondOfDay)
  }

  /// The same time on another day of its month; nil when the month is shorter.
  func onDay(_ day: Int64) -> LocalTime? {
    let date = date
    guard let other = CivilDate(year: date.year, month: date.month, day: day) else { return nil }
    return LocalTime(clamping: other.daysSinceEpoch * 86_400 + secondOfDay)
  }

  /// The nearest time within `range`.
  package init(clamping seconds: Int64) {
    self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// `2026-12-01 10:00`, with seconds only where they are not zero.
  package var description: String {
    let date = date
    let clock = secondOfDay
    var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2)) "
    text += "\(padded(clock / 3_600, 2)):\(padded(clock / 60 % 60, 2))"
    if clock % 60 != 0 { text += ":" + padded(clock % 60, 2) }
    return text
  }

  /// Earlier on the clock comes first.
  package static func < (left: LocalTime, right: LocalTime) -> Bool {
    left.seconds < right.seconds
  }
}
