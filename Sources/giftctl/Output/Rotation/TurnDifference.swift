import GiftDomain

/// The coming turns of a rotation that an edit makes different.
struct TurnDifference {
  /// How far ahead turns are compared, in turns, besides those that are special.
  private static let comparedTurns = 26
  /// How many of them are printed for people.
  private static let shownTurns = 4

  /// As they were.
  let gone: [PlannedTurn]
  /// As they are now.
  let come: [PlannedTurn]

  /// What differs after `instant`.
  init(_ difference: RotationDifference, at instant: Timestamp) {
    let numbers = Set(
      [difference.before, difference.after].compactMap(\.self).flatMap(\.plan.overrides.keys))
    let coming = { (rotation: Rotation?) in
      rotation?.comingTurns(from: instant, limit: Self.comparedTurns, and: numbers) ?? []
    }
    let (before, after) = (coming(difference.before), coming(difference.after))
    gone = Self.different(before, from: after)
    come = Self.different(after, from: before)
  }

  private static func different(
    _ turns: [PlannedTurn], from others: [PlannedTurn]
  ) -> [PlannedTurn] {
    let known = Set(others.map(\.turn))
    return turns.filter { !known.contains($0.turn) }
  }

  /// The first of them, for people.
  var lines: [String] {
    // Turns that begin as before, with the same gifts, end otherwise.
    let same = Set(gone.map(\.line)).intersection(come.map(\.line))
    let line = { (turn: PlannedTurn) in
      same.contains(turn.line) ? "\(turn.line), until \(turn.turn.until)" : turn.line
    }
    return Self.shown(gone.map { "- \(line($0))" }) + Self.shown(come.map { "+ \(line($0))" })
  }

  private static func shown(_ lines: [String]) -> [String] {
    let more = lines.count - shownTurns
    return lines.prefix(shownTurns) + (more > 0 ? ["  … and \(counted(more, "more turn"))"] : [])
  }
}

extension PlannedTurn {
  /// One line of a difference.
  fileprivate var line: String {
    "turn \(turn.number)  \(when)  "
      + (turn.isSkipped ? "skipped" : turn.places.listed(or: "no gifts"))
  }
}
