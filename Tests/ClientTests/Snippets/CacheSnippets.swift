import Foundation
import GiftKit

/// The code of the articles on caches, offline use and prefetching.
struct CacheSnippets: Sendable {
  let url: URL
  let gifts: GiftClient
  /// Is told how many gifts are shown.
  let shown: @Sendable (Int) -> Void

  func show(_ gifts: [Gift], hint: String?) { shown(gifts.count) }

  func shared() throws {
    // snippet: shared-folder
    #if canImport(Darwin)
      let shared = FileManager.default.containerURL(
        forSecurityApplicationGroupIdentifier: "group.com.example.gifts")
    #else
      let shared: URL? = URL(fileURLWithPath: "/var/cache/com.example", isDirectory: true)
    #endif
    guard let group = shared else {
      preconditionFailure("the App Group is missing in the entitlements")
    }
    let cache = CacheConfiguration(
      directory: group.appendingPathComponent("gifts"), limit: .megabytes(200),
      memoryLimit: .megabytes(16))
    let gifts = try GiftClient(server: url, cache: cache, maximumAge: 7 * 24 * 3600)
    // end
    gifts.close()
  }

  func size() async {
    // snippet: size
    let size = await gifts.cacheSize
    if size > .megabytes(100) { await gifts.clearCache() }
    // end
  }

  func bundle(_ bundled: URL, caches: URL) throws -> GiftClient {
    // snippet: bundle
    var cache = CacheConfiguration(directory: caches, limit: .megabytes(200))
    cache.bundle = bundled
    let gifts = try GiftClient(server: url, cache: cache)
    // end
    return gifts
  }

  func progress(
    _ asset: AssetReference, show: @escaping @Sendable (Double) -> Void
  ) async throws -> GiftAnimation {
    // snippet: progress
    let steps = gifts.assetProgress
    let watching = Task {
      for await step in steps where step.digest == asset.digest { show(step.fraction) }
    }
    defer { watching.cancel() }
    let animation = try await gifts.animation(asset)
    // end
    return animation
  }

  func offline() async {
    // snippet: offline
    for await catalogue in gifts.catalogues {
      let minutes = Int(catalogue.age / 60)
      show(catalogue.gifts, hint: catalogue.isOffline ? "as of \(minutes) minutes ago" : nil)
    }
    // end
  }

  func prefetch() async throws {
    // snippet: prefetch
    let summary = try await gifts.prefetch(upTo: .megabytes(5))
    print("\(summary.fetched) fetched, \(summary.skipped) left for later")
    // end
  }

  func pictures(_ gift: Gift) async throws {
    // snippet: poster
    if let poster = gift.poster {
      let webP = try await gifts.picture(poster)
      print("\(poster.width) × \(poster.height), \(webP.count) bytes")
    }
    // end
  }
}
