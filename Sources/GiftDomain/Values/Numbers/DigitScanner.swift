/// Reads the fixed-width digits of a date from left to right.
struct DigitScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8.prefix(64)) }

  var isAtEnd: Bool { position == bytes.count }

  /// Exactly `count` digits as a number.
  mutating func digits(_ count: Int) -> Int64? {
    guard position + count <= bytes.count else { return nil }
    var value: Int64 = 0
    for byte in bytes[position..<position + count] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    position += count
    return value
  }

  /// One of `allowed`.
  mutating func take(_ allowed: Unicode.Scalar...) -> Bool {
    guard position < bytes.count, allowed.contains(Unicode.Scalar(bytes[position])) else {
      return false
    }
    position += 1
    return true
  }

  /// Microseconds of an optional `.` and 1 to 9 digits; nil if no digit follows the dot.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    var microseconds: Int64 = 0
    var count = 0
    while count < 9, let digit = digits(1) {
      if count < 6 { microseconds = microseconds * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<max(count, 6) { microseconds *= 10 }
    return microseconds
  }

  /// `Z`, or `+01:00` and the like, in seconds east of UTC.
  mutating func offsetSeconds() -> Int64? {
    if take("Z", "z") { return 0 }
    let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
    guard take("+", "-"), let hours = digits(2), hours < 24, take(":"),
      let minutes = digits(2), minutes < 60
    else { return nil }
    return (hours * 3_600 + minutes * 60) * (isNegative ? -1 : 1)
  }
}

/// A number's digits, padded with zeros to `width`.
package func padded(_ number: some BinaryInteger, _ width: Int, radix: Int = 10) -> String {
  let digits = String(number, radix: radix)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
