import GiftDomain
import GiftStore
import Hashing
import StoreSupport
import Support
import Testing

/// A database whose gifts are added to, published, retired, planned and swapped without a pause.
struct ChurningCatalogue: Sendable {
  /// What `psql` and `giftd` reach it by.
  let conninfo: String
  private let store: GiftStore
  private let actor: Actor
  private let wheel: RotationName

  /// Gifts that are published and retired; those of the rotation, and its guest.
  private static let solo = ["cake", "gem", "heart", "rose", "star"]
  private static let turning = ["moon", "sun"]
  private static let guest = "comet"
  /// How long a planned window lasts, and how far ahead it begins, in microseconds.
  private static let planned: Int64 = 40_000

  /// All gifts have a version; the solo ones are live, and a rotation begins within two seconds.
  init(in server: TestCluster) async throws {
    conninfo = try await server.createMigratedDatabase()
    actor = try Actor("tester")
    wheel = try RotationName("wheel")
    store = GiftStore.patient(conninfo: conninfo, role: .editor)
    for gift in Self.solo + Self.turning + [Self.guest] { try await add(gift, 0) }
    for gift in Self.solo { try await publish(gift) }
    let utc = try #require(try await store.zone("UTC"))
    let soon = try await store.clock().wholeSeconds + 2
    let places = try Self.turning.map { LineupPlace(gift: try GiftID($0), version: .first) }
    let plan = RotationPlan(
      zone: utc, first: try LocalTime(seconds: soon), cadence: try Cadence(every: 1, .day),
      stay: nil, lineup: try Lineup(places, perTurn: 1), lastTurn: nil, until: nil)
    let add = RotationEdit(name: wheel) { _ in plan }
    _ = try await store.edit(EditRequest(verb: .rotation, actor: actor), add)
  }

  /// The `number`th edit; each kind comes up in turn.
  func edit(_ number: Int) async throws {
    let gift = Self.solo[number / 5 % Self.solo.count]
    switch number % 5 {
    case 0:
      try await add(gift, number)
      try await publish(gift)
    case 1: try await retire(gift)
    case 2: try await flash(gift)
    case 3: try await swap()
    default: try await publish(gift)
    }
  }

  /// Closes its connections.
  func close() async { await store.close() }

  private func add(_ gift: String, _ number: Int) async throws {
    let content = Array(#"{"v":"5.5.7","nm":"\#(gift) \#(number)"}"#.utf8)
    let candidate = AnimationCandidate(
      asset: try SHA256Digest(bytes: sha256(content)), byteCount: Int64(content.count),
      facts: try AnimationFacts(
        width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000))
    var patch = DefinitionPatch()
    patch.names = [try LocaleTag("en"): try GiftName(gift)]
    patch.price = try Price(coins: Int64(1 + number))
    let upload = Upload(candidate: candidate, bytes: content, findings: "[]")
    try await edit(.add, GiftID(gift), upload) { [patch] context throws(Rejection) in
      try context.current.adding(candidate, patch, change: context.change)
    }
  }

  private func publish(_ gift: String) async throws {
    try await edit(.publish, GiftID(gift)) { context throws(Rejection) in
      try context.current.publishing(
        nil, in: try window(from: context.now), now: context.now, replacing: true)
    }
  }

  private func retire(_ gift: String) async throws {
    try await edit(.retire, GiftID(gift)) { context throws(Rejection) in
      try context.current.retiring(at: context.now, now: context.now)
    }
  }

  /// On in a moment, and off again soon after it: two boundaries.
  private func flash(_ gift: String) async throws {
    try await edit(.publish, GiftID(gift)) { context throws(Rejection) in
      let from = Timestamp(clamping: context.now.microseconds + Self.planned)
      return try context.current.publishing(
        .first, in: try window(from: from, lasting: Self.planned), now: context.now,
        replacing: true)
    }
  }

  /// The guest takes the place of the gift whose turn it is, or gives it back.
  private func swap() async throws {
    let guest = LineupPlace(gift: try GiftID(Self.guest), version: .first)
    let swap = RotationEdit(name: wheel) { context throws(Rejection) in
      guard let plan = context.current?.plan else { throw .rotationNotFound(wheel) }
      guard let turn = plan.coming(from: context.now, limit: 1).first,
        turn.from <= context.now, let shown = turn.places.first,
        let host = plan.lineup.places.first
      else { return plan }
      return try plan.swapping(
        shown.gift, in: turn.number, for: shown == guest ? host : guest, now: context.now)
    }
    _ = try await store.edit(EditRequest(verb: .rotation, actor: actor), swap)
  }

  private func edit(
    _ verb: Verb, _ gift: GiftID, _ upload: Upload? = nil, _ decide: @escaping GiftEdit.Decision
  ) async throws {
    _ = try await store.edit(
      EditRequest(verb: verb, actor: actor), [GiftEdit(gift: gift, upload: upload, decide: decide)])
  }
}

private func window(
  from: Timestamp, lasting microseconds: Int64? = nil
) throws(Rejection) -> Window {
  do {
    return try Window(
      from: from, until: microseconds.map { Timestamp(clamping: from.microseconds + $0) })
  } catch {
    throw .invalid(error)
  }
}
