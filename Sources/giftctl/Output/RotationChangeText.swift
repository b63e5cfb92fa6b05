import GiftDomain

extension Rotation {
  /// What a change did to it, in phrases such as `turn 3 is skipped`; none if that was another's.
  ///
  /// Computed from the plans before and after, so the history needs no stored prose.
  func phrases(of change: ChangeNumber) -> [String] {
    guard let index = revisions.firstIndex(where: { $0.since == change }) else { return [] }
    let revision = revisions[index]
    guard index > 0 else { return ["added, \(revision.plan.sentence)"] }
    let before = revisions[index - 1].plan.continued(at: revision.at)
    return revision.plan.differences(from: before, at: revision.at)
  }
}

extension RotationPlan {
  fileprivate func differences(from before: RotationPlan, at instant: Timestamp) -> [String] {
    guard until == before.until || until.map({ $0 > instant }) ?? true else { return ["ended"] }
    return shapeDifferences(from: before) + lineupDifferences(from: before)
      + Set(overrides.keys).union(before.overrides.keys).sorted().flatMap { turn in
        (overrides[turn] ?? TurnOverride())
          .differences(from: before.overrides[turn] ?? TurnOverride(), turn)
      } + leavingDifferences(from: before)
  }

  private func shapeDifferences(from before: RotationPlan) -> [String] {
    var phrases: [String] = []
    let next = start(of: firstTurn)
    if cadence != before.cadence
      || scheduledStart(of: firstTurn) != before.scheduledStart(of: firstTurn)
      || zone.name != before.zone.name
    {
      phrases.append("every \(cadence) from \(next) \(zone.name)")
    }
    if stay != before.stay {
      phrases.append(stay.map { "each for \($0)" } ?? "each until the next turn")
    }
    if lastTurn != before.lastTurn {
      phrases.append(lastTurn.map { "turn \($0) is the last" } ?? "no last turn")
    }
    if until != before.until { phrases.append(until.map { "until \($0)" } ?? "no end") }
    return phrases
  }

  private func lineupDifferences(from before: RotationPlan) -> [String] {
    var phrases: [String] = []
    let (new, old) = (lineup.places, before.lineup.places)
    if new != old {
      let (come, gone) = (new.filter { !old.contains($0) }, old.filter { !new.contains($0) })
      if come.isEmpty, new == old.filter({ !gone.contains($0) }) {
        phrases.append("without \(gone.listed(or: ""))")
      } else if gone.isEmpty, old == new.filter({ !come.contains($0) }) {
        phrases.append("with \(come.listed(or: ""))")
      } else {
        phrases.append("lineup \(new.listed(or: ""))")
      }
    }
    if lineup.perTurn != before.lineup.perTurn {
      phrases.append("\(counted(lineup.perTurn, "gift")) a turn")
    }
    return phrases
  }

  private func leavingDifferences(from before: RotationPlan) -> [String] {
    var phrases: [String] = []
    let (new, old) = (carried?.places ?? [], before.carried?.places ?? [])
    if new != old, let turn = carried?.number ?? before.carried?.number {
      phrases.append("turn \(turn), which ran, has \(new.listed(or: "no gifts"))")
    }
    for gift in Set(withdrawals.keys).union(before.withdrawals.keys).sorted()
    where withdrawals[gift] != before.withdrawals[gift] {
      phrases.append(withdrawals[gift].map { "\(gift) until \($0)" } ?? "\(gift) is to stay")
    }
    return phrases
  }
}

extension TurnOverride {
  fileprivate func differences(from before: TurnOverride, _ turn: Int64) -> [String] {
    var phrases: [String] = []
    if isSkipped != before.isSkipped {
      phrases.append("turn \(turn) \(isSkipped ? "is skipped" : "takes place after all")")
    }
    if movedTo != before.movedTo {
      phrases.append("turn \(turn) " + (movedTo.map { "moves to \($0)" } ?? "is at its own time"))
    }
    for gift in Set(swaps.keys).union(before.swaps.keys).sorted()
    where swaps[gift] != before.swaps[gift] {
      phrases.append(
        "turn \(turn) has " + (swaps[gift].map { "\($0.text) for \(gift)" } ?? "\(gift) itself"))
    }
    return phrases
  }
}
