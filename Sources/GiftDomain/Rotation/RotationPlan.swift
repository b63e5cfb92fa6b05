/// How a rotation goes on from an edit: everything that its coming turns are computed from.
///
/// Turns are numbered 1, 2, 3 … over the whole life of a rotation. A plan knows those from
/// `firstTurn` on; the one that ran when the plan was made is carried over as it was.
package struct RotationPlan: Hashable, Sendable, Codable {
  /// The highest number that a turn can have: a daily one gets there in 2,700 years.
  package static let maxTurn: Int64 = 1_000_000

  /// The zone on whose clock turns begin.
  package internal(set) var zone: ZoneRules
  /// When turn `anchorTurn` begins, unless that one was moved.
  package internal(set) var anchor: LocalTime
  /// The turn from which others are counted.
  package internal(set) var anchorTurn: Int64
  /// How far apart turns begin.
  package internal(set) var cadence: Cadence
  /// How long the gifts of a turn stay; nil until the next turn begins.
  package internal(set) var stay: Stay?
  /// Who takes turns.
  package internal(set) var lineup: Lineup
  /// The place in the lineup at which turn `anchorTurn` begins.
  package internal(set) var position: Int64
  /// The last turn; nil when there is none.
  package internal(set) var lastTurn: Int64?
  /// When the rotation ends, whatever turn runs; nil when it is open.
  package internal(set) var until: Timestamp?
  /// The first turn of this plan.
  package internal(set) var firstTurn: Int64
  /// What is special about single turns, by number.
  @KeyedByTurn package internal(set) var overrides: [Int64: TurnOverride]
  /// Gifts that were retired at a time that had yet to come.
  package internal(set) var withdrawals: [GiftID: Timestamp]
  /// The turn before `firstTurn`, if it ran when the plan was made.
  package internal(set) var carried: CarriedTurn?

  /// The plan of a new rotation, whose first turn begins at `anchor`.
  package init(
    zone: ZoneRules, first anchor: LocalTime, cadence: Cadence, stay: Stay?, lineup: Lineup,
    lastTurn: Int64?, until: Timestamp?
  ) {
    self.init(
      zone: zone, anchor: anchor, anchorTurn: 1, cadence: cadence, stay: stay, lineup: lineup,
      position: 0, lastTurn: lastTurn, until: until, firstTurn: 1, overrides: [:],
      withdrawals: [:], carried: nil)
  }

  /// A plan from its parts, as it was stored.
  package init(
    zone: ZoneRules, anchor: LocalTime, anchorTurn: Int64, cadence: Cadence, stay: Stay?,
    lineup: Lineup, position: Int64, lastTurn: Int64?, until: Timestamp?, firstTurn: Int64,
    overrides: [Int64: TurnOverride], withdrawals: [GiftID: Timestamp], carried: CarriedTurn?
  ) {
    self.zone = zone
    self.anchor = anchor
    self.anchorTurn = anchorTurn
    self.cadence = cadence
    self.stay = stay
    self.lineup = lineup
    self.position = position
    self.lastTurn = lastTurn
    self.until = until
    self.firstTurn = firstTurn
    self.overrides = overrides.filter { !$0.value.isEmpty }
    self.withdrawals = withdrawals
    self.carried = carried
  }

  /// The most gifts that may be withdrawn at once.
  package static let maxWithdrawals = 10_000

  /// Whether its numbers are such as edits make: others are from an archive or a row that somebody
  /// wrote.
  package var isInRange: Bool {
    let turns = 1...Self.maxTurn
    return turns.contains(anchorTurn) && (1...Self.maxTurn + 1).contains(firstTurn)
      && lastTurn.map(turns.contains) ?? true
      && (0..<Int64(max(1, lineup.places.count))).contains(position)
      && overrides.count <= Self.maxOverrides && withdrawals.count <= Self.maxWithdrawals
      && overrides.allSatisfy { turns.contains($0.key) && $0.value.isInRange }
      && carried.map { turns.contains($0.number) && $0.isInRange } ?? true
  }

  /// Every gift that it may bring: those of the lineup, of swaps, and of the turn carried over.
  package var gifts: Set<GiftID> { Set(places.map(\.gift)) }

  /// The same with the versions that they play.
  package var places: Set<LineupPlace> {
    var places = Set(lineup.places)
    for turn in overrides.values { places.formUnion(turn.swaps.values) }
    places.formUnion(carried?.places ?? [])
    return places
  }
}

/// What is special about one turn.
package struct TurnOverride: Hashable, Sendable, Codable {
  /// It does not take place: the standing versions show, and its gifts wait for their next turn.
  package var isSkipped: Bool
  /// It begins at another time.
  package var movedTo: LocalTime?
  /// Gifts of the turn, and who stands in for each.
  package var swaps: [GiftID: LineupPlace]

  /// An override.
  package init(
    isSkipped: Bool = false, movedTo: LocalTime? = nil, swaps: [GiftID: LineupPlace] = [:]
  ) {
    self.isSkipped = isSkipped
    self.movedTo = movedTo
    self.swaps = swaps
  }

  /// Whether nothing is special.
  var isEmpty: Bool { self == TurnOverride() }

  fileprivate var isInRange: Bool { !isEmpty && swaps.count <= Lineup.maxPlaces }
}

/// A turn that ran when a plan was made: it goes on as it was, whatever the plan says of others.
package struct CarriedTurn: Hashable, Sendable, Codable {
  /// Its number.
  package let number: Int64
  /// When it began.
  package let from: Timestamp
  /// When it ends; nil when the next turn begins.
  package let until: Timestamp?
  /// Its gifts.
  package let places: [LineupPlace]

  /// A turn carried over.
  package init(number: Int64, from: Timestamp, until: Timestamp?, places: [LineupPlace]) {
    self.number = number
    self.from = from
    self.until = until
    self.places = places
  }

  fileprivate var isInRange: Bool {
    until.map { from < $0 } ?? true && places.count <= Lineup.maxPlaces
      && Set(places.map(\.gift)).count == places.count
  }
}

/// Values by the number of a turn, written as an object with the numbers as its keys.
@propertyWrapper
package struct KeyedByTurn<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The values.
  package var wrappedValue: [Int64: Value]

  /// Values.
  package init(wrappedValue: [Int64: Value]) { self.wrappedValue = wrappedValue }

  /// Throws what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = [:]
    for (text, value) in try container.decode([String: Value].self) {
      guard let turn = Int64(text), wrappedValue.updateValue(value, forKey: turn) == nil else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "not the number of a turn, or a second time")
      }
    }
  }

  /// Writes the values.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Dictionary(uniqueKeysWithValues: wrappedValue.map { (String($0), $1) }))
  }
}
