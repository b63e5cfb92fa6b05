import GiftDomain
import GiftStore

extension Publisher {
  /// What is kept compressed of animations that an edit brings: made once for each of those that
  /// are not stored yet, before the edit's transaction.
  ///
  /// A dry run, which keeps nothing, makes nothing. Throws `PublishingError.store` when the
  /// database fails.
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
    // The largest first, so that no core ends with one while the others have nothing to do.
    let digests = new.sorted { $0.value.upload.bytes.count > $1.value.upload.bytes.count }
    return await AssetCodings.made(of: digests.map(\.key)) { [new] digest in
      new[digest].map { AssetCodings(compressing: $0.upload.bytes, gzipped: $0.gzipped) }
    } progress: {
      progress(.compressed($0, of: digests.count))
    }
  }
}
