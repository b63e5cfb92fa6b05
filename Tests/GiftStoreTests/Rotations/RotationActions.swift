import GiftDomain
import GiftStore
import Testing

/// Where the clocks of the tests' rotations are, unless a test says otherwise.
let london = "Europe/London"

/// What may be asked of a rotation that is there.
enum RotationAction: Sendable {
  case edit(RotationPatch)
  case skip(Int64)
  /// So many turns after the next one.
  case skipLater(Int64)
  case move(Int64, LocalTime)
  case swap(GiftID, in: Int64, for: LineupPlace)
  case withdraw(GiftID)
  /// Nil is now.
  case end(Timestamp? = nil)

  /// The command, for a rotation as it stands.
  func command(_ name: RotationName, _ plan: RotationPlan?, _ now: Timestamp) -> Command {
    switch self {
    case .edit(let patch): return .editRotation(rotation: name, patch: patch)
    case .skip(let turn): return .skipTurn(rotation: name, turn: turn, skip: true)
    case .skipLater(let turns):
      let next = plan?.continued(at: now).firstTurn ?? 1
      return .skipTurn(rotation: name, turn: next + turns, skip: true)
    case .move(let turn, let time): return .moveTurn(rotation: name, turn: turn, to: time)
    case .swap(let gift, let turn, let place):
      return .swapGift(rotation: name, turn: turn, gift: gift, for: place.spec)
    case .withdraw(let gift): return .retire(gift: gift, at: nil)
    case .end(let instant): return .endRotation(rotation: name, at: instant)
    }
  }
}

extension GiftStore {
  /// Commands that bring no animation.
  @discardableResult
  func rotate(
    _ commands: [Command], expected: ChangeNumber? = nil, isDryRun: Bool = false
  ) async throws -> EditOutcome {
    try await commit(
      commands,
      EditRequest(
        verb: .rotation, actor: try Actor("tester"), expected: expected, isDryRun: isDryRun))
  }

  /// A new rotation with this plan.
  @discardableResult
  func plan(
    _ plan: RotationPlan, as name: String = "spring", isDryRun: Bool = false
  ) async throws -> EditOutcome {
    try await rotate(
      [.addRotation(rotation: try RotationName(name), shape: plan.shape)], isDryRun: isDryRun)
  }

  /// Gifts that have a name and one version, in one change.
  func add(_ gifts: [String]) async throws {
    let action = try GiftAction.add(1)
    _ = try await commit(
      try gifts.flatMap { id in action.commands(of: try GiftID(id)) },
      EditRequest(verb: .import, actor: try Actor("tester")),
      uploads: action.upload.map { [$0] } ?? [])
  }

  /// One verb for a rotation that is there.
  @discardableResult
  func change(
    _ action: RotationAction, of name: String = "spring", expected: ChangeNumber? = nil,
    isDryRun: Bool = false
  ) async throws -> EditOutcome {
    let known = try RotationName(name)
    let (rotations, _, now) = try await rotations()
    let command = action.command(known, rotations.first { $0.name == known }?.plan, now)
    return try await rotate([command], expected: expected, isDryRun: isDryRun)
  }

  /// The plan of a rotation as it stands.
  func plan(of name: String = "spring") async throws -> RotationPlan {
    let rotations = try await rotations().rotations
    return try #require(rotations.first { $0.name.text == name }).plan
  }

  /// Takes a gift off: out of its base, and out of rotations.
  func retire(_ gift: String, at instant: Timestamp? = nil) async throws -> EditOutcome {
    try await edit(.retire(at: instant), of: try GiftID(gift))
  }

  /// Who is live at an instant, by id.
  func live(at instant: Timestamp) async throws -> [String] {
    try await view(at: .instant(instant)).catalogue.items.map(\.gift.text)
  }
}

extension LineupPlace {
  /// The place as a command names it.
  var spec: LineupSpec { LineupSpec(gift: gift, version: version) }
}

extension RotationPlan {
  /// What makes a new rotation with this plan.
  var shape: RotationShape {
    RotationShape(
      zone: zone, first: anchor, cadence: cadence, stay: stay, lineup: lineup.places.map(\.spec),
      perTurn: lineup.perTurn, turnCount: lastTurn, until: until)
  }

  /// A new rotation of version 1 of gifts; weekly, and far ahead.
  static func weekly(
    _ gifts: [String], in zone: ZoneRules, first: String = "2050-01-03 10:00", perTurn: Int = 1,
    stay: Stay? = nil, lastTurn: Int64? = nil, until: Timestamp? = nil
  ) throws -> RotationPlan {
    RotationPlan(
      zone: zone, first: try LocalTime(first), cadence: try Cadence(1, .week), stay: stay,
      lineup: try Lineup(lineupPlaces(gifts), perTurn: perTurn), lastTurn: lastTurn, until: until)
  }
}

/// One version of each.
func lineupPlaces(_ gifts: [String], version: Int64 = 1) throws -> [LineupPlace] {
  try gifts.map { id in
    LineupPlace(gift: try GiftID(id), version: try VersionNumber(version))
  }
}

extension Timestamp {
  /// An instant as RFC 3339 has it.
  static func at(_ text: String) throws -> Timestamp { try Timestamp(rfc3339: text) }
}
