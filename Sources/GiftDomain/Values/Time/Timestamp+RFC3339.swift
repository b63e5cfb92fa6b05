extension Timestamp {
  /// From RFC 3339 (§5.6): `2026-12-01T10:00:00Z`, `2026-12-01 11:00:00.25+01:00`.
  ///
  /// Fractions have 1 to 9 digits, of which six count. Leap seconds are refused, as no clock here
  /// has them.
  ///
  /// Throws `DomainError.malformed` for any other text, `outOfRange` outside the years 1 to 9999.
  package init(rfc3339 text: String) throws(DomainError) {
    var scanner = DigitScanner(text)
    guard let parsed = Self.parse(&scanner) else { throw .malformed(.instant, text: text) }
    try self.init(microseconds: parsed)
  }

  /// RFC 3339 in UTC, with as many digits of the fraction as it needs.
  package var rfc3339: String {
    let time = clock
    var text = "\(padded(time.date.year, 4))-\(padded(time.date.month, 2))-"
    text += "\(padded(time.date.day, 2))T\(padded(time.hour, 2)):\(padded(time.minute, 2)):"
    text += padded(time.second, 2)
    let fraction = microseconds - wholeSeconds * 1_000_000
    if fraction != 0 {
      var digits = padded(fraction, 6)
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  private var clock: (date: CivilDate, hour: Int64, minute: Int64, second: Int64) {
    let day = (wholeSeconds - (wholeSeconds < 0 ? 86_399 : 0)) / 86_400
    let second = wholeSeconds - day * 86_400
    return (CivilDate(daysSinceEpoch: day), second / 3_600, second / 60 % 60, second % 60)
  }

  /// The months as RFC 9110 (§5.6.7) has them.
  package static let httpMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The date of RFC 9110 (§5.6.7), whole seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
  package var httpDate: String {
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let time = clock
    let day = "\(weekdays[Int(time.date.weekday)]), \(padded(time.date.day, 2))"
    let date = "\(day) \(Self.httpMonths[Int(time.date.month) - 1]) \(padded(time.date.year, 4))"
    return "\(date) \(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2)) GMT"
  }

  /// The instant of an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7); nil
  /// for anything else.
  ///
  /// The two obsolete forms, which nothing has sent for decades, are ignored.
  package init?(httpDate text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, text.utf8.count == 29,
      let month = Self.httpMonths.firstIndex(of: String(parts[2]))
    else { return nil }
    let date = "\(parts[3])-\(padded(Int64(month) + 1, 2))-\(parts[1])T\(parts[4])Z"
    // The weekday must match too.
    guard let instant = try? Timestamp(rfc3339: date), instant.httpDate == text else { return nil }
    self = instant
  }

  private static func parse(_ scanner: inout DigitScanner) -> Int64? {
    guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2),
      scanner.take("-"), let day = scanner.digits(2),
      let date = CivilDate(year: year, month: month, day: day),
      scanner.take("T", "t", " "), let hour = scanner.digits(2), hour < 24,
      scanner.take(":"), let minute = scanner.digits(2), minute < 60,
      scanner.take(":"), let second = scanner.digits(2), second < 60,
      let fraction = scanner.fraction(), let offset = scanner.offsetSeconds(), scanner.isAtEnd
    else { return nil }
    let seconds = date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return seconds * 1_000_000 + fraction
  }
}
