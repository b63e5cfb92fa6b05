/// The size of a frame in pixels.
package struct FrameSize: Hashable, Sendable {
  /// The width, 1 to `DrawLimits.side`.
  package let width: Int
  /// The height, 1 to `DrawLimits.side`.
  package let height: Int

  /// Throws `DrawMessageFault.outOfRange` for what is not drawn.
  package init(width: Int, height: Int) throws(DrawMessageFault) {
    let sides = 1...DrawLimits.side
    guard sides.contains(width), sides.contains(height) else { throw .outOfRange }
    self.width = width
    self.height = height
  }

  /// The nearest size that is drawn.
  package init(clampingWidth width: Int, height: Int) {
    self.width = min(max(width, 1), DrawLimits.side)
    self.height = min(max(height, 1), DrawLimits.side)
  }

  fileprivate init(_ width: UInt32, _ height: UInt32) throws(DrawMessageFault) {
    try self.init(width: Int(width), height: Int(height))
  }

  /// The bytes of its pixels.
  package var byteCount: Int { width * height * DrawLimits.pixelBytes }
}

/// Requests frames that follow each other.
package struct FramesRequest: DrawMessage {
  /// The first frame, from 0.
  package let first: UInt32
  /// The number of frames.
  package let count: UInt32
  /// The size of each.
  package let size: FrameSize

  /// "Draw" in ASCII.
  package static let mark: UInt32 = 0x7761_7244
  /// Those of the values below, in their order.
  package static let wordCount = 4

  /// Throws `DrawMessageFault.outOfRange` if the last frame has no number.
  package init(first: UInt32, count: UInt32, size: FrameSize) throws(DrawMessageFault) {
    guard !first.addingReportingOverflow(count).overflow else { throw .outOfRange }
    self.first = first
    self.count = count
    self.size = size
  }

  /// Its values, in their order.
  package var words: [UInt32] { [first, count, UInt32(size.width), UInt32(size.height)] }

  /// Throws `DrawMessageFault` for values that it cannot have.
  package init(words: [UInt32]) throws(DrawMessageFault) {
    try self.init(first: words[0], count: words[1], size: FrameSize(words[2], words[3]))
  }
}

/// Announces the pixels of a frame, which follow: rows from the top, without gaps.
package struct FrameHeader: DrawMessage {
  /// The frame, from 0.
  package let frame: UInt32
  /// Its size.
  package let size: FrameSize

  /// "Fram" in ASCII.
  package static let mark: UInt32 = 0x6D61_7246
  /// Those of the values below, in their order.
  package static let wordCount = 3

  /// The header of that frame.
  package init(frame: UInt32, size: FrameSize) {
    self.frame = frame
    self.size = size
  }

  /// Its values, in their order.
  package var words: [UInt32] { [frame, UInt32(size.width), UInt32(size.height)] }

  /// Throws `DrawMessageFault` for values that it cannot have.
  package init(words: [UInt32]) throws(DrawMessageFault) {
    self.init(frame: words[0], size: try FrameSize(words[1], words[2]))
  }
}
