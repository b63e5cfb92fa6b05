import Foundation

/// Reads and writes the two forms of instants in the read API.
enum Timestamps {
  /// An instant of RFC 3339 in UTC, with up to nine digits after the second; nil if malformed.
  static func instant(_ text: String) -> Date? {
    // Foundation's own styles read milliseconds at most, and differ between systems in the rest.
    let bytes = Array(text.utf8)
    guard (20...30).contains(bytes.count), bytes.last == UInt8(ascii: "Z") else { return nil }
    let whole = String(decoding: bytes[..<19], as: UTF8.self) + "Z"
    // A malformed text has no instant.
    guard let second = try? Date(whole, strategy: .iso8601) else { return nil }
    let rest = bytes[19..<(bytes.count - 1)]
    guard let point = rest.first else { return second }
    let digits = rest.dropFirst()
    guard point == UInt8(ascii: "."), !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let fraction = digits.reversed().reduce(0.0) { ($0 + Double($1 - 48)) / 10 }
    return second.addingTimeInterval(fraction)
  }

  /// An instant of RFC 3339 in UTC, to the microsecond.
  static func text(_ date: Date) -> String {
    let microseconds = (date.timeIntervalSinceReferenceDate * 1e6).rounded()
    let second = (microseconds / 1e6).rounded(.down)
    let fraction = String(Int(microseconds - second * 1e6))
    let whole = Date(timeIntervalSinceReferenceDate: second).formatted(.iso8601)
    return whole.dropLast() + "." + String(repeating: "0", count: 6 - fraction.count) + fraction
      + "Z"
  }

  /// An IMF-fixdate (RFC 9110 §5.6.7), such as `Sat, 21 Nov 2026 10:47:54 GMT`; nil if malformed.
  static func httpDate(_ text: String) -> Date? {
    guard text.utf8.count == 29, text.hasSuffix(" GMT") else { return nil }
    // A malformed text has no instant.
    return try? Date(text, strategy: fixdate)
  }

  private static let fixdate = Date.ParseStrategy(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
      \(second: .twoDigits) GMT
      """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, isLenient: false)
}
