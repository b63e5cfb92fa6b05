package import GiftDomain
import GiftSQL
import Postgres

/// A row of `rotation_plan`: a plan of a rotation, and the edit that made it.
package struct RotationPlanRecord: Hashable, Sendable, Codable {
  /// The rotation that the plan belongs to.
  package let rotation: RotationName
  /// The plan and the edit that made it.
  package let revision: Rotation.Revision
}

/// A row as read, with the gifts that it names; no plan if it is not a valid one, and no rotation
/// if its name is not one.
typealias ReadPlan = (rotation: RotationName?, gifts: [GiftID], plan: RotationPlanRecord?)

extension Question<ReadPlan> {
  /// The plans of all rotations up to a change (nil: all), where a broken one does not affect
  /// others.
  static func plans(at change: ChangeNumber?) -> Self {
    var zones: [SHA256Digest: ZoneRules] = [:]
    return Self(SQL.rotationPlanAtChange, [.int(change?.value ?? .max)]) { row in
      // Callers report it as broken; the cause does not matter.
      (try? row.rotationName("rotation"), row.namedGifts, try? row.plan(&zones))
    }
  }
}

extension [RotationPlanRecord] {
  /// The plans that were read; throws `StoreError.broken` unless all are valid.
  init(whole read: [ReadPlan]) throws(StoreError) {
    for row in read where row.plan == nil {
      throw .broken(row.rotation.map(BrokenPart.rotation) ?? .unnamed("rotation"))
    }
    self = read.compactMap(\.plan)
  }
}

extension [Rotation] {
  /// The rotations with only valid plans, by name, and the names of the others.
  static func parted(_ read: [ReadPlan]) -> (whole: [Rotation], broken: [RotationName]) {
    let broken = Set(read.filter { $0.plan == nil }.compactMap(\.rotation))
    let whole = read.compactMap(\.plan).filter { !broken.contains($0.rotation) }
    return ([Rotation](whole), broken.sorted())
  }

  /// The rotations of plans, by name.
  init(_ plans: [RotationPlanRecord]) {
    self = Dictionary(grouping: plans, by: \.rotation).sorted { $0.key < $1.key }.compactMap {
      Rotation(name: $0.key, revisions: $0.value.map(\.revision))
    }
  }
}

extension Row {
  /// The gifts that a row of `rotation_plan_…` names, as far as it can be read.
  fileprivate var namedGifts: [GiftID] {
    ["lineup_gift", "swap_in", "carried_gift"].flatMap { column in
      // A text that is not a gift id cannot be one of the catalogue's gifts.
      ((try? textArray(column)) ?? []).compactMap { try? GiftID($0) }
    }
  }

  /// A row of `rotation_plan_…`; the rules of its zone come with it or with a row before it.
  fileprivate func plan(_ zones: inout [SHA256Digest: ZoneRules]) throws -> RotationPlanRecord {
    let digest = try digest("zone")
    if let rules = try optionalText("zone_rules") {
      zones[digest] = try keptValue(ZoneRules.self, of: rules)
    }
    let rotation = try rotationName("rotation")
    guard let zone = zones[digest] else { throw StoreError.broken(.rotation(rotation)) }
    return RotationPlanRecord(rotation: rotation, revision: try revision(in: zone))
  }

  private func revision(in zone: ZoneRules) throws -> Rotation.Revision {
    let plan = try RotationPlan(
      zone: zone, anchor: LocalTime(seconds: int("anchor_local")), anchorTurn: int("anchor_turn"),
      cadence: Cadence(int("cadence_count"), word("cadence_unit")),
      stay: optionalInt("stay_count").map { count in try Stay(count, word("stay_unit")) },
      lineup: Lineup(
        places("lineup_gift", "lineup_version"), perTurn: Int(clamping: int("per_turn"))),
      position: int("lineup_position"), lastTurn: optionalInt("last_turn"),
      until: optionalInstant("until_at"), firstTurn: int("first_turn"), overrides: overrides(),
      withdrawals: withdrawals(), carried: carried()
    ).checked()
    return Rotation.Revision(since: try change("since_change"), at: try instant("at"), plan: plan)
  }

  private func places(_ gifts: String, _ versions: String) throws -> [LineupPlace] {
    try zip(textArray(gifts), intArray(versions)).map { gift, version in
      LineupPlace(gift: try GiftID(gift), version: try VersionNumber(version))
    }
  }

  private func overrides() throws -> [Int64: TurnOverride] {
    var overrides: [Int64: TurnOverride] = [:]
    for turn in try intArray("skipped_turn") {
      overrides[turn, default: TurnOverride()].isSkipped = true
    }
    for (turn, seconds) in zip(try intArray("moved_turn"), try intArray("moved_to")) {
      overrides[turn, default: TurnOverride()].movedTo = try LocalTime(seconds: seconds)
    }
    let turns = zip(try intArray("swap_turn"), try textArray("swap_out"))
    for ((turn, out), place) in zip(turns, try places("swap_in", "swap_version")) {
      overrides[turn, default: TurnOverride()].swaps[try GiftID(out)] = place
    }
    return overrides
  }

  private func withdrawals() throws -> [GiftID: Timestamp] {
    var withdrawals: [GiftID: Timestamp] = [:]
    for (gift, at) in zip(try textArray("withdrawn_gift"), try intArray("withdrawn_at")) {
      withdrawals[try GiftID(gift)] = try Timestamp(microseconds: at)
    }
    return withdrawals
  }

  private func carried() throws -> CarriedTurn? {
    guard let number = try optionalInt("carried_turn") else { return nil }
    return CarriedTurn(
      number: number, from: try instant("carried_from"),
      until: try optionalInstant("carried_until"),
      places: try places("carried_gift", "carried_version"))
  }
}
