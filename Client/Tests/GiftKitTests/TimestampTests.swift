import Foundation
import Testing

@testable import GiftKit

struct TimestampTests {
  @Test(arguments: [
    ("2026-11-21T10:47:54.343499Z", 1_795_258_074_343_499), ("1970-01-01T00:00:00.000000Z", 0),
    ("2000-02-29T23:59:59.999999Z", 951_868_799_999_999),
    ("1969-12-31T23:59:59.999999Z", -1), ("9999-12-31T23:59:59.000000Z", 253_402_300_799_000_000),
  ])
  func `an instant keeps its microseconds`(text: String, microseconds: Int64) throws {
    let date = try #require(Timestamps.instant(text))
    #expect(Int64((date.timeIntervalSince1970 * 1e6).rounded()) == microseconds)
    #expect(Timestamps.text(date) == text)
  }

  @Test func `every day of four centuries is read as it is written`() throws {
    for day in stride(from: -2_000_000, to: 146_097, by: 7) {
      let date = Date(timeIntervalSince1970: Double(day % 146_097) * 86_400)
      #expect(Timestamps.instant(Timestamps.text(date)) == date)
    }
  }

  @Test(arguments: ["2026-11-21T10:47:54Z", "2026-11-21T10:47:54.5Z", "2027-02-14T23:00:00Z"])
  func `a fraction may be short or missing`(text: String) {
    #expect(Timestamps.instant(text) != nil)
  }

  @Test(arguments: [
    "", "Z", "2026-11-21", "2026-11-21T10:47:54", "2026-11-21T10:47:54+01:00",
    "2026-13-21T10:47:54Z", "2026-11-32T10:47:54Z",
    "2026-11-21 10:47:54Z", "2026-11-21T10:47:54.Z", "2026-11-21T10:47:54,5Z",
    "-026-11-21T10:47:54Z", "2026-11-21T10:47:54.1234567890123Z", "２026-11-21T10:47:5Z",
  ])
  func `other text is not an instant`(text: String) {
    #expect(Timestamps.instant(text) == nil)
  }

  @Test func `an HTTP date is an instant`() throws {
    let date = try #require(Timestamps.httpDate("Sat, 21 Nov 2026 10:47:54 GMT"))
    #expect(Timestamps.text(date) == "2026-11-21T10:47:54.000000Z")
  }

  @Test(arguments: [
    "", "Sat, 21 Nov 2026 10:47:54 UTC",
    "Saturday, 21-Nov-26 10:47:54 GMT",
    "Sat, 21 Nov 2026 10:47:54 GMT, Sat, 21 Nov 2026 10:47:55 GMT", "1795258074",
  ])
  func `other text is not an HTTP date`(text: String) {
    #expect(Timestamps.httpDate(text) == nil)
  }
}
