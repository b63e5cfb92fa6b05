import GiftDomain
import GiftStore

/// The database's clock as one command reads it: once, when the first of its times needs it, so
/// that `--from +1w --until +3w` is two weeks to the microsecond.
struct CommandClock {
  private let store: GiftStore
  private let zone: String?
  private var reading: Timestamp?

  /// A clock that was not read yet; `zone` is that of local times.
  init(_ store: GiftStore, zone: String?) {
    self.store = store
    self.zone = zone
  }

  /// The same for a time that may be left out.
  mutating func instant(_ time: TimeArgument?) async throws(CommandError) -> Timestamp? {
    guard let time else { return nil }
    return try await instant(time)
  }

  /// The instant that a time means.
  ///
  /// Throws `CommandError.zoneMissing` for a local time without a zone.
  mutating func instant(_ time: TimeArgument) async throws(CommandError) -> Timestamp {
    switch time {
    case .now: return try await now()
    case .relative(let microseconds):
      let now = try await now()
      return try valid { () throws(DomainError) in
        try now.advanced(byMicroseconds: microseconds)
      }
    case .absolute(let instant): return instant
    case .local(let text):
      guard let zone else { throw .zoneMissing(text) }
      let instant = try await stored { () throws(StoreError) in
        try await store.instant(ofLocalTime: text, zone: zone)
      }
      try await remark(text, zone, instant)
      return instant
    }
  }

  /// Says what is meant by a local time that the zone's clock does not show just once.
  private func remark(
    _ text: String, _ zone: String, _ instant: Timestamp
  ) async throws(CommandError) {
    // What only the database can read is none that is typed: a day, or a part of a second.
    guard let local = try? LocalTime(text),
      let rules = try await stored({ () throws(StoreError) in try await store.zone(zone) })
    else { return }
    switch rules.occasion(of: local) {
    case .once: return
    case .gap:
      Terminal.say("giftctl: The clock of \(zone) leaves \(local) out: \(instant) is meant.")
    case .twice:
      Terminal.say(
        "giftctl: The clock of \(zone) shows \(local) twice: the second time, \(instant), is meant."
      )
    }
  }

  /// The moment to look at.
  mutating func moment(_ point: PointArgument) async throws(CommandError) -> Moment {
    switch point {
    case .time(.now): .now
    case .time(let time): .instant(try await instant(time))
    case .change(let number): .change(number)
    }
  }

  private mutating func now() async throws(CommandError) -> Timestamp {
    if let reading { return reading }
    let now = try await stored { () throws(StoreError) in try await store.clock() }
    reading = now
    return now
  }
}
