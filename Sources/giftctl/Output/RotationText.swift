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
