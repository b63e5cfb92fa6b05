package import GiftDomain
package import GiftStore
import Hashing

extension Publisher {
  /// Puts an archive into an empty database, in one transaction.
  ///
  /// Its animations are compressed before that: an archive does not carry what can be made anew. A
  /// database that already holds exactly this archive is left alone, and the answer is false.
  ///
  /// `bytes` gives the animation under a digest, and is asked twice for each. Throws
  /// `PublishingError.store` with what `GiftStore.restore` has against the archive.
  package func restore(
    _ archive: Archive, isDryRun: Bool = false,
    bytes: @escaping @Sendable (SHA256Digest) -> [UInt8]?,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(PublishingError) -> Bool {
    let count = archive.assets.count
    do {
      let codings = isDryRun ? [:] : try await codings(of: archive, bytes, progress)
      return try await store.restore(
        archive, isDryRun: isDryRun, codings: codings, bytes: bytes
      ) { progress(.stored($0, of: count)) }
    } catch {
      throw .store(error)
    }
  }

  /// The codings of an archive that can be restored; of any other, which the store refuses or has
  /// already, perhaps none.
  private func codings(
    of archive: Archive, _ bytes: @escaping @Sendable (SHA256Digest) -> [UInt8]?,
    _ progress: @Sendable (ImportProgress) -> Void
  ) async throws(StoreError) -> [SHA256Digest: AssetCodings] {
    do {
      try archive.validate()
    } catch {
      throw .archiveBroken(error)
    }
    guard try await store.changes(of: nil, before: nil, limit: 1).isEmpty else { return [:] }
    let digests = archive.assets
    return await AssetCodings.made(of: digests) { digest in
      guard let animation = bytes(digest), sha256(animation) == digest.bytes else { return nil }
      return AssetCodings(compressing: animation)
    } progress: {
      progress(.compressed($0, of: digests.count))
    }
  }
}
