import GiftDomain

/// A turn as it is shown: with what it changes.
struct PlannedTurn: Hashable {
  let rotation: RotationName
  let zone: String
  let turn: Turn
  /// Its gifts that the rotation did not show right before it begins.
  let incoming: [LineupPlace]
  /// Its gifts that the rotation does not show once it has ended.
  let outgoing: [LineupPlace]
  /// Whether the zone's clock shows its local time once.
  let occasion: ZoneRules.Occasion

  /// What is worth a word.
  var notes: [String] {
    var notes: [String] = []
    if turn.isSkipped { notes.append("skipped") }
    if turn.isMoved { notes.append("moved") }
    switch occasion {
    case .once: break
    case .gap: notes.append("the clock leaves this time out: it begins that much later")
    case .twice: notes.append("the clock shows this time twice: the second one counts")
    }
    if turn.from == turn.until { notes.append("its day does not exist") }
    return notes
  }

  /// The turn as JSON.
  var document: JSONObject {
    [
      "rotation": rotation,
      "turn": turn.number,
      "local": turn.local,
      "zone": zone,
      "from": turn.from,
      "until": turn.until,
      "gifts": turn.places.map(\.document),
      "incoming": incoming.map(\.document),
      "outgoing": outgoing.map(\.document),
      "skipped": turn.isSkipped,
      "moved": turn.isMoved,
      "localTime": occasion.rawValue,
    ]
  }
}

extension Rotation {
  /// The turn that runs and those that come, at most `limit`.
  func comingTurns(from now: Timestamp, until end: Timestamp?, limit: Int) -> [PlannedTurn] {
    plan.coming(from: now, limit: limit).prefix { turn in end.map { turn.from < $0 } ?? true }
      .map { turn in
        PlannedTurn(
          rotation: name, zone: plan.zone.name, turn: turn, incoming: incoming(with: turn),
          outgoing: outgoing(after: turn), occasion: plan.zone.occasion(of: turn.local))
      }
  }
}

/// Turns under headings.
func turnTable(_ turns: [PlannedTurn]) -> Table {
  var table = Table([
    ("ROTATION", .left), ("TURN", .right), ("LOCAL", .left), ("ZONE", .left), ("FROM", .left),
    ("UNTIL", .left), ("GIFTS", .left), ("IN", .left), ("OUT", .left), ("NOTE", .left),
  ])
  for planned in turns {
    let list = { (places: [LineupPlace]) in
      places.isEmpty ? "–" : places.map(\.text).joined(separator: ", ")
    }
    table.add([
      planned.rotation.text, "\(planned.turn.number)", planned.turn.local.description,
      planned.zone, planned.turn.from.rfc3339, planned.turn.until.rfc3339,
      list(planned.turn.places), list(planned.incoming), list(planned.outgoing),
      planned.notes.joined(separator: "; "),
    ])
  }
  return table
}

extension LineupPlace {
  /// `rose:2`.
  var text: String { "\(gift):\(version)" }

  /// The same as JSON.
  var document: JSONObject { ["id": gift, "version": version] }
}
