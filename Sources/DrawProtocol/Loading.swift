/// Announces the bytes of an animation, which follow.
package struct DrawInput: DrawMessage {
  /// The number of bytes, at most `DrawLimits.inputBytes`.
  package let inputBytes: Int

  /// "nput" in ASCII.
  package static let mark: UInt32 = 0x7475_706E
  /// Those of the values below, in their order.
  package static let wordCount = 1

  /// Throws `DrawMessageFault.outOfRange` for more bytes than are drawn.
  package init(inputBytes: Int) throws(DrawMessageFault) {
    guard (0...DrawLimits.inputBytes).contains(inputBytes) else { throw .outOfRange }
    self.inputBytes = inputBytes
  }

  /// Its values, in their order.
  package var words: [UInt32] { [UInt32(inputBytes)] }

  /// Throws `DrawMessageFault` for values that it cannot have.
  package init(words: [UInt32]) throws(DrawMessageFault) {
    try self.init(inputBytes: Int(words[0]))
  }
}

/// What rlottie says of an animation.
package enum DrawLoaded: DrawMessage {
  /// rlottie does not load it.
  case refused
  /// It can be drawn.
  case loaded(DrawnAnimation)

  /// "Load" in ASCII.
  package static let mark: UInt32 = 0x6461_6F4C
  /// Those of the values below, in their order.
  package static let wordCount = 6

  /// Its values, in their order.
  package var words: [UInt32] {
    switch self {
    case .refused: Array(repeating: 0, count: Self.wordCount)
    case .loaded(let animation):
      [1, animation.width, animation.height, animation.frameCount]
        + [animation.frameRateHz.bitPattern].flatMap {
          [UInt32(truncatingIfNeeded: $0), UInt32(truncatingIfNeeded: $0 >> 32)]
        }
    }
  }

  /// Throws `DrawMessageFault` for values that it cannot have.
  package init(words: [UInt32]) throws(DrawMessageFault) {
    switch words[0] {
    case 0:
      guard words.allSatisfy({ $0 == 0 }) else { throw .outOfRange }
      self = .refused
    case 1:
      let rate = Double(bitPattern: UInt64(words[4]) | UInt64(words[5]) << 32)
      self = .loaded(
        DrawnAnimation(
          width: words[1], height: words[2], frameCount: words[3], frameRateHz: rate))
    default: throw .outOfRange
    }
  }
}

/// An animation as rlottie read it: nothing here is checked, as a file decides it.
package struct DrawnAnimation: Hashable, Sendable {
  /// The width of the composition in pixels; may be 0.
  package let width: UInt32
  /// The height of the composition in pixels; may be 0.
  package let height: UInt32
  /// The number of frames; may be 0.
  package let frameCount: UInt32
  /// Frames per second; may be any number.
  package let frameRateHz: Double

  /// An animation from its parts.
  package init(width: UInt32, height: UInt32, frameCount: UInt32, frameRateHz: Double) {
    self.width = width
    self.height = height
    self.frameCount = frameCount
    self.frameRateHz = frameRateHz
  }
}
