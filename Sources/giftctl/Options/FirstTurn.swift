import GiftDomain
import GiftStore

/// When a rotation begins, as people type it.
enum FirstTurn {
  case time(LocalTime)
  /// The next day of a week, counted from Sunday as 0, and seconds after its midnight.
  case next(weekday: Int64, second: Int64)

  private static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// Reads `2027-03-02 10:00`, or `Tue 10:00`.
  ///
  /// Throws `DomainError.malformed` for any other text.
  init(_ text: String) throws(DomainError) {
    let parts = text.split(separator: " ")
    let day = parts.first.map { $0.lowercased() } ?? ""
    guard parts.count == 2, day.count >= 3,
      let weekday = Self.weekdays.firstIndex(where: { $0.hasPrefix(day) })
    else {
      self = .time(try LocalTime(text))
      return
    }
    do {
      // On any day, to read the time of the day.
      let second = try LocalTime("2000-01-01 \(parts[1])").secondOfDay
      self = .next(weekday: Int64(weekday), second: second)
    } catch {
      throw .malformed(.localTime, text: text)
    }
  }

  /// The local time: of a weekday the next that is still to come.
  func time(in zone: ZoneRules, _ store: GiftStore) async throws -> LocalTime {
    switch self {
    case .time(let time): return time
    case .next(let weekday, let second):
      let now = try await store.clock()
      let today = zone.local(at: now)
      let days = (weekday - today.date.weekday + 7) % 7
      let time = today.advanced(bySeconds: days * 86_400 + second - today.secondOfDay)
      return zone.instant(of: time) > now ? time : time.advanced(bySeconds: 7 * 86_400)
    }
  }
}
