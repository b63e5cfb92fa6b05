import Foundation

/// Fetches assets within a limit of bytes: those that come first, then others that still fit.
///
/// The limit counts each asset once, although one that arrives cut or wrong is fetched again, three
/// times in all (`ClientLimits.assetAttempts`).
struct Prefetch: Sendable {
  let loader: AssetLoader
  let cache: AssetCache

  /// Fetches assets in their order, a few at once.
  ///
  /// - Throws: `cancelled`; other failures are counted.
  func run(
    _ assets: [AssetReference], upTo limit: ByteCount
  ) async throws(GiftClientError) -> PrefetchSummary {
    var summary = PrefetchSummary()
    var remaining = limit.bytes
    var chosen: [AssetReference] = []
    var seen: Set<AssetDigest> = []
    for asset in assets where seen.insert(asset.digest).inserted {
      if await cache.contains(asset.digest) {
        summary.cached += 1
      } else if asset.byteCount <= remaining {
        remaining -= asset.byteCount
        chosen.append(asset)
      } else {
        summary.skipped += 1
      }
    }
    await withTaskGroup(of: Int?.self) { group in
      var waiting = chosen.makeIterator()
      // Half of the requests that may run at once: the other half is for what is being shown.
      for _ in 0..<(ClientLimits.requests / 2) { add(waiting.next(), to: &group) }
      for await bytes in group {
        if let bytes {
          summary.fetched += 1
          summary.fetchedBytes += bytes
        } else {
          summary.failed += 1
        }
        add(waiting.next(), to: &group)
      }
    }
    if Task.isCancelled { throw .cancelled }
    return summary
  }

  private func add(_ asset: AssetReference?, to group: inout TaskGroup<Int?>) {
    guard let asset, !Task.isCancelled else { return }
    group.addTask {
      // Whatever the reason, it counts as failed.
      try? await loader.load(asset).count
    }
  }
}
