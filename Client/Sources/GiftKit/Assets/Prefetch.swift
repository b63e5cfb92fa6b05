import Foundation

/// Fetches assets within a limit of bytes: those that come first, then others that still fit.
///
/// The limit counts each asset once, although one that arrives cut or wrong is fetched again, three
/// times in all (`ClientLimits.assetAttempts`) from each address.
struct Prefetch: Sendable {
  let loader: AssetLoader
  let cache: AssetCache
  /// Bytes that may still be fetched, or be there.
  var remaining: Int
  /// What was done.
  private(set) var summary = PrefetchSummary()
  private var seen: Set<AssetDigest> = []

  init(loader: AssetLoader, cache: AssetCache, remaining: Int) {
    self.loader = loader
    self.cache = cache
    self.remaining = remaining
  }

  /// Fetches assets in their order, a few at once.
  ///
  /// - Throws: `cancelled`; other failures are counted.
  mutating func run(_ assets: [AssetReference]) async throws(GiftClientError) {
    var chosen: [AssetReference] = []
    for asset in assets where seen.insert(asset.digest).inserted {
      if await cache.contains(asset) {
        summary.cached += 1
        remaining -= asset.byteCount
      } else if asset.byteCount <= remaining {
        remaining -= asset.byteCount
        chosen.append(asset)
      } else {
        summary.skipped += 1
      }
    }
    let fetched = await withTaskGroup(of: Int?.self, returning: [Int?].self) { group in
      var results: [Int?] = []
      var waiting = chosen.makeIterator()
      // Half of the requests that may run at once: the other half is for what is being shown.
      for _ in 0..<((ClientLimits.assetRequests + 1) / 2) { add(waiting.next(), to: &group) }
      for await bytes in group {
        results.append(bytes)
        add(waiting.next(), to: &group)
      }
      return results
    }
    for bytes in fetched.compactMap({ $0 }) {
      summary.fetched += 1
      summary.fetchedBytes += bytes
    }
    summary.failed += fetched.count { $0 == nil }
    if Task.isCancelled { throw .cancelled }
  }

  private func add(_ asset: AssetReference?, to group: inout TaskGroup<Int?>) {
    guard let asset, !Task.isCancelled else { return }
    group.addTask {
      // Whatever the reason, it counts as failed.
      try? await loader.load(asset).count
    }
  }
}
