import GiftDomain

// Draws of rotations and of what may be asked of them.
extension SplitMix64 {
  /// A zone of the fixtures, or one that never was.
  mutating func zone(around local: LocalTime) throws -> ZoneRules {
    if chance(40) {
      let fixtures = try ZoneFixture.all()
      return fixtures[Int(number(0...Int64(fixtures.count) - 1))].rules
    }
    var offset = number(-24...28) * 1_800
    var at = local.seconds - 200 * 86_400
    let first = offset
    let transitions = (0..<12).map { _ in
      at += number(20 * 24...150 * 24) * 3_600
      offset += (chance(50) ? 1 : -1) * (chance(30) ? 1_800 : 3_600)
      return ZoneRules.Transition(at: at, offsetSeconds: offset)
    }
    return ZoneRules(name: "Nowhere/Land", firstOffsetSeconds: first, transitions: transitions)
  }

  /// A time in the years that the fixtures know, often one at which clocks are turned.
  mutating func localTime() throws -> LocalTime {
    let day = chance(30) ? number(15_320...15_340) : number(14_300...19_500)
    let second = chance(70) ? number(0...6) * 1_800 : number(0...86_399)
    return try LocalTime(seconds: day * 86_400 + second)
  }

  mutating func cadence(atLeast unit: CadenceUnit) throws -> Cadence {
    let count = number(1...3)
    guard chance(15) else { return try Cadence(count, unit) }
    return try Cadence(count, unit == .day ? .week : .month)
  }

  mutating func stay(within unit: CadenceUnit) throws -> Stay? {
    if chance(40) { return nil }
    // Never whole days of hours, which reach the next turn but for one day in autumn.
    if chance(30) { return try Stay(24 * number(0...3) + number(1...23), .hour) }
    return try Stay(number(1...4), unit == .day || chance(50) ? .day : .week)
  }

  mutating func places(_ count: ClosedRange<Int64>) throws -> [LineupPlace] {
    var gifts = Array(Int64(0)..<12)
    gifts.shuffle(using: &self)
    return try gifts.prefix(Int(number(count))).map { try place($0) }
  }

  mutating func place(_ index: Int64? = nil) throws -> LineupPlace {
    let gift = try GiftID("gift-\(index ?? number(0...11))")
    return LineupPlace(gift: gift, version: try VersionNumber(number(1...3)))
  }

  mutating func plan(_ unit: CadenceUnit) throws -> RotationPlan {
    let first = try localTime()
    return RotationPlan(
      zone: try zone(around: first), first: first, cadence: try cadence(atLeast: unit),
      stay: try stay(within: unit), lineup: try Lineup(places(1...8), perTurn: perTurn()),
      lastTurn: chance(20) ? number(1...30) : nil,
      until: chance(15) ? try instant(after: first, days: 400) : nil)
  }

  mutating func rotationVerb(
    for plan: RotationPlan, _ unit: CadenceUnit, now: Timestamp
  ) throws -> RotationVerb {
    let next = max(plan.firstTurn, plan.turns(from: now, until: now.later(1)).last?.number ?? 0)
    let turn = next + number(-1...6)
    switch number(1...100) {
    case ...30: return .edit(try rotationPatch(for: plan, unit, now: now))
    case ...45: return .skip(turn, chance(75))
    case ...60:
      let delta = number(-5...5) * [3_600, 86_400, 691_200][Int(number(0...2))]
      return .move(turn, to: chance(20) ? nil : plan.start(of: turn).advanced(bySeconds: delta))
    case ...80:
      let gifts =
        plan.scheduledPlaces(of: turn).map(\.gift) + (plan.carried?.places ?? []).map(\.gift)
      let gift = chance(90) ? gifts.randomElement(using: &self) : nil
      return .swap(try gift ?? place().gift, in: turn, for: chance(15) ? nil : try place())
    case ...96:
      let gift = chance(80) ? plan.gifts.sorted().randomElement(using: &self) : nil
      let instant = chance(50) ? now : now.later(number(0...90 * 86_400) * 1_000_000)
      return .withdraw(try gift ?? place().gift, at: instant)
    default:
      return .end(at: chance(20) ? now : now.later(number(-1...200) * 86_400_000_000))
    }
  }

  private mutating func rotationPatch(
    for plan: RotationPlan, _ unit: CadenceUnit, now: Timestamp
  ) throws -> RotationPatch {
    var patch = RotationPatch()
    let local = plan.zone.local(at: now)
    if chance(15) { patch.zone = try zone(around: local) }
    if chance(20) { patch.first = local.advanced(bySeconds: number(-8...40) * 43_200) }
    if chance(25) { patch.cadence = try cadence(atLeast: unit) }
    if chance(25) { patch.stay = Setting(try stay(within: unit)) }
    if chance(40) { patch.lineup = try places(0...8).map(\.spec) }
    if chance(20) { patch.perTurn = perTurn() }
    if chance(10) { patch.lastTurn = Setting(chance(50) ? nil : plan.firstTurn + number(0...20)) }
    if chance(10) {
      patch.until = Setting(chance(60) ? nil : try instant(after: local, days: 300))
    }
    return patch
  }

  private mutating func perTurn() -> Int { Int(chance(70) ? number(1...3) : number(1...10)) }

  private mutating func instant(after local: LocalTime, days: Int64) throws -> Timestamp {
    try at((local.seconds + number(0...days * 86_400)) * 1_000_000)
  }
}

extension Timestamp {
  /// So many microseconds later, in a time that is far from both ends.
  func later(_ delta: Int64) -> Timestamp {
    // The stories lie in this century, where nothing is out of range.
    (try? advanced(byMicroseconds: delta)) ?? self
  }
}
