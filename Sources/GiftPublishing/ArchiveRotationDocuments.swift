import GiftDomain
import GiftStore

/// A plan of a rotation in an archive: local times as `2027-03-02 10:00`, instants in RFC 3339.
struct RotationPlanDocument: Codable {
  struct Place: Codable {
    var gift: String
    var version: Int64

    init(_ place: LineupPlace) {
      gift = place.gift.text
      version = place.version.value
    }

    func place() throws(DomainError) -> LineupPlace {
      LineupPlace(gift: try GiftID(gift), version: try VersionNumber(version))
    }
  }

  struct Special: Codable {
    var turn: Int64
    var skipped: Bool
    var movedTo: String?
    var swaps: [String: Place]
  }

  struct Carried: Codable {
    var turn: Int64
    var from: String
    var until: String?
    var places: [Place]
  }

  var rotation: String
  var since: Int64
  var at: String
  var zone: String
  var anchor: String
  var anchorTurn: Int64
  var cadenceCount: Int64
  var cadenceUnit: String
  var stayCount: Int64?
  var stayUnit: String?
  var lineup: [Place]
  var perTurn: Int
  var position: Int64
  var lastTurn: Int64?
  var endsAt: String?
  var firstTurn: Int64
  var special: [Special]
  var withdrawals: [String: String]
  var carried: Carried?

  init(_ stored: StoredPlan) {
    let plan = stored.plan
    rotation = stored.rotation.text
    since = stored.since.value
    at = stored.at.rfc3339
    zone = plan.zone.name
    anchor = plan.anchor.description
    anchorTurn = plan.anchorTurn
    cadenceCount = plan.cadence.count
    cadenceUnit = plan.cadence.unit.rawValue
    stayCount = plan.stay?.count
    stayUnit = plan.stay?.unit.rawValue
    lineup = plan.lineup.places.map(Place.init)
    perTurn = plan.lineup.perTurn
    position = plan.position
    lastTurn = plan.lastTurn
    endsAt = plan.until?.rfc3339
    firstTurn = plan.firstTurn
    special = plan.overrides.sorted { $0.key < $1.key }.map { turn, special in
      Special(
        turn: turn, skipped: special.isSkipped, movedTo: special.movedTo?.description,
        swaps: Dictionary(
          uniqueKeysWithValues: special.swaps.map { ($0.key.text, Place($0.value)) }))
    }
    withdrawals = Dictionary(
      uniqueKeysWithValues: plan.withdrawals.map { ($0.key.text, $0.value.rfc3339) })
    carried = plan.carried.map {
      Carried(
        turn: $0.number, from: $0.from.rfc3339, until: $0.until?.rfc3339,
        places: $0.places.map(Place.init))
    }
  }

  func stored() throws(DomainError) -> StoredPlan {
    let plan = RotationPlan(
      zone: ZoneRules(name: zone, firstOffsetSeconds: 0, transitions: []),
      anchor: try LocalTime(anchor), anchorTurn: anchorTurn, cadence: try cadence(),
      stay: try stay(), lineup: try Lineup(try places(lineup), perTurn: perTurn),
      position: position, lastTurn: lastTurn,
      until: try endsAt.map { text throws(DomainError) in try Timestamp(rfc3339: text) },
      firstTurn: firstTurn, overrides: try overrides(), withdrawals: try withdrawn(),
      carried: try carriedTurn())
    return StoredPlan(
      rotation: try RotationName(rotation), since: try ChangeNumber(since),
      at: try Timestamp(rfc3339: at), plan: plan)
  }

  private func cadence() throws(DomainError) -> Cadence {
    guard let unit = Cadence.Unit(rawValue: cadenceUnit) else {
      throw .malformed(.cadence, text: cadenceUnit)
    }
    return try Cadence(every: cadenceCount, unit)
  }

  private func stay() throws(DomainError) -> Stay? {
    guard let stayCount else { return nil }
    guard let unit = stayUnit.flatMap(Stay.Unit.init) else {
      throw .malformed(.stay, text: stayUnit ?? "")
    }
    return try Stay(stayCount, unit)
  }

  private func places(_ places: [Place]) throws(DomainError) -> [LineupPlace] {
    try places.map { place throws(DomainError) in try place.place() }
  }

  private func overrides() throws(DomainError) -> [Int64: TurnOverride] {
    var overrides: [Int64: TurnOverride] = [:]
    for turn in special {
      var swaps: [GiftID: LineupPlace] = [:]
      for (gift, place) in turn.swaps { swaps[try GiftID(gift)] = try place.place() }
      let moved = try turn.movedTo.map { text throws(DomainError) in try LocalTime(text) }
      let known = overrides.updateValue(
        TurnOverride(isSkipped: turn.skipped, movedTo: moved, swaps: swaps), forKey: turn.turn)
      guard known == nil else { throw .repeated(.turn, text: "\(turn.turn)") }
    }
    return overrides
  }

  private func withdrawn() throws(DomainError) -> [GiftID: Timestamp] {
    var withdrawn: [GiftID: Timestamp] = [:]
    for (gift, at) in withdrawals { withdrawn[try GiftID(gift)] = try Timestamp(rfc3339: at) }
    return withdrawn
  }

  private func carriedTurn() throws(DomainError) -> CarriedTurn? {
    guard let carried else { return nil }
    return CarriedTurn(
      number: carried.turn, from: try Timestamp(rfc3339: carried.from),
      until: try carried.until.map { text throws(DomainError) in try Timestamp(rfc3339: text) },
      places: try places(carried.places))
  }
}

/// A gift bound to a rotation, in an archive.
struct RotationGiftDocument: Codable {
  var gift: String
  var rotation: String
  var since: Int64
  var until: Int64?

  init(_ binding: RotationBinding) {
    gift = binding.gift.text
    rotation = binding.row.value.text
    since = binding.row.since.value
    until = binding.row.until?.value
  }

  func binding() throws(DomainError) -> RotationBinding {
    RotationBinding(
      gift: try GiftID(gift),
      row: Recorded(
        try RotationName(rotation), since: try ChangeNumber(since),
        until: try until.map { value throws(DomainError) in try ChangeNumber(value) }))
  }
}
