import Gallery
import SystemPackage

/// Keeps the last drawings within a limit of bytes, and lets only a few be made at a time.
actor DrawingCache {
  /// The most bytes that are kept.
  static let maxBytes = 67_108_864
  /// The most drawings that wait.
  static let maxWaiting = 64

  private let atOnce: Int
  private var kept: [Drawing: [UInt8]] = [:]
  /// The kept ones, the last used last.
  private var order: [Drawing] = []
  private var keptBytes = 0
  private var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// A cache that lets so many drawings be made at a time.
  init(atOnce: Int) { self.atOnce = atOnce }

  /// A kept drawing, or what `draw` makes; nil if it cannot be made.
  ///
  /// Throws `GalleryError.busy` if too many wait, or what `draw` throws.
  func bytes(
    of drawing: Drawing, _ draw: @Sendable () async throws -> [UInt8]?
  ) async throws -> [UInt8]? {
    if let bytes = use(drawing) { return bytes }
    return try await turn {
      // Somebody else may have had it drawn meanwhile.
      if let bytes = await self.use(drawing) { return bytes }
      let bytes = try await draw()
      if let bytes { await self.keep(bytes, of: drawing) }
      return bytes
    }
  }

  /// Runs `body` when it is its turn.
  ///
  /// Throws `GalleryError.busy` if too many wait, or what `body` throws.
  func turn<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await enter()
    defer { leave() }
    return try await body()
  }

  private func enter() async throws {
    guard running >= atOnce else {
      running += 1
      return
    }
    guard waiting.count < Self.maxWaiting else { throw GalleryError.busy }
    // Whoever leaves hands its place on.
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
  }

  private func use(_ drawing: Drawing) -> [UInt8]? {
    guard let bytes = kept[drawing] else { return nil }
    order.removeAll { $0 == drawing }
    order.append(drawing)
    return bytes
  }

  private func keep(_ bytes: [UInt8], of drawing: Drawing) {
    guard kept[drawing] == nil, bytes.count <= Self.maxBytes else { return }
    kept[drawing] = bytes
    order.append(drawing)
    keptBytes += bytes.count
    while keptBytes > Self.maxBytes, let oldest = order.first {
      order.removeFirst()
      keptBytes -= kept.removeValue(forKey: oldest)?.count ?? 0
    }
  }
}

/// Why the gallery has no answer.
enum GalleryError: Error {
  /// Too many drawings are waiting.
  case busy
  /// Its port cannot be opened; 0 stands for any.
  case cannotListen(port: Int, Errno)
}
