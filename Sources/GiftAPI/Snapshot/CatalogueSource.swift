import GiftDomain
import GiftStore

/// Whom the catalogue is read from.
enum CatalogueSource: Sendable {
  /// Whatever connection comes.
  case pool(GiftStore)
  /// One that is not waited for longer than so.
  case follower(CatalogueFollower, patience: Duration)

  func reading(after earlier: FollowedCatalogue?) async throws(StoreError) -> CatalogueReading {
    switch self {
    case .pool(let store): try await store.reading(after: earlier)
    case .follower(let follower, let patience):
      try await follower.reading(after: earlier, patience: patience)
    }
  }

  func assets(_ digests: [SHA256Digest]) async throws(StoreError) -> [StoredAsset] {
    switch self {
    case .pool(let store): try await store.assets(digests)
    case .follower(let follower, _): try await follower.assets(digests)
    }
  }
}
