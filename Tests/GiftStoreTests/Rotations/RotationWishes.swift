import GiftDomain
import GiftStore
import Testing

/// Where the clocks of the tests' rotations are, unless a test says otherwise.
let london = "Europe/London"

/// What may be asked of a rotation that is there, decided by the domain's pure functions.
enum RotationWish: Sendable {
  case edit(RotationPatch)
  case skip(Int64)
  /// So many turns after the next one.
  case skipLater(Int64)
  case move(Int64, LocalTime)
  case swap(GiftID, in: Int64, for: LineupPlace)
  case withdraw(GiftID)
  /// Nil is now.
  case end(Timestamp? = nil)

  func decide(_ plan: RotationPlan, _ now: Timestamp) throws(Rejection) -> RotationPlan {
    switch self {
    case .edit(let patch): try plan.edited(patch, now: now)
    case .skip(let turn): try plan.skipping(turn, true, now: now)
    case .skipLater(let turns):
      try plan.skipping(plan.continued(at: now).firstTurn + turns, true, now: now)
    case .move(let turn, let time): try plan.moving(turn, to: time, now: now)
    case .swap(let gift, let turn, let place):
      try plan.swapping(gift, in: turn, for: place, now: now)
    case .withdraw(let gift): plan.withdrawing(gift, at: now, now: now)
    case .end(let instant): try plan.ending(at: instant ?? now, now: now)
    }
  }
}

extension GiftStore {
  /// One edit of one rotation, with the latest or a named version of gifts at hand.
  @discardableResult
  func rotate(
    _ name: String = "spring", _ gifts: [String] = [], expected: ChangeNumber? = nil,
    isDryRun: Bool = false, _ decide: @escaping RotationEdit.Decision
  ) async throws -> RotationOutcome {
    try await edit(
      EditRequest(
        verb: .rotation, actor: try Actor("tester"), expected: expected, isDryRun: isDryRun),
      RotationEdit(
        name: try RotationName(name), gifts: try gifts.map { id in try GiftID(id) }, decide: decide)
    )
  }

  /// A rotation with exactly this plan.
  @discardableResult
  func plan(
    _ plan: RotationPlan, as name: String = "spring", expected: ChangeNumber? = nil,
    isDryRun: Bool = false
  ) async throws -> RotationOutcome {
    try await rotate(name, expected: expected, isDryRun: isDryRun) { _ in plan }
  }

  /// Gifts that have a name and one version, in one change.
  func add(_ gifts: [String]) async throws {
    let wish = try Wish.add(1)
    let edits = try gifts.map { id in wish.edit(of: try GiftID(id)) }
    _ = try await edit(EditRequest(verb: .import, actor: try Actor("tester")), edits)
  }

  /// One verb for a rotation that is there.
  @discardableResult
  func change(
    _ wish: RotationWish, of name: String = "spring", expected: ChangeNumber? = nil,
    isDryRun: Bool = false
  ) async throws -> RotationOutcome {
    let known = try RotationName(name)
    return try await rotate(name, expected: expected, isDryRun: isDryRun) {
      context throws(Rejection) in
      guard let current = context.current else { throw .rotationNotFound(known) }
      return try wish.decide(current.plan, context.now)
    }
  }

  /// The plan of a rotation as it stands.
  func plan(of name: String = "spring") async throws -> RotationPlan {
    let rotations = try await rotations().rotations
    return try #require(rotations.first { $0.name.text == name }).plan
  }

  /// Takes a gift off: out of its base, and out of rotations.
  func retire(_ gift: String, at instant: Timestamp? = nil) async throws -> EditOutcome {
    let wish = Wish.retire(at: instant)
    let edit = GiftEdit(gift: try GiftID(gift), withdrawal: instant) { context throws(Rejection) in
      try wish.decide(context)
    }
    return try await self.edit(EditRequest(verb: .retire, actor: try Actor("tester")), [edit])
  }

  /// Who is live at an instant, by id.
  func live(at instant: Timestamp) async throws -> [String] {
    try await view(at: .instant(instant)).catalogue.items.map(\.gift.text)
  }
}

extension RotationPlan {
  /// A new rotation of version 1 of gifts; weekly, and far ahead.
  static func weekly(
    _ gifts: [String], in zone: ZoneRules, first: String = "2050-01-03 10:00", perTurn: Int = 1,
    stay: Stay? = nil, lastTurn: Int64? = nil, until: Timestamp? = nil
  ) throws -> RotationPlan {
    RotationPlan(
      zone: zone, first: try LocalTime(first), cadence: try Cadence(every: 1, .week), stay: stay,
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
