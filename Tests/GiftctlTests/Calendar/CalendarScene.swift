import GiftDomain

@testable import giftctl

/// Gifts and rotations of a test's own, without a database.
struct CalendarScene {
  private(set) var states: [GiftState] = []
  private(set) var rotations: [Rotation] = []

  /// A window or, without an end, what stands from an instant on; without a version, nothing.
  typealias Stretch = (version: Int64?, from: String, until: String?)

  /// One more gift, behind the others in order.
  mutating func add(
    _ gift: String, in category: String = "general", latest: Int64 = 1, plans: [Stretch] = []
  ) throws {
    let definition = try Definition(
      names: try LocalNames(
        [try LocaleTag("en"): try GiftName(gift)], fallback: try LocaleTag("en")),
      price: try Price(coins: 1),
      category: try Category(category), places: [.gifts: try Order(Int64(states.count))],
      audience: .everybody,
      isStreakable: false,
      tags: [],
      latestVersion: try VersionNumber(latest), note: nil)
    let plans = try plans.map {
      Availability(
        window: try Window(from: instant($0.from), until: try $0.until.map(instant)),
        version: try $0.version.map(VersionNumber.init))
    }
    states.append(
      GiftState(
        gift: try GiftID(gift), definition: definition, versions: [],
        schedule: try GiftSchedule(plans)))
  }

  /// One more rotation; `lineup` is `rose:2,heart:1`.
  mutating func rotate(_ name: String, _ plan: RotationPlan, at: String = "2027-02-01T00:00:00Z")
    throws
  {
    let revision = Rotation.Revision(since: try ChangeNumber(1), at: try instant(at), plan: plan)
    if let index = rotations.firstIndex(where: { $0.name.text == name }) {
      let revisions = rotations[index].revisions
      let next = Rotation.Revision(
        since: try ChangeNumber(Int64(revisions.count) + 1), at: try instant(at), plan: plan)
      if let rotation = Rotation(name: rotations[index].name, revisions: revisions + [next]) {
        rotations[index] = rotation
      }
    } else if let rotation = Rotation(name: try RotationName(name), revisions: [revision]) {
      rotations.append(rotation)
    }
  }

  /// The calendar of so many weeks from an instant on.
  func calendar(
    weeks: Int64, at text: String, now: String? = nil, in zone: ZoneRules = .utc,
    change: ChangeNumber? = nil
  ) throws -> GiftCalendar {
    let asked = try instant(text)
    return try GiftCalendar(
      states: states, rotations: rotations, groups: GiftGroups([], at: .zero),
      span: CalendarSpan(weeks: weeks, from: asked, in: zone), instant: asked,
      now: try instant(now ?? text), change: change ?? ChangeNumber(1))
  }
}

/// An instant from RFC 3339.
func instant(_ text: String) throws -> Timestamp { try Timestamp(rfc3339: text) }

/// The plan of a new rotation; `lineup` is `rose:2,heart:1`.
func plan(
  _ lineup: String, first: String, every cadence: Cadence, perTurn: Int = 1, stay: Stay? = nil,
  turns: Int64? = nil, until: String? = nil, in zone: ZoneRules = .utc
) throws -> RotationPlan {
  let places = try lineup.split(separator: ",").map { text in
    let parts = text.split(separator: ":")
    let number = parts.count == 2 ? Int64(parts[1]) ?? 1 : 1
    return LineupPlace(
      gift: try GiftID(String(parts[0])), version: try VersionNumber(number))
  }
  return RotationPlan(
    zone: zone, first: try LocalTime(first), cadence: cadence, stay: stay,
    lineup: try Lineup(places, perTurn: perTurn), lastTurn: turns,
    until: try until.map(instant))
}

extension Cadence {
  static var daily: Cadence { get throws { try Cadence(1, .day) } }
  static var weekly: Cadence { get throws { try Cadence(1, .week) } }
}

extension ZoneRules {
  /// The clocks of Europe/London in 2027.
  static let london = ZoneRules(
    name: "Europe/London", firstOffsetSeconds: 0,
    transitions: [
      Transition(at: 1_806_195_600, offsetSeconds: 3_600),
      Transition(at: 1_824_944_400, offsetSeconds: 0),
    ])

  /// Pacific/Apia in 2011, which has no 30 December.
  static let apia = ZoneRules(
    name: "Pacific/Apia", firstOffsetSeconds: -36_000,
    transitions: [Transition(at: 1_325_239_200, offsetSeconds: 50_400)])

  /// Nine hours before UTC.
  static let tokyo = ZoneRules(name: "Asia/Tokyo", firstOffsetSeconds: 32_400, transitions: [])
}
