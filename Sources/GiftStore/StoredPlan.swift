package import GiftDomain

/// A row of `rotation_plan`: a plan before the rules of its zone are known.
package struct StoredPlan: Hashable, Sendable {
  /// The rotation.
  package let rotation: RotationName
  /// The change that made the plan.
  package let since: ChangeNumber
  /// When that was.
  package let at: Timestamp
  /// The plan in a zone that has a name and no rules.
  package let plan: RotationPlan

  /// A row.
  package init(
    rotation: RotationName, since: ChangeNumber, at: Timestamp, plan: RotationPlan
  ) {
    self.rotation = rotation
    self.since = since
    self.at = at
    self.plan = plan
  }

  /// The plan with the rules of its zone.
  func revision(in zone: ZoneRules) -> Rotation.Revision {
    Rotation.Revision(since: since, at: at, plan: plan.placed(in: zone))
  }
}

extension StoredRow {
  func rotationName(_ column: String) throws(StoreError) -> RotationName {
    let text = try text(column)
    return try domain { () throws(DomainError) in try RotationName(text) }
  }

  /// A row of `rotation_plan_…`.
  func storedPlan() throws(StoreError) -> StoredPlan {
    let zone = try text("zone")
    let plan = RotationPlan(
      zone: ZoneRules(name: zone, firstOffsetSeconds: 0, transitions: []),
      anchor: try local(try int("anchor_local")), anchorTurn: try int("anchor_turn"),
      cadence: try cadence(), stay: try stay(), lineup: try lineup(),
      position: try int("lineup_position"), lastTurn: try optionalInt("last_turn"),
      until: try optionalInstant("until_at"), firstTurn: try int("first_turn"),
      overrides: try overrides(), withdrawals: try withdrawals(), carried: try carried())
    return StoredPlan(
      rotation: try rotationName("rotation"), since: try change("since_change"),
      at: try instant("at"), plan: plan)
  }

  private func local(_ seconds: Int64) throws(StoreError) -> LocalTime {
    try domain { () throws(DomainError) in try LocalTime(seconds: seconds) }
  }

  private func cadence() throws(StoreError) -> Cadence {
    let count = try int("cadence_count")
    let name = try text("cadence_unit")
    guard let unit = Cadence.Unit(rawValue: name) else { throw unknown(name) }
    return try domain { () throws(DomainError) in try Cadence(every: count, unit) }
  }

  private func stay() throws(StoreError) -> Stay? {
    guard let count = try optionalInt("stay_count") else { return nil }
    let name = try text("stay_unit")
    guard let unit = Stay.Unit(rawValue: name) else { throw unknown(name) }
    return try domain { () throws(DomainError) in try Stay(count, unit) }
  }

  private func unknown(_ name: String) -> StoreError {
    .unexpected(sqlState: "-", statement: "rotation_plan", message: "unit \(name)")
  }

  private func lineup() throws(StoreError) -> Lineup {
    let places = try places("lineup_gift", "lineup_version")
    let perTurn = Int(clamping: try int("per_turn"))
    return try domain { () throws(DomainError) in try Lineup(places, perTurn: perTurn) }
  }

  private func places(_ gifts: String, _ versions: String) throws(StoreError) -> [LineupPlace] {
    let pairs = zip(try texts(gifts), try ints(versions))
    return try domain { () throws(DomainError) in
      try pairs.map { gift, version throws(DomainError) in
        LineupPlace(gift: try GiftID(gift), version: try VersionNumber(version))
      }
    }
  }

  private func overrides() throws(StoreError) -> [Int64: TurnOverride] {
    var overrides: [Int64: TurnOverride] = [:]
    for turn in try ints("skipped_turn") {
      overrides[turn, default: TurnOverride()].isSkipped = true
    }
    for (turn, seconds) in zip(try ints("moved_turn"), try ints("moved_to")) {
      overrides[turn, default: TurnOverride()].movedTo = try local(seconds)
    }
    let places = try places("swap_in", "swap_version")
    for (index, (turn, out)) in zip(try ints("swap_turn"), try texts("swap_out")).enumerated() {
      let gift = try domain { () throws(DomainError) in try GiftID(out) }
      overrides[turn, default: TurnOverride()].swaps[gift] = places[index]
    }
    return overrides
  }

  private func withdrawals() throws(StoreError) -> [GiftID: Timestamp] {
    var withdrawals: [GiftID: Timestamp] = [:]
    for (gift, at) in zip(try texts("withdrawn_gift"), try ints("withdrawn_at")) {
      try domain { () throws(DomainError) in
        withdrawals[try GiftID(gift)] = try Timestamp(microseconds: at)
      }
    }
    return withdrawals
  }

  private func carried() throws(StoreError) -> CarriedTurn? {
    guard let number = try optionalInt("carried_turn") else { return nil }
    return CarriedTurn(
      number: number, from: try instant("carried_from"),
      until: try optionalInstant("carried_until"),
      places: try places("carried_gift", "carried_version"))
  }
}
