import GiftDomain

/// Finds what a calendar warns of, the worst first.
struct CalendarChecks {
  let plans: [GiftPlan]
  let rotations: [Rotation]
  let turns: [PlannedTurn]
  let groups: GiftGroups
  let span: CalendarSpan
  /// What ended before it is not checked.
  let instant: Timestamp
  /// As far as the plans are complete.
  let horizon: Timestamp

  var warnings: [CalendarWarning] {
    nothingAfter + emptyGroups + retirements + shortLineups + awkwardTimes + supersededVersions
  }

  private var nothingAfter: [CalendarWarning] {
    let windows = plans.flatMap { $0.shown.entries.map(\.window) }
    let ends = windows.compactMap(\.until)
    guard ends.count == windows.count else { return [] }
    guard let last = ends.max() else {
      return [CalendarWarning(.nothingAfter, "Nothing is live, and nothing is scheduled.")]
    }
    guard last <= horizon else { return [] }
    let message =
      last > instant
      ? "Nothing is scheduled after \(last): the catalogue is empty from then on."
      : "Nothing has been live since \(last), and nothing is scheduled."
    return [CalendarWarning(.nothingAfter, message)]
  }

  /// Placements and categories that have gifts and will have none for a while; if nothing at all is
  /// live then, that is told.
  private var emptyGroups: [CalendarWarning] {
    let all = firstGap(of: plans)?.from
    let placements = groups.placements.keys.sorted().map { name in
      (GiftGroup.ID.placement(name), plans.filter { $0.definition.places[name] != nil })
    }
    let categories = Dictionary(grouping: plans, by: \.definition.category)
      .sorted { $0.key < $1.key }.map { (GiftGroup.ID.category($0.key), $0.value) }
    return (placements + categories).compactMap { id, plans in
      guard let gap = firstGap(of: plans), gap.from != all else { return nil }
      return CalendarWarning(
        .groupEmpty,
        "The \(id.kind) \(id.name) is empty from \(gap.from)"
          + (gap.until.map { " until \($0)." } ?? " on."))
    }
  }

  /// When something is shown now and nothing will be, in the span.
  private func firstGap(of plans: [GiftPlan]) -> Window? {
    let windows = plans.flatMap { $0.shown.onward(from: instant).entries.map(\.window) }
      .sorted { $0.from < $1.from }
    var end = instant
    for window in windows {
      guard window.from <= end else { break }
      guard let until = window.until else { return nil }
      end = max(end, until)
    }
    guard end > instant, end < span.until else { return nil }
    let next = windows.first { $0.from > end }?.from
    // A window that begins after another ends is not empty.
    return try? Window(from: end, until: next)
  }

  private var retirements: [CalendarWarning] {
    let beginnings = Set(plans.flatMap { $0.shown.entries.map(\.window.from) })
    return plans.compactMap { plan in
      // A window ends when whoever planned it wants.
      guard let end = plan.shown.entries.last?.window.until, end > instant, end < span.until,
        !beginnings.contains(end),
        !plan.schedule.windows.contains(where: { $0.window.until == end })
      else { return nil }
      return CalendarWarning(
        .retiresWithoutSuccessor, gift: plan.gift,
        "\(plan.gift) goes off at \(end), with no successor planned.")
    }
  }

  /// The rotations with a turn that runs or comes.
  private var standing: [Rotation] {
    rotations.filter { !$0.plan.coming(from: instant, limit: 1).isEmpty }
  }

  private var shortLineups: [CalendarWarning] {
    standing.compactMap { rotation in
      let lineup = rotation.plan.lineup
      let staying = lineup.places.filter { place in
        rotation.plan.withdrawals[place.gift].map { $0 >= span.until } ?? true
      }
      guard staying.count < lineup.perTurn else { return nil }
      let isLater = staying.count < lineup.places.count
      return CalendarWarning(
        .lineupShort, rotation: rotation.name,
        "Turns of \(rotation.name) need \(counted(lineup.perTurn, "gift")), and its lineup "
          + "\(isLater ? "will have" : "has") "
          + "\(staying.isEmpty ? "none" : "only \(staying.count)").")
    }
  }

  private var awkwardTimes: [CalendarWarning] {
    turns.compactMap { planned in
      let turn = planned.turn
      guard turn.from >= span.from, !turn.isSkipped,
        let trouble = turn.from == turn.until
          ? "on a day that does not exist in \(planned.zone): its gifts are not shown."
          : planned.trouble
      else { return nil }
      return CalendarWarning(
        .awkwardTime, rotation: planned.rotation, turn: turn.number,
        "Turn \(turn.number) of \(planned.rotation) is due at \(turn.local), \(trouble)")
    }
  }

  private var supersededVersions: [CalendarWarning] {
    let latest = Dictionary(
      plans.map { ($0.gift, $0.definition.latestVersion) }, uniquingKeysWith: { first, _ in first })
    return standing.flatMap { rotation in
      rotation.plan.lineup.places.compactMap { place -> CalendarWarning? in
        guard let newest = latest[place.gift] ?? nil, place.version < newest else { return nil }
        return CalendarWarning(
          .versionSuperseded, gift: place.gift, rotation: rotation.name,
          "\(rotation.name) shows version \(place.version) of \(place.gift), although "
            + "version \(newest) exists.")
      }
    }
  }
}
