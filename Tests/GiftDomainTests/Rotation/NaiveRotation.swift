import GiftDomain

/// What a rotation shows, as slow and obvious as can be: every turn is counted from the first on,
/// one by one, every list is searched from its beginning, and times are days and seconds.
struct NaiveRotation: Sendable {
  /// A gift shown for a time, microseconds since the epoch.
  struct Shown: Hashable, Sendable {
    let gift: GiftID
    let version: VersionNumber
    let from: Int64
    let until: Int64
  }

  private let revisions: [(at: Int64, shown: [Shown])]

  /// The turns that begin before `horizon`.
  init(_ rotation: Rotation, horizon: Int64) {
    revisions = rotation.revisions.map {
      ($0.at.microseconds, NaivePlan(plan: $0.plan).shown(before: horizon))
    }
  }

  /// What each gift plays at an instant; a gift twice when it is shown twice.
  func shown(at instant: Int64) -> [GiftID: [VersionNumber]] {
    var held: [Shown] = []
    for revision in revisions where revision.at <= instant { held = revision.shown }
    var playing: [GiftID: [VersionNumber]] = [:]
    for shown in held where shown.from <= instant && instant < shown.until {
      playing[shown.gift, default: []].append(shown.version)
    }
    return playing
  }

  /// Every instant at which something may change, in order.
  var instants: [Int64] {
    let ends = revisions.flatMap { $0.shown.flatMap { [$0.from, $0.until] } }
    return Set(ends + revisions.map(\.at)).sorted()
  }

  /// The instants at which each gift changes, in order.
  var boundaries: [GiftID: [Int64]] {
    var before: [GiftID: [VersionNumber]] = [:]
    var found: [GiftID: [Int64]] = [:]
    for instant in instants {
      let now = shown(at: instant)
      for gift in gifts where now[gift] != before[gift] {
        found[gift, default: []].append(instant)
      }
      before = now
    }
    return found
  }

  /// Every gift that is ever shown.
  var gifts: Set<GiftID> { Set(revisions.flatMap { $0.shown.map(\.gift) }) }
}

/// One plan, from its parts.
private struct NaivePlan {
  let plan: RotationPlan

  func shown(before horizon: Int64) -> [NaiveRotation.Shown] {
    var shown: [NaiveRotation.Shown] = []
    var queue = plan.lineup.places
    for _ in 0..<(queue.isEmpty ? 0 : plan.position) { queue.append(queue.removeFirst()) }
    var number = plan.anchorTurn
    // The turn that is counted from may lie behind the first.
    while number > plan.firstTurn {
      for _ in 0..<(queue.isEmpty ? 0 : plan.lineup.perTurn) {
        queue.insert(queue.removeLast(), at: 0)
      }
      number -= 1
    }
    var scheduled = later(number - plan.anchorTurn)
    while true {
      let start = begin(number, scheduled)
      let next = later(number + 1 - plan.anchorTurn)
      let end = begin(number + 1, next)
      if number == plan.firstTurn, let carried = plan.carried {
        let until = earliest([instant(start), carried.until?.microseconds])
        for place in carried.places {
          shown += show(place, from: carried.from.microseconds, until: until)
        }
      }
      if instant(start) >= horizon, number >= plan.firstTurn { return shown }
      if number >= plan.firstTurn, number <= plan.lastTurn ?? number {
        let until = earliest([instant(end), stayed(from: start)])
        for place in places(number, queue) {
          shown += show(place, from: instant(start), until: until)
        }
      }
      for _ in 0..<(queue.isEmpty ? 0 : plan.lineup.perTurn) { queue.append(queue.removeFirst()) }
      number += 1
      scheduled = next
    }
  }

  private func show(_ place: LineupPlace, from: Int64, until: Int64) -> [NaiveRotation.Shown] {
    let end = earliest([
      until, plan.until?.microseconds, plan.withdrawals[place.gift]?.microseconds,
    ])
    guard from < end else { return [] }
    return [
      NaiveRotation.Shown(gift: place.gift, version: place.version, from: from, until: end)
    ]
  }

  private func earliest(_ instants: [Int64?]) -> Int64 { instants.compactMap(\.self).min() ?? .max }

  /// Each gift once, the first that stands in the turn.
  private func places(_ number: Int64, _ queue: [LineupPlace]) -> [LineupPlace] {
    if plan.overrides[number]?.isSkipped == true { return [] }
    var found: [LineupPlace] = []
    for place in queue.prefix(plan.lineup.perTurn) {
      let wanted = plan.overrides[number]?.swaps[place.gift] ?? place
      if !found.contains(where: { $0.gift == wanted.gift }) { found.append(wanted) }
    }
    return found
  }

  // A day, and the seconds since its midnight.
  private typealias Clock = (day: Int64, second: Int64)

  private func day(of time: LocalTime) -> Clock {
    var day = time.seconds / 86_400
    while day * 86_400 > time.seconds { day -= 1 }
    return (day, time.seconds - day * 86_400)
  }

  private func begin(_ number: Int64, _ scheduled: Clock) -> Clock {
    plan.overrides[number]?.movedTo.map(day) ?? scheduled
  }

  /// The clock some turns after the anchor.
  private func later(_ turns: Int64) -> Clock {
    let anchor = day(of: plan.anchor)
    let steps = turns * plan.cadence.count
    switch plan.cadence.unit {
    case .day: return (anchor.day + steps, anchor.second)
    case .week: return (anchor.day + 7 * steps, anchor.second)
    case .month:
      let date = CivilDate(daysSinceEpoch: anchor.day)
      var (year, month) = (date.year, date.month)
      for _ in 0..<max(0, steps) { (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1) }
      for _ in 0..<max(0, -steps) {
        (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1)
      }
      for wanted in stride(from: date.day, through: 1, by: -1) {
        if let found = CivilDate(year: year, month: month, day: wanted) {
          return (found.daysSinceEpoch, anchor.second)
        }
      }
      return anchor
    }
  }

  private func stayed(from start: Clock) -> Int64? {
    guard let stay = plan.stay else { return nil }
    switch stay.unit {
    case .hour: return instant(start) + stay.count * 3_600_000_000
    case .day: return instant((start.day + stay.count, start.second))
    case .week: return instant((start.day + 7 * stay.count, start.second))
    }
  }

  /// Of all offsets that were ever in force, the last one under which the clock shows the time; the
  /// one before the gap when it never does.
  private func instant(_ clock: Clock) -> Int64 {
    let local = clock.day * 86_400 + clock.second
    var offset = plan.zone.firstOffsetSeconds
    var begun = Int64.min
    var found: Int64?
    var before = offset
    for transition in plan.zone.transitions {
      if begun <= local - offset, local - offset < transition.at { found = local - offset }
      if transition.at + offset <= local { before = offset }
      (begun, offset) = (transition.at, transition.offsetSeconds)
    }
    if begun <= local - offset { found = local - offset }
    return (found ?? local - before) * 1_000_000
  }
}
