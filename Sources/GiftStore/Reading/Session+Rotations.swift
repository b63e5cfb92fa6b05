import GiftDomain
import GiftSQL
import Postgres

extension Session {
  /// The database's rules of a zone; nil if it does not know the zone.
  func zone(named name: String) throws -> ZoneRules? {
    let rows = try rows(SQL.zoneRules, [.text(name)]) { row in
      (at: try row.int("at"), offset: try row.int("offset_seconds"))
    }
    return rows.first.map { first in
      ZoneRules(
        name: name, firstOffsetSeconds: first.offset,
        transitions: rows.dropFirst().map { .init(at: $0.at, offsetSeconds: $0.offset) })
    }
  }
}

extension Call {
  /// The statement that binds gifts to rotations.
  init(binding rows: [(gift: GiftID, row: Recorded<RotationName>)]) {
    self.init(
      SQL.rotationGiftInsert,
      [
        .textArray(rows.map(\.gift.text)), .textArray(rows.map(\.row.value.text)),
        .intArray(rows.map(\.row.since.value)), .intArray(rows.map { $0.row.until?.value }),
      ])
  }

  /// The statements that write plans, with their zones' rules and new rotations.
  static func inserting(
    _ plans: [(RotationPlan, of: RotationName, change: ChangeNumber)]
  ) throws -> [Call] {
    var zones: [ZoneRules: SHA256Digest] = [:]
    var calls: [Call] = []
    for (plan, rotation, change) in plans {
      if zones[plan.zone] == nil {
        let digest = try plan.zone.digest
        zones[plan.zone] = digest
        calls.append(
          Call(SQL.zoneRulesInsert, [.bytes(digest.bytes), .text(try keptText(of: plan.zone))]))
      }
      calls.append(Call(SQL.rotationInsert, [.text(rotation.text), .change(change)]))
      calls.append(Call(inserting: plan, of: rotation, change: change, zone: zones[plan.zone]))
    }
    return calls
  }

  private init(
    inserting plan: RotationPlan, of rotation: RotationName, change: ChangeNumber,
    zone: SHA256Digest?
  ) {
    let columns = PlanColumns(plan)
    let (moves, swaps, withdrawals) = (columns.moves, columns.swaps, columns.withdrawals)
    let carried = plan.carried
    self.init(
      SQL.rotationPlanInsert,
      [
        .text(rotation.text), .change(change), zone.map { .bytes($0.bytes) } ?? .null,
        .int(plan.anchor.seconds),
        .int(plan.anchorTurn), .int(plan.cadence.count), .text(plan.cadence.unit.rawValue),
        plan.stay.map { .int($0.count) } ?? .null,
        plan.stay.map { .text($0.unit.rawValue) } ?? .null,
        .textArray(columns.lineup.gifts), .intArray(columns.lineup.versions),
        .int(Int64(plan.lineup.perTurn)),
        .int(plan.position), plan.lastTurn.map { .int($0) } ?? .null, .instant(plan.until),
        .int(plan.firstTurn), .intArray(columns.skipped), .intArray(moves.map(\.turn)),
        .intArray(moves.map(\.to.seconds)), .intArray(swaps.map(\.turn)),
        .textArray(swaps.map(\.out.text)), .textArray(swaps.map(\.in.gift.text)),
        .intArray(swaps.map(\.in.version.value)), .textArray(withdrawals.map(\.gift.text)),
        .timestampArray(withdrawals.map(\.at.microseconds)),
        carried.map { .int($0.number) } ?? .null, .instant(carried?.from),
        .instant(carried?.until), .textArray(columns.carried.gifts),
        .intArray(columns.carried.versions),
      ])
  }
}
