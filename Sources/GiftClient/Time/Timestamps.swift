import Foundation

/// Reads and writes the two forms of instants in the read API, without formatters: those are slow,
/// and keep milliseconds only.
enum Timestamps {
  /// An instant of RFC 3339 in UTC, with up to nine digits after the second; nil if malformed.
  static func instant(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard (20...30).contains(bytes.count), bytes.last == UInt8(ascii: "Z"),
      bytes[4] == 45, bytes[7] == 45, bytes[10] == 84, bytes[13] == 58, bytes[16] == 58,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      let whole = seconds(year, month, day, hour, minute, second)
    else { return nil }
    let fraction = bytes[19..<(bytes.count - 1)]
    guard !fraction.isEmpty else { return Date(timeIntervalSince1970: Double(whole)) }
    guard fraction.first == 46, let digits = number(fraction.dropFirst()) else { return nil }
    let part = Double(digits) / pow(10, Double(fraction.count - 1))
    // Counted from 2001, a Double has room for a tenth of a microsecond.
    return Date(timeIntervalSinceReferenceDate: Double(whole - 978_307_200) + part)
  }

  /// An instant of RFC 3339 in UTC, to the microsecond.
  static func text(_ date: Date) -> String {
    let microseconds = Int64((date.timeIntervalSinceReferenceDate * 1e6).rounded())
    let (second, fraction) = floorDivide(microseconds, 1_000_000)
    let (day, clock) = floorDivide(second + 978_307_200, 86_400)
    let (year, month, dayOfMonth) = civil(day)
    let time = [clock / 3600, clock / 60 % 60, clock % 60].map { pad($0, 2) }
    return pad(year, 4) + "-" + pad(month, 2) + "-" + pad(dayOfMonth, 2) + "T"
      + time.joined(separator: ":") + "." + pad(fraction, 6) + "Z"
  }

  /// An IMF-fixdate (RFC 9110 §5.6.7), such as `Sat, 21 Nov 2026 10:47:54 GMT`; nil if malformed.
  static func httpDate(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count == 29, text.hasSuffix(" GMT"), bytes[3] == 44, bytes[19] == 58,
      bytes[22] == 58,
      let day = number(bytes[5..<7]), let year = number(bytes[12..<16]),
      let index = months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)),
      let hour = number(bytes[17..<19]), let minute = number(bytes[20..<22]),
      let second = number(bytes[23..<25]),
      let whole = seconds(year, Int64(index) + 1, day, hour, minute, second)
    else { return nil }
    return Date(timeIntervalSince1970: Double(whole))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard !bytes.isEmpty, bytes.count < 16 else { return nil }
    var value: Int64 = 0
    for byte in bytes {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    return value
  }

  /// Seconds since 1970; a leap second counts as the second after it.
  private static func seconds(
    _ year: Int64, _ month: Int64, _ day: Int64, _ hour: Int64, _ minute: Int64, _ second: Int64
  ) -> Int64? {
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    // The proleptic Gregorian calendar in eras of 400 years that begin in March.
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = era.rest * 365 + era.rest / 4 - era.rest / 100 + dayOfYear
    return (era.quotient * 146_097 + dayOfEra - 719_468) * 86_400 + hour * 3600 + minute * 60
      + second
  }

  /// The inverse: year, month and day of a number of days since 1970.
  private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func floorDivide(
    _ value: Int64, _ divisor: Int64
  ) -> (quotient: Int64, rest: Int64) {
    let rest = ((value % divisor) + divisor) % divisor
    return ((value - rest) / divisor, rest)
  }

  private static func pad(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
