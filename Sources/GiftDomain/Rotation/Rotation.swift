/// A rotation with all its plans: each is valid from the edit that made it until the next, so an
/// edit changes only the future.
package struct Rotation: Hashable, Sendable, Codable {
  /// A plan, and the edit that made it.
  package struct Revision: Hashable, Sendable, Codable {
    /// The edit that made the plan.
    package let since: ChangeNumber
    /// When it was made, and the plan became valid.
    package let at: Timestamp
    /// The plan from that edit on.
    package let plan: RotationPlan

    /// A revision from its parts.
    package init(since: ChangeNumber, at: Timestamp, plan: RotationPlan) {
      self.since = since
      self.at = at
      self.plan = plan
    }
  }

  /// The rotation's slug.
  package let name: RotationName
  /// The plans in order; at least one.
  package let revisions: [Revision]

  /// A rotation as read; nil without a plan.
  package init?(name: RotationName, revisions: [Revision]) {
    guard !revisions.isEmpty else { return nil }
    self.name = name
    self.revisions = revisions.sorted { $0.since < $1.since }
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let revisions = try values.decode([Revision].self, forKey: .revisions)
    guard
      let rotation = Rotation(
        name: try values.decode(RotationName.self, forKey: .name), revisions: revisions)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .revisions, in: values, debugDescription: "no plan")
    }
    self = rotation
  }

  /// A new rotation.
  package init(name: RotationName, plan: RotationPlan, since: ChangeNumber, at: Timestamp) {
    self.name = name
    revisions = [Revision(since: since, at: at, plan: plan)]
  }

  private init(_ name: RotationName, sorted revisions: [Revision]) {
    self.name = name
    self.revisions = revisions
  }

  /// With a new plan from a change on, after all earlier ones.
  func revised(by plan: RotationPlan, since change: ChangeNumber, at: Timestamp) -> Rotation {
    Rotation(name, sorted: revisions + [Revision(since: change, at: at, plan: plan)])
  }

  /// With at most one plan per change: of those since `change`, only the newest.
  func merged(since change: ChangeNumber) -> Rotation {
    guard let last = revisions.last, last.since >= change else { return self }
    let merged = Revision(since: change, at: last.at, plan: last.plan)
    return Rotation(name, sorted: revisions.filter { $0.since < change } + [merged])
  }

  /// The plan that is valid now and in the future.
  package var plan: RotationPlan { revisions[revisions.count - 1].plan }

  /// The turns that overlap `[from, until)`, as they were shown or are planned.
  ///
  /// A turn during which the rotation was edited occurs once per plan, each with the time in which
  /// that plan was valid.
  package func turns(from: Timestamp, until: Timestamp) -> [Turn] {
    holds.flatMap { hold in
      hold.plan.turns(from: max(from, hold.from), until: min(until, hold.until ?? until))
        .compactMap { $0.clipped(from: hold.from, until: hold.until) }
    }
  }

  /// The gifts, versions and times of the turns that overlap `[from, until)`.
  package func entries(from: Timestamp, until: Timestamp) -> [TurnEntry] {
    holds.flatMap { hold in
      hold.entries(
        of: hold.plan.turns(from: max(from, hold.from), until: min(until, hold.until ?? until)))
    }
  }

  /// The entries around an instant, far enough to include the last and next turn of each gift, also
  /// of gifts in earlier plans.
  package func entries(around instant: Timestamp) -> [TurnEntry] {
    holds.flatMap { hold in
      let pivot = hold.until.map { min($0, instant) } ?? instant
      let isPast = hold.until.map { $0 <= instant } ?? false
      return hold.entries(of: hold.plan.turns(around: pivot, onward: !isPast))
    }
  }

  /// One gift's entries around an instant, far enough to include the last and next turns that
  /// windows do not hide.
  func entries(
    of gift: GiftID, around instant: Timestamp, below windows: [Window]
  ) -> Set<TimelineEntry> {
    var found: Set<TimelineEntry> = []
    var hiding = windows
    var pivots = [instant]
    while let pivot = pivots.popLast() {
      let reach = entries(around: pivot).filter { $0.gift == gift }.map(\.entry)
      found.formUnion(reach)
      let begin = reach.map(\.window.from).reduce(pivot, min)
      let end = reach.map { $0.window.until ?? $0.window.from }.reduce(pivot, max)
      // A window may hide all of these; then later ones show.
      let met = hiding.partition { window in
        window.from <= end && window.until.map { $0 >= begin } ?? true
      }
      pivots += hiding[met...].flatMap { [$0.from, $0.until].compactMap(\.self) }
      hiding.removeSubrange(met...)
    }
    return found
  }

  /// Whether it brings a gift at or after an instant.
  package func brings(_ gift: GiftID, from instant: Timestamp) -> Bool {
    if let end = plan.withdrawals[gift], end <= instant { return false }
    if let end = plan.until, end <= instant { return false }
    if let carried = plan.carriedTurn, carried.until > instant,
      carried.places.contains(where: { $0.gift == gift })
    {
      return true
    }
    if let last = plan.lastTurn {
      guard last >= plan.firstTurn else { return false }
      // Nil if the rotation ends before its last turn; earlier turns may still exist.
      if let turn = plan.turn(last), turn.until <= instant { return false }
    }
    if plan.lineup.places.contains(where: { $0.gift == gift }) { return true }
    // Computed for many gifts while an edit holds the lock.
    let swapped = plan.overrides.filter { $0.value.swaps.values.contains { $0.gift == gift } }
    return swapped.keys.max().map { $0 >= plan.lastTurn(startedBy: instant) } ?? false
  }

  /// The plans with the time in which each is valid: until the next edit.
  ///
  /// After a repair, an edit may be dated after the next one: its plan is never valid.
  private var holds: [Hold] {
    var holds: [Hold] = []
    var next: Timestamp?
    for revision in revisions.reversed() {
      if next.map({ revision.at <= $0 }) ?? true {
        holds.append(Hold(plan: revision.plan, from: revision.at, until: next))
        next = revision.at
      }
    }
    return holds.reversed()
  }
}

/// A plan and the time in which it is valid.
private struct Hold {
  let plan: RotationPlan
  let from: Timestamp
  let until: Timestamp?

  func entries(of turns: [Turn]) -> [TurnEntry] {
    turns.compactMap { $0.clipped(from: from, until: until) }.flatMap(plan.entries)
  }
}

extension Turn {
  /// The part within a time; nil if there is none.
  package func clipped(from: Timestamp, until end: Timestamp?) -> Turn? {
    let start = max(self.from, from)
    let stop = end.map { min(until, $0) } ?? until
    // A turn without duration still counts if it is within.
    guard start < stop || start == stop && self.from == self.until else { return nil }
    return Turn(
      number: number, local: local, from: start, until: stop, places: places,
      isSkipped: isSkipped, isMoved: isMoved)
  }
}

extension RotationPlan {
  /// The turns around an instant, back to each gift's last and, if `onward`, forward to its next.
  fileprivate func turns(around instant: Timestamp, onward: Bool) -> [Turn] {
    let turns = numbers(around: instant, onward: onward).compactMap(turn)
    let carried = carriedTurn.map { [$0] } ?? []
    guard isUnbroken else { return carried + turns }
    return carried
      + turns.map(run).reduce(into: []) { runs, run in
        if runs.last?.from != run.from { runs.append(run) }
      }
  }

  private func numbers(around instant: Timestamp, onward: Bool) -> [Int64] {
    let end = min(instant, until ?? instant)
    let running = lastTurn(startedBy: end)
    var numbers = cycle(running, -1).reversed() + (onward ? cycle(running + 1, 1) : [])
    let earlier = withdrawals.values.filter { $0 < end }
    guard !earlier.isEmpty || !overrides.isEmpty else { return numbers }
    for pivot in earlier { numbers += cycle(lastTurn(startedBy: pivot), -1) }
    // A guest in a single turn is not part of the cycle.
    numbers += overrides.keys
    if isUnbroken { numbers += overrides.keys.flatMap { [$0 - 1, $0 + 1] } }
    return Set(numbers).sorted()
  }

  /// The most turns examined in one direction, whatever their overrides: twenty cycles of the
  /// longest lineup.
  private static let maxReach = 20 * Lineup.maxPlaces

  /// The turns from one on, back (-1) or onward (1), until each gift of the lineup came up in one
  /// without overrides.
  private func cycle(_ start: Int64, _ step: Int64) -> [Int64] {
    var numbers: [Int64] = []
    var plain: Int64 = 0
    var number = start
    while plain <= lineup.reach, numbers.count < Self.maxReach, number >= firstTurn,
      number <= min(lastTurn ?? .max, Self.maxTurn)
    {
      numbers.append(number)
      plain = overrides[number] == nil ? plain + 1 : 0
      number += step
    }
    return numbers
  }

  /// Whether every turn has all gifts and lasts until the next, so that gifts show without a break
  /// unless a turn has overrides.
  private var isUnbroken: Bool {
    lineup.cycle == 1 && stay.map { $0.reachesNext(cadence, in: zone) } ?? true
  }

  /// A turn merged with identical ones before and after it.
  private func run(_ turn: Turn) -> Turn {
    guard overrides[turn.number] == nil else { return turn }
    let before = overrides.keys.filter { $0 < turn.number }.max().map { $0 + 1 } ?? firstTurn
    let special = overrides.keys.filter { $0 > turn.number }.min() ?? .max
    let endOfTime = zone.instant(of: LocalTime(clamping: .max))
    let begun = lastTurn(startedBy: Timestamp(clamping: (until ?? endOfTime).microseconds - 1))
    guard let first = self.turn(before), let last = self.turn(min(special - 1, begun)) else {
      return turn
    }
    // It has no planned end; turn numbers only run out in thousands of years.
    let isOpen = special == .max && lastTurn == nil && until == nil
    return Turn(
      number: turn.number, local: turn.local, from: first.from,
      until: isOpen ? endOfTime : last.until, places: turn.places, isSkipped: false, isMoved: false)
  }
}

extension Stay {
  /// Whether it lasts at least until the next turn, regardless of clock changes.
  fileprivate func reachesNext(_ cadence: Cadence, in zone: ZoneRules) -> Bool {
    let longest: Int64 =
      switch cadence.unit {
      case .day: cadence.count
      case .week: cadence.count * 7
      case .month: cadence.count * 31
      }
    switch unit {
    case .hour: return count * 3_600 >= longest * 86_400 + zone.longestTurnBack
    case .day: return count >= longest
    case .week: return count * 7 >= longest
    }
  }
}

extension Sequence<GiftState> {
  /// The windows of gifts that have any, which may hide turns.
  package var windows: [GiftID: [Window]] {
    reduce(into: [:]) { windows, state in
      guard !state.schedule.windows.isEmpty else { return }
      windows[state.gift] = state.schedule.windows.map(\.window)
    }
  }
}

extension [GiftState] {
  /// The same gifts, each with its turns in rotations; the others without turns.
  package func with(_ shown: [GiftID: Timeline]) -> [GiftState] {
    guard !shown.isEmpty || contains(where: { !$0.rotation.entries.isEmpty }) else { return self }
    var turning = self
    for index in indices {
      let rotation = shown[self[index].gift]
      if rotation != nil || !self[index].rotation.entries.isEmpty {
        turning[index] = self[index].with(rotation: rotation ?? .empty)
      }
    }
    return turning
  }
}

extension [Rotation] {
  /// Each gift's turns in all rotations around an instant, from the last to the next that its
  /// windows do not hide; a gift that is not in `windows` has none.
  ///
  /// No edit puts a gift in two rotations at once; if foreign rows do, the first by name counts.
  /// With `gifts`, only those.
  package func timelines(
    of gifts: Set<GiftID>? = nil, around instant: Timestamp, below windows: [GiftID: [Window]]
  ) -> [GiftID: Timeline] {
    if gifts?.isEmpty == true { return [:] }
    var timelines: [GiftID: Timeline] = [:]
    timelines.reserveCapacity(reduce(0) { $0 + $1.plan.lineup.places.count })
    for rotation in self {
      for entry in rotation.entries(around: instant) where gifts?.contains(entry.gift) ?? true {
        timelines[entry.gift, default: .empty].add(entry.entry)
      }
    }
    for (gift, windows) in windows where timelines[gift] != nil {
      timelines[gift] = Timeline(
        flatMap { rotation in
          rotation.entries(of: gift, around: instant, below: windows)
            .sorted { $0.window.from < $1.window.from }
        })
    }
    return timelines
  }
}
