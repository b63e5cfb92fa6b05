import GiftDomain

/// The coming turns of a rotation that an edit makes different.
struct TurnDifference {
  /// How far ahead turns are compared, in turns; further, where one that is special is.
  private static let comparedTurns = 26
  /// How many of them are printed for people.
  private static let shownTurns = 4

  /// As they were.
  let gone: [PlannedTurn]
  /// As they are now.
  let come: [PlannedTurn]

  /// What differs after `instant`.
  init(_ difference: RotationDifference, at instant: Timestamp) {
    let plans = [difference.before?.plan, difference.after.plan].compactMap(\.self)
    let reach = plans.map { $0.specialReach(from: instant) }.max() ?? 0
    let limit = min(max(Self.comparedTurns, reach), RotationPlanCommand.maxTurns)
    let coming = { (rotation: Rotation?) in
      rotation?.comingTurns(from: instant, until: nil, limit: limit) ?? []
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
    Self.shown(gone.map { "- \($0.line)" }) + Self.shown(come.map { "+ \($0.line)" })
  }

  private static func shown(_ lines: [String]) -> [String] {
    let more = lines.count - shownTurns
    return lines.prefix(shownTurns) + (more > 0 ? ["  … and \(counted(more, "more turn"))"] : [])
  }
}

extension RotationPlan {
  /// How many turns there are from the next one to the last that is skipped, moved or has other
  /// gifts.
  fileprivate func specialReach(from instant: Timestamp) -> Int {
    guard let last = overrides.keys.max(), let next = coming(from: instant, limit: 1).first else {
      return 0
    }
    return Int(last - next.number) + 1
  }
}

extension PlannedTurn {
  /// One line of a difference.
  fileprivate var line: String {
    "turn \(turn.number)  \(when)  "
      + (turn.isSkipped ? "skipped" : turn.places.listed(or: "no gifts"))
  }
}
