import Console
import GiftDomain
import GiftStore

/// The database's clock as one command reads it: once, when the first of its times needs it, so
/// that `--from +1w --until +3w` is two weeks to the microsecond.
struct CommandClock {
  private let store: GiftStore
  private let zone: String?
  private var reading: Timestamp?
  private var rules: ZoneRules?

  /// A clock, not read yet; `zone` is that of local times: by default the rotation's, with its own
  /// stored rules, else the reader's.
  init(_ store: GiftStore, zone: String?, of rotation: Rotation? = nil) {
    self.store = store
    self.zone = zone ?? rotation?.plan.zone.name ?? TimeStyle.current.clock?.zone
    if self.zone == rotation?.plan.zone.name { rules = rotation?.plan.zone }
  }

  /// The instant of an optional time.
  mutating func instant(_ time: TimeArgument?) async throws -> Timestamp? {
    guard let time else { return nil }
    return try await instant(time)
  }

  /// The instant of a time.
  ///
  /// Throws `CommandError.zoneMissing` for a local time without a zone, `zoneUnknown` for one in a
  /// zone that the database does not know.
  mutating func instant(_ time: TimeArgument) async throws -> Timestamp {
    switch time {
    case .now: return try await now()
    case .relative(let microseconds): return try await now().advanced(byMicroseconds: microseconds)
    case .absolute(let instant): return instant
    case .local(let local): return try await instant(local)
    }
  }

  private mutating func instant(_ local: LocalTime) async throws -> Timestamp {
    guard let zone else { throw CommandError.zoneMissing(local.description) }
    if rules == nil { rules = try await store.rules(ofZone: zone) }
    guard let rules else { throw CommandError.zoneUnknown(zone) }
    let instant = rules.instant(of: local)
    switch rules.occasion(of: local) {
    case .once: break
    case .gap:
      Terminal.explain(
        "giftctl: \(local) does not exist in \(zone), because clocks skip it; using \(instant).")
    case .twice:
      Terminal.explain(
        "giftctl: \(local) occurs twice in \(zone); using the second, \(instant).")
    }
    return instant
  }

  mutating func moment(_ point: PointArgument) async throws -> Moment {
    switch point {
    case .time(.now): .now
    case .time(let time): .instant(try await instant(time))
    case .change(let number): .change(number)
    }
  }

  private mutating func now() async throws -> Timestamp {
    if let reading { return reading }
    let now = try await store.clock()
    reading = now
    return now
  }
}
