import GiftDomain
import Testing

// How the examples speak of rotations.

/// A plan of gifts that show their first version, without anything special.
func example(
  _ zone: ZoneRules, _ first: String, every count: Int64, _ unit: CadenceUnit, _ gifts: [String],
  perTurn: Int = 1, stay: Stay? = nil, lastTurn: Int64? = nil, until: Timestamp? = nil
) throws -> RotationPlan {
  RotationPlan(
    zone: zone, first: try LocalTime(first), cadence: try Cadence(count, unit), stay: stay,
    lineup: try Lineup(gifts.map(place), perTurn: perTurn), lastTurn: lastTurn, until: until)
}

/// The first version of a gift.
func place(_ gift: String) throws -> LineupPlace {
  LineupPlace(gift: try GiftID(gift), version: .first)
}

/// A rotation made at an instant.
func rotation(_ plan: RotationPlan, at instant: Timestamp) throws -> Rotation {
  let revision = Rotation.Revision(since: try ChangeNumber(1), at: instant, plan: plan)
  return try #require(Rotation(name: try RotationName("spring"), revisions: [revision]))
}

/// The instant that a text of RFC 3339 names.
func instant(_ text: String) throws -> Timestamp { try Timestamp(rfc3339: text) }

extension RotationPlan {
  /// When a turn begins.
  func instant(of turn: Int64) -> Timestamp { zone.instant(of: start(of: turn)) }

  /// Which gifts a turn has; none when there is no such turn.
  func gifts(of number: Int64) -> [String] { (turn(number)?.places ?? []).map(\.gift.text) }
}
