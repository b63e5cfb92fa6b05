import GiftDomain
import GiftStore
import StoreSupport
import Support

extension PublishedRose {
  /// Adds a gift that nobody sees but in the turns of a rotation of its own, a day each; returns
  /// the beginning of the first one.
  func turn(_ name: String, afterSeconds seconds: Int64) async throws -> Timestamp {
    let store = GiftStore.patient(conninfo: conninfo, role: .editor)
    let actor = try Actor("tester")
    let gift = try GiftID(name)
    let content = Array("{\"nm\": \"\(name)\"}".utf8)
    let candidate = try AnimationCandidate(
      asset: try SHA256Digest(bytes: sha256(content)), byteCount: Int64(content.count),
      facts: try AnimationFacts(
        width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000),
      playback: .once, chosen: .none)
    var patch = DefinitionPatch()
    patch.names = [try LocaleTag("en"): try GiftName(name)]
    patch.price = try Price(coins: 10)
    let upload = Upload(candidate: candidate, bytes: content, codings: [:], findings: "[]")
    _ = try await store.commit(
      [.define(gift: gift, patch: patch), .addVersion(gift: gift, animation: candidate)],
      EditRequest(verb: .add, actor: actor), uploads: [upload])
    guard let utc = try await store.zone("UTC") else { throw NoUTC() }
    while true {
      let first = utc.local(
        at: try await store.clock().advanced(byMicroseconds: seconds * 1_000_000))
      let shape = RotationShape(
        zone: utc, first: first, cadence: try Cadence(2, .day), stay: try Stay(1, .day),
        lineup: [LineupSpec(gift: gift, version: nil)], perTurn: 1, turnCount: nil, until: nil)
      do {
        _ = try await store.commit(
          [.addRotation(rotation: try RotationName(name), shape: shape)],
          EditRequest(verb: .rotation, actor: actor))
      } catch StoreError.rejected(.turnInPast) {
        // A busy machine took longer than that to get here.
        continue
      }
      await store.close()
      return utc.instant(of: first)
    }
  }

  struct NoUTC: Error {}
}
