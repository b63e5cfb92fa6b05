import GiftDomain

/// A turn as it is shown: with what it changes.
struct PlannedTurn: Hashable {
  let rotation: RotationName
  let zone: String
  let turn: Turn
  /// The gifts that come in with it.
  let incoming: [LineupPlace]
  /// The gifts of the turn before that it does not have.
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

  var document: TurnDocument { TurnDocument(self) }
}

/// A turn as JSON.
struct TurnDocument: Encodable {
  struct Place: Encodable {
    let id: String
    let version: Int64

    init(_ place: LineupPlace) {
      id = place.gift.text
      version = place.version.value
    }
  }

  let rotation: String
  let turn: Int64
  let local: String
  let zone: String
  let from: String
  let until: String
  let gifts: [Place]
  let incoming: [Place]
  let outgoing: [Place]
  let skipped: Bool
  let moved: Bool
  let localTime: String

  init(_ planned: PlannedTurn) {
    rotation = planned.rotation.text
    turn = planned.turn.number
    local = planned.turn.local.description
    zone = planned.zone
    from = planned.turn.from.rfc3339
    until = planned.turn.until.rfc3339
    gifts = planned.turn.places.map(Place.init)
    incoming = planned.incoming.map(Place.init)
    outgoing = planned.outgoing.map(Place.init)
    skipped = planned.turn.isSkipped
    moved = planned.turn.isMoved
    localTime = planned.occasion.rawValue
  }
}

extension Rotation {
  /// The turn that runs and those that come, at most `limit`.
  func comingTurns(from now: Timestamp, until end: Timestamp?, limit: Int) -> [PlannedTurn] {
    plan.comingTurns(of: name, from: now, until: end, limit: limit)
  }
}

extension RotationPlan {
  func comingTurns(
    of name: RotationName, from now: Timestamp, until end: Timestamp?, limit: Int
  ) -> [PlannedTurn] {
    var planned: [PlannedTurn] = []
    var previous: [LineupPlace] = []
    for turn in coming(from: now, limit: limit) {
      if let end, turn.from >= end { break }
      planned.append(
        PlannedTurn(
          rotation: name, zone: zone.name, turn: turn,
          incoming: turn.places.filter { !previous.contains($0) },
          outgoing: previous.filter { !turn.places.contains($0) },
          occasion: zone.occasion(of: turn.local)))
      previous = turn.places
    }
    return planned
  }
}

/// Turns under headings.
func turnTable(_ turns: [PlannedTurn]) -> Table {
  var table = Table([
    ("ROTATION", .left), ("TURN", .right), ("LOCAL", .left), ("ZONE", .left), ("FROM", .left),
    ("UNTIL", .left), ("IN", .left), ("OUT", .left), ("NOTE", .left),
  ])
  for planned in turns {
    let list = { (places: [LineupPlace]) in
      places.isEmpty ? "–" : places.map(\.text).joined(separator: ", ")
    }
    table.add([
      planned.rotation.text, "\(planned.turn.number)", planned.turn.local.description,
      planned.zone, planned.turn.from.rfc3339, planned.turn.until.rfc3339,
      list(planned.incoming), list(planned.outgoing), planned.notes.joined(separator: "; "),
    ])
  }
  return table
}

extension LineupPlace {
  /// `rose:2`.
  var text: String { "\(gift):\(version)" }
}
