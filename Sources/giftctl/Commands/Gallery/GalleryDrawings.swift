import Gallery
import GiftDomain
import GiftStore
import Pictures

/// Draws what is larger than the stored pictures, a few at a time, and keeps what was drawn last.
struct GalleryDrawings: Sendable {
  /// The longer side of a drawing in pixels.
  private static let side = PictureLimits.motionSide

  private let tool: DrawingTool?
  private let cache: DrawingCache
  /// Why nothing was drawn when it was tried, as a sentence; nil if something was.
  let obstacle: String?

  /// How many drawings are made at a time.
  let atOnce: Int

  /// Tries the tool once.
  init(_ tool: DrawingTool, atOnce: Int) async {
    self.atOnce = atOnce
    cache = DrawingCache(atOnce: atOnce)
    do {
      _ = try await tool.renderer()
      self.tool = tool
      obstacle = nil
    } catch {
      self.tool = error.isLasting ? nil : tool
      obstacle = error.userMessage("the gallery").sentence
    }
  }

  /// Whether animations can be drawn.
  var canDraw: Bool { tool != nil }

  /// A drawing; nil if there is no such animation, or it cannot be drawn.
  func bytes(of drawing: Drawing, from store: GiftStore) async throws -> [UInt8]? {
    guard let tool else { return nil }
    return try await cache.bytes(of: drawing) {
      try await Self.draw(drawing, with: tool, from: store)
    }
  }

  /// The share of drawn pixels that differ; nil if one of the animations cannot be drawn.
  func difference(
    _ left: SHA256Digest, _ right: SHA256Digest, at position: DrawnPosition, from store: GiftStore
  ) async throws -> Double? {
    guard let tool else { return nil }
    return try await cache.turn {
      try await Self.compare(left, right, at: position, with: tool, from: store)?.share
    }
  }

  private static func draw(
    _ drawing: Drawing, with tool: DrawingTool, from store: GiftStore
  ) async throws -> [UInt8]? {
    do {
      switch drawing {
      case .motion(let digest, let ground):
        return try await animation(digest, in: store).map { bytes in
          try await tool.motion(of: bytes, ground: ground.painted).bytes
        }
      case .frame(let digest, let number):
        return try await animation(digest, in: store).map { bytes in
          try await tool.frame(of: bytes, UInt32(clamping: number), longerSide: side).png
        }
      case .still(let digest, let position):
        return try await still(digest, at: position, with: tool, from: store)?.png
      case .difference(let left, let right, let position):
        return try await compare(left, right, at: position, with: tool, from: store)?.marks.png
      }
    } catch DrawingError.fault {
      return nil
    }
  }

  private static func compare(
    _ left: SHA256Digest, _ right: SHA256Digest, at position: DrawnPosition,
    with tool: DrawingTool, from store: GiftStore
  ) async throws -> BitmapDifference? {
    do {
      guard let one = try await still(left, at: position, with: tool, from: store),
        let other = try await still(right, at: position, with: tool, from: store)
      else { return nil }
      return await BitmapDifference.between(one, other)
    } catch DrawingError.fault {
      return nil
    }
  }

  private static func still(
    _ digest: SHA256Digest, at position: DrawnPosition, with tool: DrawingTool,
    from store: GiftStore
  ) async throws -> Bitmap? {
    try await animation(digest, in: store).map { bytes in
      try await tool.frames(
        of: bytes, at: [Double(position.thousandths) / 1_000], longerSide: side
      ).first
    } ?? nil
  }

  private static func animation(
    _ digest: SHA256Digest, in store: GiftStore
  ) async throws -> [UInt8]? {
    try await store.assets([digest]).first?.bodies[.identity]
  }
}

extension Optional {
  /// The same as `map`, for what takes time.
  fileprivate func map<Other>(
    _ transform: (Wrapped) async throws -> Other
  ) async throws -> Other? {
    guard let self else { return nil }
    return try await transform(self)
  }
}

extension Gallery.Ground {
  fileprivate var painted: Pictures.Ground {
    switch self {
    case .dark: .dark
    case .light: .light
    case .chequered: .chequered
    }
  }
}
