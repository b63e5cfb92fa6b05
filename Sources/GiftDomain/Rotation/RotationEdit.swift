/// What an edit of a rotation changes; nil leaves a value as it is.
package struct RotationPatch: Hashable, Sendable, Codable {
  /// The zone of the turns' times.
  package var zone: ZoneRules?
  /// When the next turn begins.
  package var first: LocalTime?
  /// The time between the beginnings of turns from then on.
  package var cadence: Cadence?
  /// How long gifts stay; unset means until the next turn.
  package var stay: Setting<Stay>?
  /// The gifts, in the order of their turns.
  package var lineup: [LineupSpec]?
  /// The number of gifts per turn.
  package var perTurn: Int?
  /// The number of the last turn; unset means no last turn.
  package var lastTurn: Setting<Int64>?
  /// When the rotation ends; unset means never.
  package var until: Setting<Timestamp>?

  /// A patch that changes nothing.
  package init() {}

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    zone = try values.decodeIfPresent(ZoneRules.self, forKey: .zone)
    first = try values.decodeIfPresent(LocalTime.self, forKey: .first)
    cadence = try values.decodeIfPresent(Cadence.self, forKey: .cadence)
    stay = try values.decodeIfPresent(Setting<Stay>.self, forKey: .stay)
    lineup = try values.decodeIfPresent([LineupSpec].self, forKey: .lineup)
    perTurn = try values.decodeIfPresent(Lineup.perTurns, .perTurn, forKey: .perTurn).map(Int.init)
    lastTurn = try values.decodeIfPresent(Setting<Int64>.self, forKey: .lastTurn)
    if let last = lastTurn?.value { _ = try RotationPlan.turns.checked(last, .turn) }
    until = try values.decodeIfPresent(Setting<Timestamp>.self, forKey: .until)
  }
}

// From a plan and a request to the new plan, or the reason for refusal. If nothing changes, the
// result equals the plan itself, so verbs are idempotent.
extension RotationPlan {
  /// The plan from an edit on: the current turn is carried over, and coming turns are computed.
  package func continued(at now: Timestamp) -> RotationPlan {
    let running = lastTurn(startedBy: now)
    guard running >= firstTurn else {
      // No turn of this plan has begun: the turn that it carried over continues.
      var copy = self
      copy.carried = carriedTurn.flatMap { $0.until > now ? carried : nil }
      return copy
    }
    var copy = self
    copy.firstTurn = running + 1
    copy.overrides = overrides.filter { $0.key > running }
    copy.carried = turn(running).flatMap { turn in
      guard turn.until > now, !turn.places.isEmpty else { return nil }
      return CarriedTurn(
        number: running, from: turn.from, until: stay?.end(of: turn.local, in: zone),
        places: turn.places)
    }
    return copy
  }

  /// With a patch: the current turn continues as it was, and coming turns follow the patch.
  ///
  /// A new cadence counts from the next turn, which keeps its time. A new lineup continues with the
  /// first of its gifts that would have come next.
  ///
  /// `place` finds the version of a gift in the lineup. Throws `Rejection.turnInPast`,
  /// `turnsOutOfOrder`, `instantInPast`, `rotationEnded` or `invalid`, and what `place` throws.
  package func edited(
    _ patch: RotationPatch, now: Timestamp,
    place: (LineupSpec) throws(Rejection) -> LineupPlace
  ) throws(Rejection) -> RotationPlan {
    let places = try patch.lineup?.map(place)
    var plan = continued(at: now)
    let next = plan.firstTurn
    let order = plan.lineup.gifts(from: plan.position(of: next), count: .max).map(\.gift)
    if patch.first != nil || patch.cadence != nil && patch.cadence != cadence {
      plan.count(from: next, at: patch.first, every: patch.cadence ?? cadence)
    }
    if patch.first != nil, var special = plan.overrides[next] {
      special.movedTo = nil
      plan.overrides[next] = special.isEmpty ? nil : special
    }
    if let zone = patch.zone { plan.zone = zone }
    if let stay = patch.stay { plan.stay = stay.value }
    if let last = patch.lastTurn { plan.lastTurn = last.value }
    if let until = patch.until { plan.until = until.value }
    for place in places ?? [] { plan.welcomeBack(place.gift, now: now) }
    if places != nil || patch.perTurn != nil {
      let places = places ?? plan.lineup.places
      let perTurn = patch.perTurn ?? plan.lineup.perTurn
      let lineup = try valid { () throws(DomainError) in try Lineup(places, perTurn: perTurn) }
      plan.setLineup(lineup, goingOnWith: order)
    }
    guard plan != continued(at: now) else { return self }
    if patch.until == nil, let until, until < now { throw .rotationEnded(at: until) }
    try plan.validate(now: now)
    try plan.validateTurnCount()
    return plan
  }

  /// With one coming turn skipped, or restored.
  ///
  /// Throws `Rejection.turnNotComing`.
  package func skipping(
    _ turn: Int64, _ isSkipped: Bool, now: Timestamp
  ) throws(Rejection) -> RotationPlan {
    try overriding(turn, now: now) { $0.isSkipped = isSkipped }
  }

  /// With a coming turn at another time, or back at its own (nil).
  ///
  /// Throws `Rejection.turnNotComing`, `turnInPast` or `turnsOutOfOrder`.
  package func moving(
    _ turn: Int64, to time: LocalTime?, now: Timestamp
  ) throws(Rejection) -> RotationPlan {
    try overriding(turn, now: now) { $0.movedTo = time }
  }

  /// With a gift in the current or a coming turn replaced by another; nil undoes the swap.
  ///
  /// Throws `Rejection.turnNotComing`, `giftNotInTurn` or `giftInTurn`.
  package func swapping(
    _ gift: GiftID, in number: Int64, for place: LineupPlace?, now: Timestamp
  ) throws(Rejection) -> RotationPlan {
    let plan = continued(at: now)
    if number == plan.carried?.number {
      return try swapping(gift, for: place, inRunningOf: plan, now: now)
    }
    guard plan.turn(number) != nil else { throw .turnNotComing(number, next: plan.firstTurn) }
    let scheduled = plan.scheduledPlaces(of: number)
    return try overriding(number, bringing: place?.gift, now: now) { special throws(Rejection) in
      guard scheduled.contains(where: { $0.gift == gift }) else {
        throw .giftNotInTurn(gift, number)
      }
      special.swaps[gift] = place
      let shown = scheduled.map { special.swaps[$0.gift] ?? $0 }
      if let place, shown.count(where: { $0.gift == place.gift }) > 1 {
        throw .giftInTurn(place.gift, number)
      }
    }
  }

  private func swapping(
    _ gift: GiftID, for place: LineupPlace?, inRunningOf plan: RotationPlan, now: Timestamp
  ) throws(Rejection) -> RotationPlan {
    guard let carried = plan.carried else { return self }
    guard let place else { throw .giftNotInTurn(gift, carried.number) }
    guard let index = carried.places.firstIndex(where: { $0.gift == gift }) else {
      // A gift that is already swapped in needs no second swap.
      guard carried.places.contains(place) else { throw .giftNotInTurn(gift, carried.number) }
      return self
    }
    var places = carried.places
    places[index] = place
    guard places.count(where: { $0.gift == place.gift }) == 1 else {
      throw .giftInTurn(place.gift, carried.number)
    }
    guard places != carried.places else { return self }
    var copy = plan
    copy.welcomeBack(place.gift, now: now)
    copy.carried = CarriedTurn(
      number: carried.number, from: carried.from, until: carried.until, places: places)
    return copy
  }

  /// Without a gift from an instant on, in the current and all coming turns.
  package func withdrawing(_ gift: GiftID, at instant: Timestamp, now: Timestamp) -> RotationPlan {
    guard gifts.contains(gift) else { return self }
    var plan = continued(at: now)
    guard instant <= now else {
      guard plan.gifts.contains(gift), withdrawals[gift].map({ $0 > instant }) ?? true else {
        return self
      }
      plan.withdrawals[gift] = instant
      return plan
    }
    guard plan.gifts.contains(gift) else { return self }
    let order = plan.lineup.gifts(from: plan.position(of: plan.firstTurn), count: .max).map(\.gift)
    if plan.lineup.places.contains(where: { $0.gift == gift }) {
      plan.setLineup(plan.lineup.without(gift), goingOnWith: order)
    }
    plan.overrides = plan.overrides.mapValues { $0.without(gift) }.filter { !$0.value.isEmpty }
    plan.carried = plan.carried.flatMap { $0.without(gift) }
    plan.withdrawals[gift] = nil
    return plan
  }

  /// With an end: nothing from `instant` on.
  ///
  /// Throws `Rejection.instantInPast`.
  package func ending(at instant: Timestamp, now: Timestamp) throws(Rejection) -> RotationPlan {
    if let until, until <= instant { return self }
    guard instant >= now else { throw .instantInPast(instant, now: now) }
    var plan = continued(at: now)
    plan.until = instant
    return plan
  }

  /// How many coming turns can be skipped, moved or swapped: further ones are slips.
  static let editableTurns: Int64 = 1_000

  private func overriding(
    _ turn: Int64, bringing guest: GiftID? = nil, now: Timestamp,
    _ change: (inout TurnOverride) throws(Rejection) -> Void
  ) throws(Rejection) -> RotationPlan {
    var plan = continued(at: now)
    guard plan.turn(turn) != nil else { throw .turnNotComing(turn, next: plan.firstTurn) }
    let last = plan.firstTurn + Self.editableTurns - 1
    guard turn <= last || plan.overrides[turn] != nil else { throw .turnTooFar(turn, last: last) }
    var special = plan.overrides[turn] ?? TurnOverride()
    let before = special
    try change(&special)
    guard special != before else { return self }
    plan.overrides[turn] = special.isEmpty ? nil : special
    if let guest { plan.welcomeBack(guest, now: now) }
    guard plan.overrides.count <= Self.maxOverrides else {
      throw .invalid(.tooMany(.turn, count: plan.overrides.count, limit: Self.maxOverrides))
    }
    try plan.validate(now: now)
    return plan
  }

  /// Cancels the withdrawal of a gift that was retired.
  private mutating func welcomeBack(_ gift: GiftID, now: Timestamp) {
    if let left = withdrawals[gift], left <= now { withdrawals[gift] = nil }
  }

  mutating func setLineup(_ lineup: Lineup, goingOnWith order: [GiftID]) {
    let count = Int64(max(1, lineup.places.count))
    let goesOn = order.lazy.compactMap { gift in
      lineup.places.firstIndex { $0.gift == gift }
    }.first
    let turns = (firstTurn - anchorTurn).modulo(count)
    position = (Int64(goesOn ?? 0) - turns * Int64(lineup.perTurn)).modulo(count)
    self.lineup = lineup
  }

  /// Counts turns from a new anchor, so that the next begins at a given time, or when it would
  /// have.
  ///
  /// A turn on 28 February may belong to a rotation on the 31st: then turns are counted from the
  /// first that falls on its own day.
  private mutating func count(from next: Int64, at first: LocalTime?, every new: Cadence) {
    var counted = next
    var start = first ?? scheduledStart(of: next)
    if first == nil, cadence.unit == .month, new.unit == .month, start.date.day < anchor.date.day {
      for turns in 1...Self.turnsToOwnDay where next + turns <= Self.maxTurn {
        let month = start.advanced(byMonths: new.count * turns)
        guard let day = month.onDay(anchor.date.day) else { continue }
        (counted, start) = (next + turns, day)
        break
      }
    }
    position = position(of: counted)
    anchorTurn = counted
    anchor = start
    cadence = new
  }

  /// Throws unless coming turns are in the future and in order.
  package func validate(now: Timestamp) throws(Rejection) {
    let first = zone.instant(of: start(of: firstTurn))
    guard first > now || turn(firstTurn) == nil else {
      throw .turnInPast(firstTurn, first, now: now)
    }
    if let until, until < now { throw .instantInPast(until, now: now) }
    for number in overrides.filter({ $0.value.movedTo != nil }).keys.sorted() {
      let instant = zone.instant(of: start(of: number))
      let earliest = number > firstTurn ? zone.instant(of: start(of: number - 1)) : now
      guard earliest < instant, instant < zone.instant(of: start(of: number + 1)) else {
        throw .turnsOutOfOrder(number)
      }
    }
  }

  /// Throws `Rejection.invalid` if the last turn would begin after the last supported year.
  package func validateTurnCount() throws(Rejection) {
    guard let wanted = lastTurn, start(of: wanted).seconds >= LocalTime.range.upperBound else {
      return
    }
    var open = self
    open.lastTurn = nil
    let end = zone.instant(of: LocalTime(clamping: .max))
    let last = open.lastTurn(startedBy: Timestamp(clamping: end.microseconds - 1))
    throw .invalid(.outOfRange(.turnCount, value: wanted, allowed: 1...max(1, last)))
  }

  /// A number of turns in which a month of every possible length comes up: a cadence of years in
  /// step with leap years reaches a 29 February within eight (1896 to 1904).
  private static let turnsToOwnDay: Int64 = 12

  /// The most turns that may have overrides at once.
  package static let maxOverrides = 1_000
}

extension TurnOverride {
  fileprivate func without(_ gift: GiftID) -> TurnOverride {
    var copy = self
    copy.swaps = swaps.filter { $0.key != gift && $0.value.gift != gift }
    return copy
  }
}

extension CarriedTurn {
  fileprivate func without(_ gift: GiftID) -> CarriedTurn? {
    let places = places.filter { $0.gift != gift }
    guard !places.isEmpty else { return nil }
    return CarriedTurn(number: number, from: from, until: until, places: places)
  }
}
