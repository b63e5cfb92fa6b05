import GiftDomain
import GiftStore

extension EditOptions {
  /// Prints what an edit of a rotation did: its shape, the coming turns that are different, and
  /// what was wanted of an awkward clock; `states` are those of gifts that may be new in it.
  func reportRotation(_ outcome: EditOutcome, _ states: [GiftState] = []) {
    guard let report = RotationReport(outcome, states, isDryRun: dryRun) else { return }
    if global.json {
      Terminal.printJSON(report.document)
    } else {
      (report.lines + report.closing).forEach(Terminal.tell)
      for warning in report.warnings { Terminal.explain("giftctl: \(warning)") }
    }
  }
}

/// What an edit of a rotation did.
struct RotationReport {
  private let outcome: EditOutcome
  private let states: [GiftState]
  private let difference: RotationDifference
  private let isDryRun: Bool
  private let turns: TurnDifference

  /// Nil for an edit of gifts.
  init?(_ outcome: EditOutcome, _ states: [GiftState] = [], isDryRun: Bool) {
    let unchanged = outcome.difference.unchangedRotations.first
    guard
      let difference = outcome.difference.rotations.first
        ?? unchanged.map({ RotationDifference(before: $0, after: $0) })
    else { return nil }
    self.outcome = outcome
    // After a dry run, those that were read are as before it.
    let edited = Dictionary(
      outcome.difference.gifts.map { ($0.after.gift, $0.after) },
      uniquingKeysWith: { _, last in last })
    self.states = states.map { edited[$0.gift] ?? $0 }
    self.difference = difference
    self.isDryRun = isDryRun
    turns = TurnDifference(difference, at: outcome.at)
  }

  private var rotation: Rotation { difference.after }

  var lines: [String] {
    guard let change = outcome.change else {
      return ["\(rotation.name): unchanged (\(rotation.statusText(at: outcome.at)))"]
    }
    let lines = [
      "\(rotation.name): \(rotation.plan.sentence)\(isDryRun ? "" : " [change \(change)]")"
    ]
    let report = EditReport(outcome: outcome, isDryRun: isDryRun, warnsOfPlans: false)
    return lines + turns.lines + outcome.difference.gifts.flatMap(report.giftLines)
  }

  /// What is said at the end.
  fileprivate var closing: [String] {
    guard outcome.change != nil else { return [] }
    if isDryRun { return ["dry run: nothing was stored"] }
    return outcome.undo.map { ["  undo: \($0)"] } ?? []
  }

  /// What of the edit cannot be seen, and turns that an awkward clock falls on, among those that
  /// are new.
  var warnings: [String] { shapeWarnings + shiftWarnings + standingWarnings + clockWarnings }

  private var shapeWarnings: [String] {
    guard outcome.change != nil else { return [] }
    let (old, new) = (difference.before?.plan, difference.after.plan)
    var warnings: [String] = []
    let (count, perTurn) = (new.lineup.places.count, new.lineup.perTurn)
    if perTurn > count, old.map({ $0.lineup != new.lineup }) ?? true {
      warnings.append(
        "A turn has room for \(perTurn) gifts, and the lineup has \(count): each turn shows all.")
    }
    if let stay = new.stay, new.isStayCut, old?.stay != stay || old?.cadence != new.cadence {
      warnings.append(
        "Gifts would stay for \(stay.count == 1 ? "1 " : "")\(stay), and turns begin every "
          + "\(new.cadence): every stay ends when the next turn begins.")
    }
    return warnings
  }

  /// Of the turns that were skipped or changed and are on other days now, the first are named.
  private static let namedShifts = 3

  private var shiftWarnings: [String] {
    guard let old = difference.before?.plan else { return [] }
    let new = difference.after.plan
    let shifted = new.overrides.keys.sorted().filter { turn in
      old.scheduledStart(of: turn) != new.scheduledStart(of: turn)
        && old.overrides[turn] == new.overrides[turn]
    }
    guard !shifted.isEmpty else { return [] }
    let more = shifted.count - Self.namedShifts
    return shifted.prefix(Self.namedShifts).map { turn in
      let (was, start) = (old.scheduledStart(of: turn), new.scheduledStart(of: turn))
      let what = new.overrides[turn]?.isSkipped == true ? "skipped" : "changed"
      return "Turn \(turn), which is \(what), is that of \(start) now, no longer that of \(was)."
    } + (more > 0 ? ["So it is with \(counted(more, "other turn"))."] : []) + [
      "To skip another one instead: giftctl rotation skip \(rotation.name) TURN --undo, then "
        + "giftctl rotation skip \(rotation.name) --on DAY"
    ]
  }

  /// That gifts which are new in the rotation are live without it, too.
  private var standingWarnings: [String] {
    var (live, others): ([LineupPlace], [String]) = ([], [])
    for place in difference.newPlaces {
      guard let state = states.first(where: { $0.gift == place.gift }),
        let turn = turns.come.first(where: { $0.turn.places.contains(place) })?.turn,
        let standing = state.schedule.base.entry(at: turn.from),
        standing.window.until.map({ $0 >= turn.until }) ?? true
      else { continue }
      if standing.version == place.version {
        live.append(place)
      } else {
        others.append(
          "\(place.gift) is live with version \(standing.version), and its turns show version "
            + "\(place.version). To keep version \(standing.version): --lineup "
            + "\(place.gift):\(standing.version)")
      }
    }
    guard let first = live.first else { return others }
    let (ids, isOne) = (live.map(\.gift.text), live.count == 1)
    return [
      "\(isOne ? first.gift.text : ids.joined(separator: ", ")) \(isOne ? "is" : "are") live "
        + "between turns, too, so \(isOne ? "its" : "their") turns change nothing for viewers. "
        + "To show \(isOne ? "it" : "them") in turns alone: giftctl rotation edit "
        + "\(rotation.name) --off-between-turns"
    ] + others
  }

  private var clockWarnings: [String] {
    turns.come.compactMap { planned in
      planned.trouble.map {
        "Turn \(planned.turn.number) is due at \(planned.turn.local), \($0)"
      }
    }
  }

  var document: JSONObject {
    outcome.document(
      isDryRun: isDryRun,
      [
        "rotation": rotation.document(at: outcome.at), "removed": turns.gone.map(\.document),
        "added": turns.come.map(\.document), "warnings": warnings,
      ])
  }
}

extension RotationDifference {
  /// The places of gifts that take turns now and did not before.
  var newPlaces: [LineupPlace] {
    let known = Set(before?.plan.lineup.places.map(\.gift) ?? [])
    return after.plan.lineup.places.filter { !known.contains($0.gift) }
  }
}
