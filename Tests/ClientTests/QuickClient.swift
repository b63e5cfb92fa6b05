import Foundation

@testable import GiftKit

extension GiftClient {
  /// A client that follows the server as one of an app does, only six hundred times as fast.
  static func quick(
    server: String, folder: URL?, updates: Updates = .polling
  ) throws -> GiftClient {
    let cache =
      folder.map { CacheConfiguration(directory: $0, limit: .megabytes(50)) }
      ?? CacheConfiguration(memoryLimit: .megabytes(8))
    guard let url = URL(string: server) else { throw URLError(.badURL) }
    return try GiftClient(server: url, cache: cache, updates: updates, pace: 1.0 / 600)
  }
}

/// A folder of a test's own, which is deleted after it.
struct CacheFolder: Sendable {
  let url: URL

  init() throws {
    url = URL(filePath: NSTemporaryDirectory() + "gift-cache-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// The names of the assets in it, which are their digests.
  var assets: [String] {
    // There is no such folder before the first of them.
    (try? FileManager.default.contentsOfDirectory(atPath: url.path + "/assets")) ?? []
  }

  func delete() {
    // What is left lies among temporary files.
    try? FileManager.default.removeItem(at: url)
  }
}
