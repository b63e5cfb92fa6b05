import GiftDomain
import GiftStore
import StoreSupport
package import Support
import Testing

/// A database whose gifts are added to, published, retired, planned, swapped and withdrawn without
/// a pause.
package struct ChurningCatalogue: Sendable {
  /// What `psql` and `giftd` reach it by.
  package let conninfo: String
  private let store: GiftStore
  private let actor: Actor
  private let wheel: RotationName

  /// Gifts that are published and retired; those of the rotation, and its guest.
  private static let solo = ["cake", "gem", "heart", "rose", "star"]
  private static let turning = ["moon", "sun"]
  private static let guest = "comet"
  /// How far ahead a planned window begins, and how long it lasts, in microseconds.
  private static let ahead: Int64 = 100_000
  private static let planned: Int64 = 40_000

  /// All gifts have a version; the solo ones are live, and a rotation begins within two seconds.
  package init(in server: TestCluster) async throws {
    conninfo = try await server.createMigratedDatabase()
    actor = try Actor("tester")
    wheel = try RotationName("wheel")
    store = GiftStore.patient(conninfo: conninfo, role: .editor)
    for gift in Self.solo + Self.turning + [Self.guest] { try await add(gift, 0) }
    for gift in Self.solo { try await publish(gift) }
    let utc = try #require(try await store.zone("UTC"))
    let soon = try await store.clock().wholeSeconds + 2
    let shape = RotationShape(
      zone: utc, first: try LocalTime(seconds: soon), cadence: try Cadence(1, .day),
      stay: nil, lineup: try Self.turning.map { LineupSpec(gift: try GiftID($0), version: .first) },
      perTurn: 1, turnCount: nil, until: nil)
    try await commit(.rotation, [.addRotation(rotation: wheel, shape: shape)])
  }

  /// The `number`th edit; each kind comes up in turn.
  package func edit(_ number: Int) async throws {
    let gift = Self.solo[number / 6 % Self.solo.count]
    switch number % 6 {
    case 0:
      do {
        try await add(gift, number)
      } catch StoreError.rejected(.bytesWithdrawn) {
        // The same number came up before.
        return
      }
      try await publish(gift)
    case 1: try await retire(gift)
    case 2: try await flash(gift)
    case 3: try await swap()
    case 4: try await withdraw(gift, number)
    default: try await publish(gift)
    }
  }

  /// Closes its connections.
  package func close() async { await store.close() }

  /// The bytes of a gift's animation, the same each time.
  private func upload(_ gift: String, _ number: Int) throws -> Upload {
    let content = Array(#"{"v":"5.5.7","nm":"\#(gift) \#(number)"}"#.utf8)
    let candidate = try AnimationCandidate(
      asset: try SHA256Digest(bytes: sha256(content)), byteCount: Int64(content.count),
      facts: try AnimationFacts(
        width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000),
      playback: .once, chosen: .none)
    return Upload(candidate: candidate, bytes: content, findings: "[]")
  }

  private func add(_ gift: String, _ number: Int) async throws {
    let upload = try upload(gift, number)
    var patch = DefinitionPatch()
    patch.names = [try LocaleTag("en"): try GiftName(gift)]
    patch.price = try Price(coins: Int64(1 + number))
    let id = try GiftID(gift)
    try await commit(
      .add,
      [.define(gift: id, patch: patch), .addVersion(gift: id, animation: upload.candidate)],
      [upload])
  }

  /// Withdraws the latest version, unless it is the first, and publishes another one instead.
  private func withdraw(_ gift: String, _ number: Int) async throws {
    let id = try GiftID(gift)
    guard let state = try await store.record(of: id)?.current(),
      let latest = state.definition?.latestVersion, latest != .first,
      let asset = state.version(latest)?.asset
    else { return }
    let upload = try upload(gift, -number)
    guard !state.versions.contains(where: { $0.asset == upload.candidate.asset }) else { return }
    try await commit(
      .withdraw,
      [
        .setWithdrawn(gift: id, animation: asset, withdrawn: true),
        .addVersion(gift: id, animation: upload.candidate),
        .publish(gift: id, version: nil, from: nil, until: nil, replace: .whole),
      ], [upload])
  }

  private func publish(_ gift: String) async throws {
    try await commit(
      .publish,
      [.publish(gift: try GiftID(gift), version: nil, from: nil, until: nil, replace: .whole)])
  }

  private func retire(_ gift: String) async throws {
    try await commit(.retire, [.retire(gift: try GiftID(gift), at: nil)])
  }

  /// On in a moment, and off again soon after it: two boundaries.
  private func flash(_ gift: String) async throws {
    let from = try await store.clock().advanced(byMicroseconds: Self.ahead)
    let until = try from.advanced(byMicroseconds: Self.planned)
    do {
      try await commit(
        .publish,
        [
          .publish(
            gift: try GiftID(gift), version: .first, from: from, until: until, replace: .whole)
        ]
      )
    } catch StoreError.rejected(.instantInPast) {
      // The machine was busy for longer than that: then there is nothing to see.
      return
    }
  }

  /// The guest takes the place of the gift whose turn it is, or gives it back.
  private func swap() async throws {
    let guest = LineupPlace(gift: try GiftID(Self.guest), version: .first)
    let (rotations, _, now) = try await store.rotations()
    guard let plan = rotations.first(where: { $0.name == wheel })?.plan,
      let turn = plan.coming(from: now, limit: 1).first, turn.from <= now,
      let shown = turn.places.first, let host = plan.lineup.places.first
    else { return }
    let other = shown == guest ? host : guest
    try await commit(
      .rotation,
      [
        .swapGift(
          rotation: wheel, turn: turn.number, gift: shown.gift,
          for: LineupSpec(gift: other.gift, version: other.version))
      ])
  }

  private func commit(
    _ verb: Verb, _ commands: [Command], _ uploads: [Upload] = []
  ) async throws {
    _ = try await store.commit(
      commands, EditRequest(verb: verb, actor: actor), uploads: uploads)
  }
}
