import GiftDomain
import GiftSQL
import Hashing
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

  /// The statements that write new plans, and bind each rotation's gifts to it.
  func calls(
    recording differences: [RotationDifference], now: Timestamp, change: ChangeNumber
  ) throws -> [Call] {
    guard !differences.isEmpty else { return [] }
    let bound = Dictionary(
      try rows(SQL.rotationGiftStanding) { row in
        (try row.gift("gift"), try row.rotationName("rotation"))
      }, uniquingKeysWith: { first, _ in first })
    var calls: [Call] = []
    var freed: [GiftID] = []
    var new: [(gift: GiftID, rotation: RotationName)] = []
    for difference in differences {
      let rotation = difference.after
      // Except those of an ended rotation, and those retired meanwhile.
      let wanted = rotation.plan.gifts.filter { rotation.brings($0, from: now) }
      freed += bound.filter { $0.value == rotation.name && !wanted.contains($0.key) }.keys
      // Gifts still bound to an ended rotation are free for others.
      freed += wanted.filter { bound[$0].map { $0 != rotation.name } ?? false }
      new += wanted.filter { bound[$0] != rotation.name }.map { ($0, rotation.name) }
    }
    calls += try Call.inserting(
      differences.map { ($0.after.plan, of: $0.after.name, change: change) })
    if !freed.isEmpty {
      calls.append(
        Call(SQL.rotationGiftSupersede, [.textArray(freed.map(\.text)), .change(change)]))
    }
    let bindings = new.map { ($0.gift, Recorded($0.rotation, since: change, until: nil)) }
    return calls + [Call(binding: bindings)]
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
        let rules = try keptText(of: plan.zone)
        let digest = SHA256.hash(Array(rules.utf8))
        zones[plan.zone] = try SHA256Digest(bytes: digest)
        calls.append(Call(SQL.zoneRulesInsert, [.bytes(digest), .text(rules)]))
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
    let overrides = plan.overrides.sorted { $0.key < $1.key }
    let moves = overrides.compactMap { turn in turn.value.movedTo.map { (turn.key, $0) } }
    let swaps = overrides.flatMap { turn in
      turn.value.swaps.sorted { $0.key < $1.key }.map { (turn.key, out: $0.key, in: $0.value) }
    }
    let withdrawals = plan.withdrawals.sorted { $0.key < $1.key }
    let carried = plan.carried
    self.init(
      SQL.rotationPlanInsert,
      [
        .text(rotation.text), .change(change), zone.map { .bytes($0.bytes) } ?? .null,
        .int(plan.anchor.seconds),
        .int(plan.anchorTurn), .int(plan.cadence.count), .text(plan.cadence.unit.rawValue),
        plan.stay.map { .int($0.count) } ?? .null,
        plan.stay.map { .text($0.unit.rawValue) } ?? .null,
        .textArray(plan.lineup.places.map(\.gift.text)),
        .intArray(plan.lineup.places.map(\.version.value)), .int(Int64(plan.lineup.perTurn)),
        .int(plan.position), plan.lastTurn.map { .int($0) } ?? .null, .instant(plan.until),
        .int(plan.firstTurn), .intArray(overrides.filter(\.value.isSkipped).map(\.key)),
        .intArray(moves.map(\.0)), .intArray(moves.map(\.1.seconds)), .intArray(swaps.map(\.0)),
        .textArray(swaps.map(\.out.text)), .textArray(swaps.map(\.in.gift.text)),
        .intArray(swaps.map(\.in.version.value)), .textArray(withdrawals.map(\.key.text)),
        .timestampArray(withdrawals.map(\.value.microseconds)),
        carried.map { .int($0.number) } ?? .null, .instant(carried?.from),
        .instant(carried?.until), .textArray(carried?.places.map(\.gift.text) ?? []),
        .intArray(carried?.places.map(\.version.value) ?? []),
      ])
  }
}
