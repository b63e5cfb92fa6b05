import GiftDomain
import GiftSQL
import Postgres

extension Session {
  /// The rules of a zone that somebody named; nil for one that the database does not know.
  func zone(named name: String, known: KnownZones) throws(StoreError) -> ZoneRules? {
    if let rules = known[name] { return rules }
    let isKnown = try row(SQL.zoneKnown, [.text(name)]) { row throws(StoreError) in
      try row.bool("known")
    }
    return isKnown ? try zone(name, known: known) : nil
  }

  /// The rules of a zone that was known when it was stored.
  private func zone(_ name: String, known: KnownZones) throws(StoreError) -> ZoneRules? {
    if let rules = known[name] { return rules }
    let rows = try rows(SQL.zoneRules, [.text(name)]) { row throws(StoreError) in
      (at: try row.int("at"), offset: try row.int("offset_seconds"))
    }
    guard let first = rows.first else { return nil }
    let rules = ZoneRules(
      name: name, firstOffsetSeconds: first.offset,
      transitions: rows.dropFirst().map { .init(at: $0.at, offsetSeconds: $0.offset) })
    known[name] = rules
    return rules
  }

  /// The rotations as they stood after a change.
  func rotations(at change: ChangeNumber, _ known: KnownZones) throws(StoreError) -> [Rotation] {
    try rotations(of: answers(Question.plans(at: change)), known)
  }

  /// The rotations of plans.
  func rotations(
    of stored: [StoredPlan], _ known: KnownZones
  ) throws(StoreError) -> [Rotation] {
    var rotations: [Rotation] = []
    for (name, plans) in Dictionary(grouping: stored, by: \.rotation).sorted(by: { $0.key < $1.key }
    ) {
      var revisions: [Rotation.Revision] = []
      for plan in plans {
        guard let zone = try zone(plan.plan.zone.name, known: known) else {
          throw .localTimeUnreadable(text: plan.rotation.text, zone: plan.plan.zone.name)
        }
        revisions.append(plan.revision(in: zone))
      }
      if let rotation = Rotation(name: name, revisions: revisions) { rotations.append(rotation) }
    }
    return rotations
  }

  /// What writes new plans, and binds to each rotation the gifts that it may bring.
  func calls(
    recording differences: [RotationDifference], now: Timestamp, change: ChangeNumber
  ) throws(StoreError) -> [Call] {
    guard !differences.isEmpty else { return [] }
    let bound = Dictionary(
      try rows(SQL.rotationGiftStanding) { row throws(StoreError) in
        (try row.gift("gift"), try row.rotationName("rotation"))
      }, uniquingKeysWith: { first, _ in first })
    var calls: [Call] = []
    var freed: [GiftID] = []
    var new: [(gift: GiftID, rotation: RotationName)] = []
    for difference in differences {
      let rotation = difference.after
      // Not those of a rotation that has ended, nor those that were retired meanwhile.
      let wanted = rotation.plan.gifts.filter { rotation.brings($0, from: now) }
      freed += bound.filter { $0.value == rotation.name && !wanted.contains($0.key) }.keys
      // What a rotation that has run out still holds is free for others.
      freed += wanted.filter { bound[$0].map { $0 != rotation.name } ?? false }
      new += wanted.filter { bound[$0] != rotation.name }.map { ($0, rotation.name) }
      calls += Call.inserting(rotation.plan, of: rotation.name, change: change)
    }
    if !freed.isEmpty {
      calls.append(
        Call(SQL.rotationGiftSupersede, [.textArray(freed.map(\.text)), .change(change)]))
    }
    return calls + [Call(binding: new.map { ($0.gift, Recorded($0.rotation, since: change)) })]
  }
}

extension Question<StoredPlan> {
  /// The plans of all rotations up to a change; nil: all of them.
  static func plans(at change: ChangeNumber?) -> Self {
    Self(SQL.rotationPlanAtChange, [.int(change?.value ?? .max)]) { row throws(StoreError) in
      try row.storedPlan()
    }
  }
}

extension Call {
  /// What binds gifts to rotations.
  init(binding rows: [(gift: GiftID, row: Recorded<RotationName>)]) {
    self.init(
      SQL.rotationGiftInsert,
      [
        .textArray(rows.map(\.gift.text)), .textArray(rows.map(\.row.value.text)),
        .intArray(rows.map(\.row.since.value)),
        .nullableIntArray(rows.map { $0.row.until?.value }),
      ])
  }

  /// What writes one plan, and its rotation if it is new.
  static func inserting(
    _ plan: RotationPlan, of rotation: RotationName, change: ChangeNumber
  ) -> [Call] {
    let overrides = plan.overrides.sorted { $0.key < $1.key }
    let moves = overrides.compactMap { turn in turn.value.movedTo.map { (turn.key, $0) } }
    let swaps = overrides.flatMap { turn in
      turn.value.swaps.sorted { $0.key < $1.key }.map { (turn.key, out: $0.key, in: $0.value) }
    }
    let withdrawals = plan.withdrawals.sorted { $0.key < $1.key }
    let carried = plan.carried
    let row = Call(
      SQL.rotationPlanInsert,
      [
        .text(rotation.text), .change(change), .text(plan.zone.name), .int(plan.anchor.seconds),
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
        .nullableTimestampArray(withdrawals.map(\.value.microseconds)),
        carried.map { .int($0.number) } ?? .null, .instant(carried?.from),
        .instant(carried?.until), .textArray(carried?.places.map(\.gift.text) ?? []),
        .intArray(carried?.places.map(\.version.value) ?? []),
      ])
    return [Call(SQL.rotationInsert, [.text(rotation.text), .change(change)]), row]
  }
}
