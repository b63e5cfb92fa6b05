import GiftDomain
import Testing

struct TimestampTests {
  /// As written, microseconds since the epoch, as printed.
  static let good: [(String, Int64, String)] = [
    ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
    ("2026-12-01T10:00:00Z", 1_796_119_200_000_000, "2026-12-01T10:00:00Z"),
    ("2026-12-01T11:00:00+01:00", 1_796_119_200_000_000, "2026-12-01T10:00:00Z"),
    ("2026-12-01 11:00:00.25+01:00", 1_796_119_200_250_000, "2026-12-01T10:00:00.25Z"),
    ("2026-12-01t10:00:00z", 1_796_119_200_000_000, "2026-12-01T10:00:00Z"),
    ("2026-12-01T10:00:00-00:00", 1_796_119_200_000_000, "2026-12-01T10:00:00Z"),
    ("1970-01-01T05:45:00.000001+05:45", 1, "1970-01-01T00:00:00.000001Z"),
    ("1970-01-01T23:59:00+23:59", 0, "1970-01-01T00:00:00Z"),
    ("1969-12-31T00:01:00-23:59", 0, "1970-01-01T00:00:00Z"),
    ("1970-01-01T00:00:00.1Z", 100_000, "1970-01-01T00:00:00.1Z"),
    ("1970-01-01T00:00:00.100000Z", 100_000, "1970-01-01T00:00:00.1Z"),
    ("1970-01-01T00:00:00.012345Z", 12_345, "1970-01-01T00:00:00.012345Z"),
    ("1970-01-01T00:00:00.123456789Z", 123_456, "1970-01-01T00:00:00.123456Z"),
    ("1970-01-01T00:00:00.000000999Z", 0, "1970-01-01T00:00:00Z"),
    ("1969-12-31T23:59:59.999999Z", -1, "1969-12-31T23:59:59.999999Z"),
    ("1969-12-31T23:59:59Z", -1_000_000, "1969-12-31T23:59:59Z"),
    ("2000-02-29T00:00:00Z", 951_782_400_000_000, "2000-02-29T00:00:00Z"),
    ("2024-02-29T23:59:59Z", 1_709_251_199_000_000, "2024-02-29T23:59:59Z"),
    ("1900-03-01T00:00:00Z", -2_203_891_200_000_000, "1900-03-01T00:00:00Z"),
    ("0001-01-01T00:00:00Z", Timestamp.range.lowerBound, "0001-01-01T00:00:00Z"),
    ("0001-01-01T01:00:00+01:00", Timestamp.range.lowerBound, "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999999Z", Timestamp.range.upperBound, "9999-12-31T23:59:59.999999Z"),
    ("9999-12-31T00:59:59.999999-23:00", Timestamp.range.upperBound, "9999-12-31T23:59:59.999999Z"),
  ]

  static let bad = [
    "", "now", "2026", "2026-12-01", "2026-12-01T10:00:00", "2026-12-01T10:00Z", "10:00:00Z",
    "20261201T100000Z", "1796119200", "2026-12-01_10:00:00Z", "2026-12-01  10:00:00Z",
    " 2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z ", "2026-12-01T10:00:00ZZ",
    "2026-12-01T10:00:00Z\n", "2026-12-01T10:00:00Z\0", "26-12-01T10:00:00Z",
    "12026-12-01T10:00:00Z", "+2026-12-01T10:00:00Z", "-2026-12-01T10:00:00Z",
    "0000-01-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
    "2024-02-30T00:00:00Z", "2026-12-01T24:00:00Z", "2026-12-01T10:60:00Z",
    "2026-12-01T23:59:60Z", "2026-12-01T1:00:00Z", "2026-12-01T10:00:00.Z",
    "2026-12-01T10:00:00,5Z", "2026-12-01T10:00:00.1234567890Z", "2026-12-01T10:00:00.-1Z",
    "2026-12-01T10:00:00+0100", "2026-12-01T10:00:00+01", "2026-12-01T10:00:00+1:00",
    "2026-12-01T10:00:00+24:00", "2026-12-01T10:00:00+01:60", "2026-12-01T10:00:00 +01:00",
    "2026-12-01T10:00:00−01:00", "2026-12-01T10:00:00[Europe/London]", "٢٠٢٦-12-01T10:00:00Z",
    "２０２６-12-01T10:00:00Z", "2026-12-01T10:00:00é", String(repeating: "2026-", count: 2_000),
  ]

  @Test(arguments: good)
  func `RFC 3339 is read and written`(text: String, microseconds: Int64, printed: String) throws {
    let instant = try Timestamp(rfc3339: text)
    #expect(instant.microseconds == microseconds)
    #expect(instant.rfc3339 == printed)
    #expect(instant.description == printed)
    #expect(try Timestamp(rfc3339: printed) == instant)
  }

  @Test(arguments: bad)
  func `anything else is refused with the text that was given`(text: String) {
    #expect(throws: DomainError.malformed(.instant, text: text)) { try Timestamp(rfc3339: text) }
  }

  @Test(arguments: [
    ("0001-01-01T00:00:00+00:01", Timestamp.range.lowerBound - 60_000_000),
    ("0001-01-01T00:00:00+23:59", Timestamp.range.lowerBound - 86_340_000_000),
    ("9999-12-31T23:59:59.999999-00:01", Timestamp.range.upperBound + 60_000_000),
  ])
  func `an offset that leads out of the years 1 to 9999 is out of range`(
    text: String, microseconds: Int64
  ) {
    let error = DomainError.outOfRange(.instant, value: microseconds, allowed: Timestamp.range)
    #expect(throws: error) { try Timestamp(rfc3339: text) }
  }

  @Test(arguments: [
    Timestamp.range.lowerBound - 1, Timestamp.range.upperBound + 1, Int64.min, Int64.max,
  ])
  func `an instant outside the years 1 to 9999 is refused`(microseconds: Int64) {
    let error = DomainError.outOfRange(.instant, value: microseconds, allowed: Timestamp.range)
    #expect(throws: error) { try Timestamp(microseconds: microseconds) }
  }

  @Test(arguments: Story.seeds)
  func `what is printed reads as the same instant, and sorts like it within a second's digits`(
    seed: UInt64
  ) throws {
    var chance = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let instant = try Timestamp(microseconds: chance.number(Timestamp.range))
      let read = try Timestamp(rfc3339: instant.rfc3339)
      if read != instant { Issue.record("\(instant.microseconds) is printed as \(instant)") }
      let second = try Timestamp(microseconds: instant.wholeSeconds * 1_000_000)
      let rest = instant.microseconds - second.microseconds
      if !(0..<1_000_000).contains(rest) || instant.rfc3339.prefix(19) != second.rfc3339.prefix(19)
      {
        Issue.record("\(instant) is not within \(second)")
      }
    }
  }

  @Test(
    arguments: [
      (784_111_777_000_000, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (999_999, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (951_782_400_000_000, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (1_796_119_200_000_000, "Tue, 01 Dec 2026 10:00:00 GMT"),
      (Timestamp.range.lowerBound, "Mon, 01 Jan 0001 00:00:00 GMT"),
      (Timestamp.range.upperBound, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ] as [(Int64, String)])
  func `headers carry the date of RFC 9110`(microseconds: Int64, date: String) throws {
    #expect(try Timestamp(microseconds: microseconds).httpDate == date)
  }

  @Test func `moving an instant stays in range or is refused`() throws {
    #expect(try Timestamp.epoch.advanced(byMicroseconds: -1).microseconds == -1)
    let last = try Timestamp(microseconds: Timestamp.range.upperBound)
    let first = try Timestamp(microseconds: Timestamp.range.lowerBound)
    for (instant, delta, value) in [
      (last, 1, Timestamp.range.upperBound + 1), (first, -1, Timestamp.range.lowerBound - 1),
      (last, .max, .max), (first, .min, .min),
    ] as [(Timestamp, Int64, Int64)] {
      let error = DomainError.outOfRange(.instant, value: value, allowed: Timestamp.range)
      #expect(throws: error) { try instant.advanced(byMicroseconds: delta) }
    }
  }
}
