import Console
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
  /// How many plans its rotation has had.
  let revision: Int
  /// Whether the next turn begins as it ends.
  private let isFollowed: Bool

  fileprivate init(_ turn: Turn, of rotation: Rotation, in zone: ZoneRules) {
    self.rotation = rotation.name
    self.zone = zone.name
    self.turn = turn
    incoming = rotation.incoming(with: turn)
    outgoing = rotation.outgoing(after: turn)
    occasion = zone.occasion(of: turn.local)
    revision = rotation.revisions.count
    isFollowed = rotation.plan.turn(turn.number + 1)?.from == turn.until
  }

  /// When it begins, and when it ends unless the next one tells.
  var when: String { "\(turn.from)" + (isFollowed ? "" : " – \(turn.until)") }

  /// What is worth a word.
  var notes: [String] {
    var notes: [String] = []
    if turn.isSkipped { notes.append("skipped") }
    if turn.isMoved { notes.append("moved") }
    switch occasion {
    case .once: break
    case .gap: notes.append("clocks skip this time: it begins that much later")
    case .twice: notes.append("this time occurs twice: the second one counts")
    }
    if turn.from == turn.until { notes.append("its day does not exist") }
    return notes
  }

  /// What the zone's clock does when it begins, to be read after its local time; nil for most.
  var trouble: String? {
    switch occasion {
    case .once: nil
    case .gap: "which does not exist in \(zone), because clocks skip it: it begins at \(turn.from)."
    case .twice:
      "which occurs twice in \(zone): it begins the second time, at \(turn.from)."
    }
  }

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
  /// The current turn and the coming ones, at most `limit`.
  func comingTurns(from now: Timestamp, until end: Timestamp?, limit: Int) -> [PlannedTurn] {
    plan.coming(from: now, limit: limit).prefix { turn in end.map { turn.from < $0 } ?? true }
      .map { PlannedTurn($0, of: self, in: plan.zone) }
  }

  /// The same without an end, and those of these numbers that come later.
  func comingTurns(
    from now: Timestamp, limit: Int, and numbers: Set<Int64>
  ) -> [PlannedTurn] {
    let first = comingTurns(from: now, until: nil, limit: limit)
    guard let last = first.last?.turn.number else { return first }
    return first
      + numbers.filter { $0 > last }.sorted().compactMap(plan.turn)
      .map { PlannedTurn($0, of: self, in: plan.zone) }
  }

  /// The turns that overlap `[from, until)`, each once, and each from its beginning,
  /// though an edit may have come between that and its end.
  func turnsAsTheyCame(from: Timestamp, until: Timestamp) -> [PlannedTurn] {
    var turns: [Int64: PlannedTurn] = [:]
    for (index, revision) in revisions.enumerated() {
      let next = index + 1 < revisions.count ? revisions[index + 1].at : nil
      let end = next.map { min($0, until) } ?? until
      // A later plan says how a turn really went.
      for turn in revision.plan.turns(from: max(from, revision.at), until: end) {
        turns[turn.number] = PlannedTurn(
          turn.clipped(from: turn.from, until: next) ?? turn, of: self, in: revision.plan.zone)
      }
    }
    return turns.values.sorted { $0.turn.number < $1.turn.number }
  }
}

/// Turns under headings, with the names of their rotations where these are several.
func turnTable(_ turns: [PlannedTurn]) -> Table {
  let hasNames = Set(turns.map(\.rotation)).count > 1
  let zone = TimeStyle.current.clock?.zone
  var table = Table(
    (hasNames ? [("ROTATION", .flexible)] : []) + [
      ("TURN", .right), (zone.map { "WHEN, by the clock of \($0)" } ?? "WHEN", .name),
      ("GIFTS", .wrapped),
    ])
  for planned in turns {
    let turn = planned.turn
    let gifts = turn.isSkipped ? "–" : turn.places.listed(or: "–")
    table.add(
      (hasNames ? [planned.rotation.text] : []) + [
        "\(turn.number)", planned.when,
        ([gifts] + planned.notes.map { "(\($0))" }).joined(separator: " "),
      ])
  }
  return table
}

extension LineupPlace {
  /// `rose:2`.
  var text: String { "\(gift):\(version)" }

  var document: JSONObject { ["id": gift, "version": version] }
}

extension [LineupPlace] {
  /// `rose:1, heart:2`, or other words where there is none.
  func listed(or none: String) -> String {
    isEmpty ? none : map(\.text).joined(separator: ", ")
  }
}
