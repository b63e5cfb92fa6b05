import GiftDomain

/// Finds what a calendar warns of, the worst first.
struct CalendarChecks {
  let plans: [GiftPlan]
  let rotations: [Rotation]
  let turns: [PlannedTurn]
  let span: CalendarSpan
  /// What ended before it is not checked.
  let instant: Timestamp
  /// As far as the plans are complete.
  let horizon: Timestamp

  var warnings: [CalendarWarning] {
    nothingAfter + retirements + shortLineups + awkwardTimes + supersededVersions
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

  private var retirements: [CalendarWarning] {
    let beginnings = Set(plans.flatMap { $0.shown.entries.map(\.window.from) })
    return plans.compactMap { plan in
      guard let end = plan.shown.entries.last?.window.until, end > instant, end < span.until,
        !beginnings.contains(end)
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
