import GiftDomain
import Testing

/// What a wall clock can show.
struct LocalTimeTests {
  @Test(arguments: [
    ("2026-12-01 10:00", 1_796_119_200), ("2026-12-01T10:00", 1_796_119_200),
    ("2026-12-01 10:00:30", 1_796_119_230), ("1970-01-01 00:00", 0),
    ("1969-12-31 23:59:59", -1), ("0001-01-01 00:00", LocalTime.range.lowerBound),
    ("9998-12-31 23:59:59", LocalTime.range.upperBound), ("2028-02-29 00:00", 1_835_395_200),
  ])
  func `a date and a time are read`(text: String, seconds: Int64) throws {
    #expect(try LocalTime(text).seconds == seconds)
  }

  @Test(arguments: [
    "", "2026-12-01", "2026-12-01 10", "2026-12-01 10:0", "2026-12-01 10:00:", "2026-12-01 10:00:3",
    "2026-12-01 10:00:30 ", "2026-12-01 10:00Z", "2026-12-01 10:00+01:00", "2026-12-01  10:00",
    "2026-12-01t10:00", "2026-12-01 24:00", "2026-12-01 10:60", "2026-12-01 10:00:60",
    "2026-13-01 10:00", "2026-00-01 10:00", "2026-02-29 10:00", "2026-04-31 10:00",
    "2026-1-01 10:00", "26-12-01 10:00", "0000-12-01 10:00", "-001-12-01 10:00",
    "294277-01-01 00:00", "２０２６-12-01 10:00", "2026/12/01 10:00", "tomorrow 10:00",
    "2026-12-01 10:00:30.5",
  ])
  func `any other text is malformed`(text: String) {
    #expect(throws: DomainError.malformed(.localTime, text: text)) { try LocalTime(text) }
  }

  @Test(arguments: [
    ("9999-01-01 00:00", 253_370_764_800), ("9999-12-31 23:59:59", 253_402_300_799),
  ])
  func `the year 9999 is left to the zones`(text: String, seconds: Int64) {
    let error = DomainError.outOfRange(.localTime, value: seconds, allowed: LocalTime.range)
    #expect(throws: error) { try LocalTime(text) }
    #expect(throws: error) { try LocalTime(seconds: seconds) }
  }

  @Test func `a text is written as it is read, seconds only where there are any`() throws {
    for text in ["2026-12-01 10:00", "2026-12-01 10:00:01", "0001-01-01 00:00"] {
      #expect(try LocalTime(text).description == text)
    }
  }

  @Test(arguments: [
    ("2026-01-31 10:00", 1, "2026-02-28 10:00"), ("2026-01-31 10:00", 2, "2026-03-31 10:00"),
    ("2028-01-31 10:00", 1, "2028-02-29 10:00"), ("2026-12-31 10:00", 2, "2027-02-28 10:00"),
    ("2026-03-31 10:00", -1, "2026-02-28 10:00"), ("2026-01-15 10:00", -1, "2025-12-15 10:00"),
    ("2026-01-15 10:00", 120, "2036-01-15 10:00"),
    ("2026-01-15 10:00", 120_000, "9998-12-31 23:59:59"),
    ("2026-01-15 10:00", -120_000, "0001-01-01 00:00"),
    ("2026-01-15 10:00", Int64.max, "9998-12-31 23:59:59"),
  ])
  func `months later is the same day, or the last of a shorter month`(
    text: String, months: Int64, expected: String
  ) throws {
    #expect(try LocalTime(text).advanced(byMonths: months).description == expected)
  }

  @Test(arguments: [
    (Int64.max, "9998-12-31 23:59:59"), (Int64.min, "0001-01-01 00:00"),
    (86_400, "2026-01-16 10:00"),
  ])
  func `seconds later ends with the years`(seconds: Int64, expected: String) throws {
    #expect(try LocalTime("2026-01-15 10:00").advanced(bySeconds: seconds).description == expected)
  }
}
