import GiftDomain
import GiftStore
import StoreSupport
import Support

/// A database in which many gifts are live: those that are named, then `g1`, `g2` and so on.
struct StockedCatalogue: Sendable {
  let conninfo: String
  private let server: TestCluster
  private let store: GiftStore
  private let actor: Actor
  private let names: [String]

  /// Publishes this many gifts, each with an animation of about so many bytes.
  init(
    _ count: Int, byteCount: Int, names: [String] = [], in server: TestCluster
  ) async throws {
    self.server = server
    self.names = names
    conninfo = try await server.createMigratedDatabase()
    actor = try Actor("tester")
    store = GiftStore.patient(conninfo: conninfo, role: .editor)
    for first in stride(from: 1, through: count, by: 100) {
      let numbers = first...min(count, first + 99)
      try await add(numbers, byteCount: byteCount)
      try await commit(
        .publish,
        try numbers.map {
          .publish(
            gift: try id($0), version: nil, from: nil, until: nil, replace: .nothing)
        })
    }
  }

  /// Another version of a gift is live from now on.
  func replace(_ number: Int, byteCount: Int) async throws {
    try await add(number...number, byteCount: byteCount, edition: byteCount)
    try await commit(
      .publish,
      [
        .publish(
          gift: try id(number), version: nil, from: nil, until: nil, replace: .whole)
      ])
  }

  /// Another version of a gift is live after some time, for some time: in an hour, for an hour.
  func plan(
    _ number: Int, byteCount: Int, afterSeconds: Int64 = 3600, forSeconds: Int64 = 3600
  ) async throws {
    try await add(number...number, byteCount: byteCount, edition: byteCount)
    let from = try await store.clock().advanced(byMicroseconds: afterSeconds * 1_000_000)
    let until = try from.advanced(byMicroseconds: forSeconds * 1_000_000)
    try await commit(
      .publish,
      [
        .publish(
          gift: try id(number), version: nil, from: from, until: until, replace: .nothing)
      ])
  }

  /// Plans the end of a gift, so many seconds from now.
  func retire(_ number: Int, afterSeconds seconds: Int64) async throws {
    let end = try await store.clock().advanced(byMicroseconds: seconds * 1_000_000)
    try await commit(.retire, [.retire(gift: try id(number), at: end)])
  }

  /// Withdraws the animation of a gift, or allows it again.
  func withdraw(_ number: Int, byteCount: Int, _ isWithdrawn: Bool = true) async throws {
    let content = Self.content(number, byteCount: byteCount, edition: 0)
    try await commit(
      isWithdrawn ? .withdraw : .restoreAsset,
      [
        .setWithdrawn(
          gift: try id(number), animation: try SHA256Digest(bytes: sha256(content)),
          withdrawn: isWithdrawn)
      ])
  }

  /// A placement that is there, or is retired without a choice.
  func place(_ placement: String, choose: String?) async throws {
    let name = try PlacementName(placement)
    try await commit(
      .placement,
      [
        choose.flatMap(PlacementChoice.init).map { .setPlacement(placement: name, choose: $0) }
          ?? .retireGroup(group: .placement(name))
      ])
  }

  /// Shows a gift in these placements alone.
  func put(_ number: Int, in places: [String]) async throws {
    var patch = DefinitionPatch()
    patch.places = try places.map { text in try PlaceSpec(text) }
    try await commit(.add, [.define(gift: try id(number), patch: patch)])
  }

  /// Shows a gift only to clients of these platforms and regions; to all with none.
  func limit(_ number: Int, to rules: [String], in regions: [String]) async throws {
    var patch = DefinitionPatch()
    patch.only = try rules.map { text in try PlatformRule(text) }
    patch.regions = try regions.map { text in try Region(text) }
    try await commit(.add, [.define(gift: try id(number), patch: patch)])
  }

  /// Names the category that all gifts have.
  func nameCategory(_ name: String) async throws {
    var patch = CategoryPatch()
    patch.names = [try LocaleTag("en"): try GiftName(name)]
    try await commit(.category, [.setCategory(category: .general, patch: patch)])
  }

  /// Closes its connections.
  func close() async { await store.close() }

  private func id(_ number: Int) throws -> GiftID {
    try GiftID(names.indices.contains(number - 1) ? names[number - 1] : "g\(number)")
  }

  private func add(_ numbers: ClosedRange<Int>, byteCount: Int, edition: Int = 0) async throws {
    var commands: [Command] = []
    var uploads: [Upload] = []
    for number in numbers {
      let content = Self.content(number, byteCount: byteCount, edition: edition)
      let candidate = try AnimationCandidate(
        asset: try SHA256Digest(bytes: sha256(content)), byteCount: Int64(content.count),
        facts: try AnimationFacts(
          width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000),
        playback: .once, chosen: .none)
      var patch = DefinitionPatch()
      patch.names = [try LocaleTag("en"): try GiftName("Gift \(number)")]
      patch.price = try Price(coins: Int64(number))
      let id = try id(number)
      commands += [.define(gift: id, patch: patch), .addVersion(gift: id, animation: candidate)]
      uploads.append(Upload(candidate: candidate, bytes: content, codings: [:], findings: "[]"))
    }
    try await commit(.add, commands, uploads)
  }

  /// Digits that no coding shortens much, the same each time.
  private static func content(_ number: Int, byteCount: Int, edition: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(number) << 32 | UInt64(edition))
    var digits = ""
    while digits.utf8.count < byteCount { digits += String(random.next(), radix: 36) }
    return Array(#"{"v":"5.5.7","nm":"\#(digits)"}"#.utf8)
  }

  private func commit(
    _ verb: Verb, _ commands: [Command], _ uploads: [Upload] = []
  ) async throws {
    _ = try await store.commit(
      commands, EditRequest(verb: verb, actor: actor), uploads: uploads)
  }
}
