import GiftDomain
import GiftStore
import Pictures

/// The grounds of previews, read once each, as a digest's bytes never change.
actor PreviewGrounds {
  /// The most previews that are remembered; beyond that all are read again.
  private static let maxKnown = 100_000

  private var known: [SHA256Digest: Bool] = [:]

  /// Those of some previews that move on a light ground.
  func light(
    among previews: Set<SHA256Digest>, in store: GiftStore
  ) async throws -> Set<SHA256Digest> {
    if known.count + previews.count > Self.maxKnown { known = [:] }
    let missing = previews.filter { known[$0] == nil }.sorted { $0.hex < $1.hex }
    for part in missing.inParts {
      for asset in try await store.assets(part) {
        let ground = asset.bodies[.identity].flatMap { Ground(ofMotion: $0) }
        known[asset.digest] = ground == .light
      }
    }
    return previews.filter { known[$0] == true }
  }
}
