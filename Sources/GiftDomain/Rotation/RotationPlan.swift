/// A rotation from an edit on: everything that its coming turns are computed from.
///
/// Turns are numbered 1, 2, 3 … over the whole life of a rotation. A plan has those from
/// `firstTurn` on; the turn that was current when the plan was made is carried over as it was.
package struct RotationPlan: Hashable, Sendable, Codable {
  /// The highest number of a turn: a daily rotation reaches it in 2,700 years.
  package static let maxTurn: Int64 = 1_000_000

  /// The zone of the turns' times.
  package internal(set) var zone: ZoneRules
  /// When turn `anchorTurn` begins, unless it was moved.
  package internal(set) var anchor: LocalTime
  /// The turn from which other turns are counted.
  package internal(set) var anchorTurn: Int64
  /// The time between the beginnings of turns.
  package internal(set) var cadence: Cadence
  /// How long the gifts of a turn stay; nil for until the next turn begins.
  package internal(set) var stay: Stay?
  /// The gifts that take turns.
  package internal(set) var lineup: Lineup
  /// The place in the lineup at which turn `anchorTurn` begins.
  package internal(set) var position: Int64
  /// The number of the last turn; nil if there is none.
  package internal(set) var lastTurn: Int64?
  /// When the rotation ends, even during a turn; nil for never.
  package internal(set) var until: Timestamp?
  /// The number of this plan's first turn.
  package internal(set) var firstTurn: Int64
  /// Overrides of single turns, by number.
  @KeyedByTurn package internal(set) var overrides: [Int64: TurnOverride]
  /// Gifts with a retirement that was in the future when planned.
  package internal(set) var withdrawals: [GiftID: Timestamp]
  /// The turn before `firstTurn`, if it was current when the plan was made.
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

  /// A plan from its parts, as stored.
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

  /// Throws `DomainError`, or what the decoder throws, also for numbers that no edit makes.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self = try RotationPlan(
      zone: values.decode(ZoneRules.self, forKey: .zone),
      anchor: values.decode(LocalTime.self, forKey: .anchor),
      anchorTurn: values.decode(Int64.self, forKey: .anchorTurn),
      cadence: values.decode(Cadence.self, forKey: .cadence),
      stay: values.decodeIfPresent(Stay.self, forKey: .stay),
      lineup: values.decode(Lineup.self, forKey: .lineup),
      position: values.decode(Int64.self, forKey: .position),
      lastTurn: values.decodeIfPresent(Int64.self, forKey: .lastTurn),
      until: values.decodeIfPresent(Timestamp.self, forKey: .until),
      firstTurn: values.decode(Int64.self, forKey: .firstTurn),
      overrides: values.decode(KeyedByTurn<TurnOverride>.self, forKey: .overrides).wrappedValue,
      withdrawals: values.decode([GiftID: Timestamp].self, forKey: .withdrawals),
      carried: values.decodeIfPresent(CarriedTurn.self, forKey: .carried)
    ).checked()
  }

  /// The most gifts that may be withdrawn at once.
  package static let maxWithdrawals = 10_000
  /// The numbers of turns.
  package static let turns = 1...maxTurn

  /// The plan itself, if its numbers are ones that edits make; others come from an archive or a row
  /// written by hand.
  ///
  /// Throws `DomainError.outOfRange`.
  package func checked() throws(DomainError) -> RotationPlan {
    guard isInRange else { throw .outOfRange(.turn, value: firstTurn, allowed: Self.turns) }
    return self
  }

  /// Whether its numbers are ones that edits make.
  package var isInRange: Bool {
    let turns = Self.turns
    return turns.contains(anchorTurn) && (1...Self.maxTurn + 1).contains(firstTurn)
      && lastTurn.map(turns.contains) ?? true
      && (0..<Int64(max(1, lineup.places.count))).contains(position)
      && overrides.count <= Self.maxOverrides && withdrawals.count <= Self.maxWithdrawals
      && overrides.allSatisfy { turns.contains($0.key) && $0.value.isInRange }
      && carried.map { turns.contains($0.number) && $0.isInRange } ?? true
  }

  /// Every gift that it may show: those of the lineup, of swaps, and of the turn carried over.
  package var gifts: Set<GiftID> { Set(places.map(\.gift)) }

  /// Those gifts with their versions.
  package var places: Set<LineupPlace> {
    var places = Set(lineup.places)
    for turn in overrides.values { places.formUnion(turn.swaps.values) }
    places.formUnion(carried?.places ?? [])
    return places
  }
}

/// The overrides of one turn.
package struct TurnOverride: Hashable, Sendable, Codable {
  /// The turn is skipped: standing versions show, and its gifts wait for their next turn.
  package var isSkipped: Bool
  /// The time at which it begins instead; nil if not moved.
  package var movedTo: LocalTime?
  /// Replaced gifts of the turn, each with its replacement.
  package var swaps: [GiftID: LineupPlace]

  /// An override from its parts.
  package init(
    isSkipped: Bool = false, movedTo: LocalTime? = nil, swaps: [GiftID: LineupPlace] = [:]
  ) {
    self.isSkipped = isSkipped
    self.movedTo = movedTo
    self.swaps = swaps
  }

  /// Whether it overrides nothing.
  var isEmpty: Bool { self == TurnOverride() }

  fileprivate var isInRange: Bool { !isEmpty && swaps.count <= Lineup.maxPlaces }
}

/// The turn that was current when a plan was made: it continues as it was.
package struct CarriedTurn: Hashable, Sendable, Codable {
  /// The turn's number.
  package let number: Int64
  /// When it began.
  package let from: Timestamp
  /// When it ends; nil for when the next turn begins.
  package let until: Timestamp?
  /// The gifts of the turn, with their versions.
  package let places: [LineupPlace]

  /// A turn carried over.
  package init(number: Int64, from: Timestamp, until: Timestamp?, places: [LineupPlace]) {
    self.number = number
    self.from = from
    self.until = until
    self.places = places
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      number: try values.decode(RotationPlan.turns, .turn, forKey: .number),
      from: try values.decode(Timestamp.self, forKey: .from),
      until: try values.decodeIfPresent(Timestamp.self, forKey: .until),
      places: try values.decode([LineupPlace].self, forKey: .places))
  }

  fileprivate var isInRange: Bool {
    until.map { from < $0 } ?? true && places.count <= Lineup.maxPlaces
      && Set(places.map(\.gift)).count == places.count
  }
}

/// Values by turn number, encoded as an object with the numbers as keys.
@propertyWrapper
package struct KeyedByTurn<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The values by turn number.
  package var wrappedValue: [Int64: Value]

  /// Wraps values by turn number.
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

  /// Writes an object with the numbers as keys.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Dictionary(uniqueKeysWithValues: wrappedValue.map { (String($0), $1) }))
  }
}
