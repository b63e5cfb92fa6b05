import Foundation

/// An empty folder of its own for a client's cache.
struct CacheFolder: Sendable {
  let url: URL

  init() throws {
    url = URL(fileURLWithPath: NSTemporaryDirectory() + "gift-cache-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func delete() {
    // What is left lies among temporary files.
    try? FileManager.default.removeItem(at: url)
  }
}
