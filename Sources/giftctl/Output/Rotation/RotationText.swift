import GiftDomain

extension RotationPlan {
  /// `every 3 weeks at 10:00 Europe/London, 2 of 8 gifts a turn, each for 7 days`.
  var sentence: String {
    let start = start(of: firstTurn)
    var text = "every \(cadence) from \(start) \(zone.name), "
    text += "\(min(lineup.perTurn, lineup.places.count)) of "
    text += "\(counted(lineup.places.count, "gift")) a turn"
    if let stay { text += ", each for \(stay.count == 1 ? "1 " : "")\(stay)" }
    if let lastTurn { text += ", \(counted(Int(lastTurn), "turn")) in all" }
    if let until { text += ", until \(until)" }
    return text
  }

  /// What is special about coming turns, a line each.
  var specialties: [String] {
    let turns = overrides.sorted { $0.key < $1.key }.flatMap { number, special in
      [
        special.isSkipped ? "turn \(number) is skipped" : nil,
        special.movedTo.map { "turn \(number) is moved to \($0)" },
      ].compactMap(\.self)
        + special.swaps.sorted { $0.key < $1.key }.map {
          "turn \(number) has \($0.value.text) for \($0.key)"
        }
    }
    return turns
      + withdrawals.sorted { $0.key < $1.key }.map { "\($0.key) retires at \($0.value)" }
  }
}

extension Rotation {
  /// What runs or comes.
  func statusText(at now: Timestamp) -> String {
    guard let next = plan.coming(from: now, limit: 1).first else { return "ended" }
    if next.from > now { return "turn \(next.number) from \(next.from)" }
    return "turn \(next.number) until \(next.until)"
      + (next.places.isEmpty ? "" : ": \(next.places.listed(or: ""))")
  }

  func document(at now: Timestamp) -> JSONObject {
    [
      "name": name,
      "zone": plan.zone.name,
      "first": plan.start(of: plan.firstTurn),
      "nextTurn": plan.firstTurn,
      "every": plan.cadence.description,
      "stay": plan.stay?.description,
      "lineup": plan.lineup.places.map(\.document),
      "perTurn": plan.lineup.perTurn,
      "lastTurn": plan.lastTurn,
      "until": plan.until,
      "special": plan.specialties,
      "status": statusText(at: now),
      "lastChange": revisions.last?.since,
    ]
  }
}

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
      phrases.append(withdrawals[gift].map { "\(gift) until \($0)" } ?? "\(gift) stays")
    }
    return phrases
  }
}

extension TurnOverride {
  fileprivate func differences(from before: TurnOverride, _ turn: Int64) -> [String] {
    var phrases: [String] = []
    if isSkipped != before.isSkipped {
      phrases.append("turn \(turn) \(isSkipped ? "is skipped" : "is restored")")
    }
    if movedTo != before.movedTo {
      let move = movedTo.map { "moves to \($0)" } ?? "returns to its usual time"
      phrases.append("turn \(turn) \(move)")
    }
    for gift in Set(swaps.keys).union(before.swaps.keys).sorted()
    where swaps[gift] != before.swaps[gift] {
      phrases.append(
        "turn \(turn) has " + (swaps[gift].map { "\($0.text) for \(gift)" } ?? "\(gift) itself"))
    }
    return phrases
  }
}
