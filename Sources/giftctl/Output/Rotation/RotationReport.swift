import GiftDomain
import GiftStore

extension EditOptions {
  /// Prints what an edit of a rotation did: its shape, the coming turns that are different, and
  /// what was wanted of an awkward clock.
  func reportRotation(_ outcome: EditOutcome) {
    guard let report = RotationReport(outcome, isDryRun: dryRun) else { return }
    if global.form.json {
      Terminal.printJSON(report.document)
    } else {
      report.lines.forEach(Terminal.tell)
      for warning in report.warnings { Terminal.explain("giftctl: \(warning)") }
    }
  }
}

/// What an edit of a rotation did.
struct RotationReport {
  /// How far ahead turns are compared, in turns.
  private static let comparedTurns = 26
  /// How many of them are printed for people.
  private static let shownTurns = 4

  private let outcome: EditOutcome
  private let difference: RotationDifference
  private let isDryRun: Bool
  private let before: [PlannedTurn]
  private let after: [PlannedTurn]

  /// Nil for an edit of gifts.
  init?(_ outcome: EditOutcome, isDryRun: Bool) {
    let unchanged = outcome.difference.unchangedRotations.first
    guard
      let difference = outcome.difference.rotations.first
        ?? unchanged.map({ RotationDifference(before: $0, after: $0) })
    else { return nil }
    self.outcome = outcome
    self.difference = difference
    self.isDryRun = isDryRun
    let coming = { (rotation: Rotation?) in
      rotation?.comingTurns(from: outcome.at, until: nil, limit: Self.comparedTurns) ?? []
    }
    before = coming(difference.before)
    after = coming(difference.after)
  }

  private var rotation: Rotation { difference.after }

  var lines: [String] {
    guard let change = outcome.change else {
      return ["\(rotation.name): unchanged (\(rotation.statusText(at: outcome.at)))"]
    }
    var lines = [
      "\(rotation.name): \(rotation.plan.sentence)\(isDryRun ? "" : " [change \(change)]")"
    ]
    lines += Self.shown(gone.map { "- \($0.line)" }) + Self.shown(come.map { "+ \($0.line)" })
    if isDryRun {
      lines.append("dry run: nothing was stored")
    } else if let undo = outcome.undo {
      lines.append("  undo: \(undo)")
    }
    return lines
  }

  private static func shown(_ lines: [String]) -> [String] {
    let more = lines.count - shownTurns
    return lines.prefix(shownTurns) + (more > 0 ? ["  … and \(counted(more, "more turn"))"] : [])
  }

  /// What of the edit cannot be seen, and turns that an awkward clock falls on, among those that
  /// are new.
  var warnings: [String] { shapeWarnings + clockWarnings }

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
        "Gifts are to stay for \(stay.count == 1 ? "1 " : "")\(stay), and turns begin every "
          + "\(new.cadence): what is left of a stay ends when the next turn begins.")
    }
    return warnings
  }

  private var clockWarnings: [String] {
    come.compactMap { planned in
      planned.trouble.map {
        "Turn \(planned.turn.number) is to begin at \(planned.turn.local), \($0)"
      }
    }
  }

  private var gone: [PlannedTurn] { Self.different(before, from: after) }
  private var come: [PlannedTurn] { Self.different(after, from: before) }

  private static func different(
    _ turns: [PlannedTurn], from others: [PlannedTurn]
  ) -> [PlannedTurn] {
    let known = Set(others.map(\.turn))
    return turns.filter { !known.contains($0.turn) }
  }

  var document: JSONObject {
    outcome.document(
      isDryRun: isDryRun,
      [
        "rotation": rotation.document(at: outcome.at), "removed": gone.map(\.document),
        "added": come.map(\.document), "warnings": warnings,
      ])
  }
}

extension PlannedTurn {
  /// One line of a difference.
  fileprivate var line: String {
    "turn \(turn.number)  \(when)  "
      + (turn.isSkipped ? "skipped" : turn.places.listed(or: "no gifts"))
  }
}
