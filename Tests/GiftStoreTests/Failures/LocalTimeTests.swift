import GiftDomain
import GiftStore
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct LocalTimeTests {
  @Test(
    arguments: [
      ("2026-12-01 10:00", "Europe/London", "2026-12-01T10:00:00Z"),
      ("2026-07-01T10:00:30.5", "Europe/Berlin", "2026-07-01T08:00:30.5Z"),
      // The clocks go forward at one: half past one is half past two.
      ("2026-03-29 01:30", "Europe/London", "2026-03-29T01:30:00Z"),
      // They go back at two: half past one comes twice, and the second counts.
      ("2026-10-25 01:30", "Europe/London", "2026-10-25T01:30:00Z"),
      ("2026-12-01", "Asia/Tokyo", "2026-11-30T15:00:00Z"),
    ])
  func `a local time is an instant by the zone's rules`(
    local: String, zone: String, instant: String
  ) async throws {
    let store = try await StoreFixture.untouched().store(.reader)
    #expect(
      try await store.instant(ofLocalTime: local, zone: zone) == (try Timestamp(rfc3339: instant)))
  }

  @Test(
    arguments: [
      ("2026-12-01 10:00", "Europe/Atlantis"), ("2026-02-30 10:00", "Europe/London"),
      ("2026-12-01 25:00", "Europe/London"), ("tea time", "Europe/London"),
      ("2026-12-01 10:00", ""), ("", "Europe/London"), ("infinity", "Europe/London"),
      ("9999-12-31 23:59", "America/New_York"), ("2026-12-01 10:00\0", "Europe/London"),
    ])
  func `a time or zone that nobody knows is said to be unreadable`(
    local: String, zone: String
  ) async throws {
    let store = try await StoreFixture.untouched().store(.reader)
    await #expect(throws: StoreError.localTimeUnreadable(text: local, zone: zone)) {
      try await store.instant(ofLocalTime: local, zone: zone)
    }
  }
}
