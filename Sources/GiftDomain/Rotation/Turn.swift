/// One occurrence of a rotation, computed from its plan.
package struct Turn: Hashable, Sendable {
  /// The turn's number, counted from 1 in its rotation.
  package let number: Int64
  /// When it begins on the clock of the rotation's zone.
  package let local: LocalTime
  /// The instant at which it begins.
  package let from: Timestamp
  /// The instant at which it ends; not before `from`.
  package let until: Timestamp
  /// Its gifts; none if it is skipped, or if all of the lineup were retired.
  package let places: [LineupPlace]
  /// Whether it is skipped.
  package let isSkipped: Bool
  /// Whether it was moved from its regular time.
  package let isMoved: Bool
}

/// A gift in a turn, with the time in which it is shown.
package struct TurnEntry: Hashable, Sendable {
  /// The turn's number.
  package let turn: Int64
  /// The gift shown.
  package let gift: GiftID
  /// The time and the version.
  package let entry: TimelineEntry
}

extension RotationPlan {
  /// The regular beginning of a turn, before moves.
  package func scheduledStart(of turn: Int64) -> LocalTime {
    cadence.start(turn - anchorTurn, after: anchor)
  }

  /// When a turn begins on the clock of the zone.
  package func start(of turn: Int64) -> LocalTime {
    overrides[turn]?.movedTo ?? scheduledStart(of: turn)
  }

  /// The gifts of a turn before swaps.
  package func scheduledPlaces(of turn: Int64) -> [LineupPlace] {
    lineup.gifts(from: position(of: turn))
  }

  /// The position in the lineup at which a turn begins, counted cyclically.
  func position(of turn: Int64) -> Int64 {
    let count = Int64(max(1, lineup.places.count))
    let turns = (turn - anchorTurn).modulo(count)
    return (position + turns * Int64(lineup.perTurn)).modulo(count)
  }

  /// The turn with a number; nil before `firstTurn`, after `lastTurn`, or after the rotation's end.
  package func turn(_ number: Int64) -> Turn? {
    guard number >= firstTurn, number <= min(lastTurn ?? .max, Self.maxTurn) else { return nil }
    let local = start(of: number)
    let from = zone.instant(of: local)
    guard local.seconds < LocalTime.range.upperBound else { return nil }
    if let until, from >= until { return nil }
    var end = zone.instant(of: start(of: number + 1))
    if let stay { end = min(end, stay.end(of: local, in: zone)) }
    if let until { end = min(end, until) }
    let special = overrides[number]
    let isSkipped = special?.isSkipped ?? false
    return Turn(
      number: number, local: local, from: from, until: max(from, end),
      places: isSkipped ? [] : present(places(of: number, special), at: from), isSkipped: isSkipped,
      isMoved: special?.movedTo != nil)
  }

  private func places(of number: Int64, _ special: TurnOverride?) -> [LineupPlace] {
    let scheduled = scheduledPlaces(of: number)
    guard let special, !special.swaps.isEmpty else { return scheduled }
    var seen: Set<GiftID> = []
    // A guest may have joined the lineup since.
    return scheduled.map { special.swaps[$0.gift] ?? $0 }
      .filter { seen.insert($0.gift).inserted }
  }

  /// The places without gifts retired by then.
  private func present(_ places: [LineupPlace], at instant: Timestamp) -> [LineupPlace] {
    withdrawals.isEmpty
      ? places : places.filter { withdrawals[$0.gift].map { $0 > instant } ?? true }
  }

  /// The turn carried over, as a turn; nil if there is none, or nothing is left of it.
  package var carriedTurn: Turn? {
    guard let carried else { return nil }
    var end = zone.instant(of: start(of: firstTurn))
    if let own = carried.until { end = min(end, own) }
    if let until { end = min(end, until) }
    guard end > carried.from else { return nil }
    return Turn(
      number: carried.number, local: zone.local(at: carried.from), from: carried.from, until: end,
      places: carried.places, isSkipped: false, isMoved: false)
  }

  /// Whether `stay` is longer than the time until the next turn, in any of the coming turns.
  package var isStayCut: Bool {
    guard let stay else { return false }
    return (firstTurn..<firstTurn + Self.lookedAt).contains { number in
      stay.end(of: start(of: number), in: zone) > zone.instant(of: start(of: number + 1))
    }
  }

  /// A number of turns that includes months of every length, and clock changes in both directions.
  private static let lookedAt: Int64 = 12

  /// The last turn of this plan that begins at or before `instant`, or `firstTurn - 1`.
  func lastTurn(startedBy instant: Timestamp) -> Int64 {
    let none = firstTurn - 1
    let last = max(none, min(lastTurn ?? .max, Self.maxTurn))
    // The cadence's estimate is exact except for moved turns and clock changes.
    let guess = anchorTurn + cadence.turns(from: anchor, to: zone.local(at: instant))
    var begun = min(max(guess, none), last)
    var step: Int64 = 1
    while begun > none, !hasBegun(begun, by: instant) {
      begun = max(begun - step, none)
      step *= 2
    }
    var coming = begun + 1
    step = 1
    while coming <= last, hasBegun(coming, by: instant) {
      begun = coming
      coming += step
      step *= 2
    }
    coming = min(coming, last + 1)
    while begun + 1 < coming {
      let middle = (begun + coming) / 2
      if hasBegun(middle, by: instant) { begun = middle } else { coming = middle }
    }
    return begun
  }

  private func hasBegun(_ turn: Int64, by instant: Timestamp) -> Bool {
    zone.instant(of: start(of: turn)) <= instant
  }

  /// The first turns that have not ended at an instant, at most `limit`.
  package func coming(from now: Timestamp, limit: Int) -> [Turn] {
    var turns = [carriedTurn].compactMap(\.self).filter { $0.until > now }
    var number = max(firstTurn, lastTurn(startedBy: now))
    while turns.count < limit, let turn = turn(number) {
      if turn.until > now { turns.append(turn) }
      number += 1
    }
    return turns
  }

  /// The turns that overlap `[from, until)`, the one carried over first.
  package func turns(from: Timestamp, until: Timestamp) -> [Turn] {
    guard from < until else { return [] }
    var turns: [Turn] = []
    if let carried = carriedTurn, carried.from < until, carried.until > from {
      turns.append(carried)
    }
    // A turn without duration belongs to its instant, at which the next one begins.
    let before = Timestamp(clamping: from.microseconds - 1)
    var number = max(firstTurn, lastTurn(startedBy: before))
    while let turn = turn(number), turn.from < until {
      if turn.until > from || turn.from == from { turns.append(turn) }
      number += 1
    }
    return turns
  }

  /// The gifts of a turn with the time in which each is shown: shorter if it is retired meanwhile.
  func entries(of turn: Turn) -> [TurnEntry] {
    // Beyond the last local time there is no end.
    let endOfTime = zone.instant(of: LocalTime(clamping: .max))
    return turn.places.compactMap { place in
      let end = min(turn.until, withdrawals[place.gift] ?? turn.until)
      // A turn on a day that the zone skips has no duration.
      guard let bounded = Window(checking: turn.from, until: end) else { return nil }
      let window = until == nil && end >= endOfTime ? bounded.extended(until: nil) : bounded
      return TurnEntry(
        turn: turn.number, gift: place.gift,
        entry: TimelineEntry(window: window, version: place.version))
    }
  }
}
