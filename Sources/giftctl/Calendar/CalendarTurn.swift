import GiftDomain

/// A turn in a calendar: as it was, runs or will be, whatever edits it saw.
struct CalendarTurn: Hashable {
  /// Whose turn.
  let rotation: RotationName
  /// Its number.
  let number: Int64
  /// When it begins.
  let from: Timestamp
  /// When it ends.
  let until: Timestamp
  /// When it begins on the clock of the rotation's zone.
  let local: LocalTime
  /// The name of that zone.
  let zone: String
  /// What that clock does then.
  let occasion: ZoneRules.Occasion
  /// Its gifts; none when it is skipped.
  let places: [LineupPlace]
  /// Its gifts that the rotation did not show right before it begins.
  let incoming: [LineupPlace]
  /// Its gifts that the rotation does not show once it has ended.
  let outgoing: [LineupPlace]
  /// Whether it does not take place.
  let isSkipped: Bool
  /// Whether it was moved to its time.
  let isMoved: Bool
  /// How many plans its rotation has had.
  let revision: Int
}

extension Rotation {
  /// The turns that share an instant with `[from, until)`, each once, and each from its beginning,
  /// though an edit may have come between that and its end.
  func calendarTurns(from: Timestamp, until: Timestamp) -> [CalendarTurn] {
    var turns: [Int64: CalendarTurn] = [:]
    for (index, revision) in revisions.enumerated() {
      let next = index + 1 < revisions.count ? revisions[index + 1].at : nil
      let end = next.map { min($0, until) } ?? until
      // What a later plan says of a turn is what became of it.
      for turn in revision.plan.turns(from: max(from, revision.at), until: end) {
        turns[turn.number] = calendarTurn(turn, in: revision.plan, until: next)
      }
    }
    return turns.values.sorted { $0.number < $1.number }
  }

  private func calendarTurn(
    _ turn: Turn, in plan: RotationPlan, until next: Timestamp?
  ) -> CalendarTurn {
    let turn = turn.clipped(from: turn.from, until: next) ?? turn
    return CalendarTurn(
      rotation: name, number: turn.number, from: turn.from, until: turn.until, local: turn.local,
      zone: plan.zone.name, occasion: plan.zone.occasion(of: turn.local), places: turn.places,
      incoming: incoming(with: turn), outgoing: outgoing(after: turn), isSkipped: turn.isSkipped,
      isMoved: turn.isMoved, revision: revisions.count)
  }
}
