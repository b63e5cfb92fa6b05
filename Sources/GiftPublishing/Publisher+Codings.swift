import GiftDomain
import GiftStore

extension Publisher {
  /// The codings of an import's animations that are not stored yet, made once, before its
  /// transaction.
  ///
  /// A dry run makes none. Throws `PublishingError.store` if the database fails.
  func codings(
    of animations: [CheckedAnimation], for request: EditRequest,
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(PublishingError) -> [SHA256Digest: AssetCodings] {
    guard !request.isDryRun, !animations.isEmpty else { return [:] }
    var new = Dictionary(animations.map { ($0.upload.candidate.asset, $0) }) { first, _ in first }
    do {
      for digest in try await store.assetsPresent(among: Array(new.keys)) { new[digest] = nil }
    } catch {
      throw .store(error)
    }
    // The largest first, so that no core finishes last while the others are idle.
    let digests = new.sorted { $0.value.upload.bytes.count > $1.value.upload.bytes.count }
    return await AssetCodings.made(of: digests.map(\.key)) { [new] digest in
      new[digest]?.codings()
    } progress: {
      progress(.compressed($0, of: digests.count))
    }
  }
}
