import Foundation

/// What a server has withdrawn (`GET /v1/withdrawn`), and no client may keep.
actor WithdrawnAssets {
  private let http: HTTPClient
  private let cache: AssetCache
  /// The list whose assets were deleted, and the one that is being read.
  private var (deleted, reading): (String?, String?)

  init(http: HTTPClient, cache: AssetCache) {
    self.http = http
    self.cache = cache
  }

  private struct Record: Decodable {
    struct Item: Decodable {
      let kind: String
      let sha256: String
    }
    let withdrawn: [Item]
  }

  /// Deletes what is on the list that a catalogue names, unless that is done; nil: on none.
  ///
  /// It waits for nothing: the next answer names the list again.
  nonisolated func delete(listed name: String?) { _ = Task { await self.delete(name) } }

  private func delete(_ name: String?) async {
    guard name != deleted, name != reading || name == nil else { return }
    guard let name else {
      await cache.keepNone(of: [], isAll: true)
      return deleted = nil
    }
    reading = name
    // A failure has been reported.
    if (try? await isDeleted(name)) == true { deleted = name }
    reading = nil
  }

  /// Whether it could delete what is on a list; of an older one, which caches on the way may have,
  /// everything is deleted, too.
  ///
  /// - Throws: what `HTTPClient.fetch` throws; `badResponse` for a list that is malformed.
  private func isDeleted(_ name: String) async throws(GiftClientError) -> Bool {
    let response = try await http.fetch("/v1/withdrawn", limit: ClientLimits.withdrawnBytes)
    let items = try decodeJSON(Record.self, from: response.body).withdrawn
    let animations = items.filter { $0.kind == AssetKind.animation.rawValue }.map(\.sha256).joined()
    let isIt = AssetDigest(of: Data(animations.utf8)).hex.hasPrefix(name)
    await cache.keepNone(of: Set(items.compactMap { AssetDigest(hex: $0.sha256) }), isAll: isIt)
    return isIt
  }
}
