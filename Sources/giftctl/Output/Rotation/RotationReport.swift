import GiftDomain
import GiftStore

extension EditOptions {
  /// Prints what an edit of a rotation did: its shape, the coming turns that are different, and
  /// what was wanted of an awkward clock; `states` are those of gifts that may be new in it.
  func reportRotation(_ outcome: EditOutcome, _ states: [GiftState] = []) {
    guard let report = RotationReport(outcome, states, isDryRun: dryRun) else { return }
    if global.form.json {
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
    self.states = states
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
    return lines + turns.lines
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

  /// That turns which were skipped or moved are on other days now.
  private var shiftWarnings: [String] {
    guard let old = difference.before?.plan else { return [] }
    let new = difference.after.plan
    return new.overrides.keys.sorted().compactMap { turn in
      let (was, start) = (old.scheduledStart(of: turn), new.scheduledStart(of: turn))
      guard was != start, let special = new.overrides[turn], old.overrides[turn] == special
      else { return nil }
      let what = special.isSkipped ? "skipped" : special.movedTo == nil ? "changed" : "moved"
      return "Turn \(turn) is still \(what), but is now the one of \(start), no longer of \(was). "
        + "To see all: giftctl rotation plan \(rotation.name)"
    }
  }

  /// That gifts are live without the turns, which then change nothing.
  private var standingWarnings: [String] {
    let lineup = rotation.plan.lineup.places
    let live = lineup.filter { place in
      guard let state = states.first(where: { $0.gift == place.gift }),
        let turn = turns.come.first(where: { $0.turn.places.contains(place) })?.turn,
        let standing = state.schedule.base.entry(at: turn.from)
      else { return false }
      return standing.version == place.version
        && standing.window.until.map { $0 >= turn.until } ?? true
    }
    guard let first = live.first else { return [] }
    let (ids, isOne) = (live.map(\.gift.text), live.count == 1)
    return [
      "\(isOne ? first.gift.text : ids.joined(separator: ", ")) \(isOne ? "is" : "are") live "
        + "between turns, too, so turns change nothing for viewers. To show "
        + "\(isOne ? "it" : "them") in turns only: giftctl retire \(ids.joined(separator: " ")), "
        + "then giftctl rotation edit \(rotation.name) --lineup "
        + lineup.map(\.text).joined(separator: ",")
    ]
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
  /// Whether other gifts take turns, or take them first.
  var hasNewLineup: Bool { before?.plan.lineup.places != after.plan.lineup.places }
}
