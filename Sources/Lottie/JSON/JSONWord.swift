/// Eight bytes of a text, looked at together.
struct JSONWord {
  static let size = 8
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The first byte is in the lowest bits.
  private let bits: UInt64

  /// Nil if the text has fewer than eight bytes from there.
  @inline(__always)
  init?(_ text: Span<UInt8>, at start: Int) {
    // A part of known length has no bounds left to check, and its eight bytes are one load.
    let part = text.extracting(droppingFirst: start).extracting(first: Self.size)
    guard part.count == Self.size else { return nil }
    var bits: UInt64 = 0
    for index in 0..<Self.size { bits |= UInt64(part[index]) &<< UInt64(index &* 8) }
    self.bits = bits
  }

  /// How many bytes stand before the first that a string cannot hold as it is: a quote, a
  /// backslash, a control character or what is not ASCII; all eight if there is none.
  @inline(__always)
  var ordinaryBytes: Int {
    // Each term sets the highest bit of the first byte that it is about, and of none before.
    let controls = bits &- Self.ones &* UInt64(ASCII.space) & ~bits
    let specials =
      controls | bits | zeros(in: bits ^ Self.ones &* UInt64(ASCII.quote))
      | zeros(in: bits ^ Self.ones &* UInt64(ASCII.backslash))
    return (specials & Self.highBits).trailingZeroBitCount &>> 3
  }

  /// The highest bit of every byte that is a line feed, and no other bit.
  @inline(__always)
  private var lineFeedBits: UInt64 {
    // Adding carries into the highest bit of every byte but zero, and never beyond it.
    let bytes = bits ^ Self.ones &* UInt64(ASCII.lineFeed)
    return ~((bytes & ~Self.highBits) &+ ~Self.highBits | bytes) & Self.highBits
  }

  /// Whether all bytes are ASCII and none is a line feed.
  @inline(__always)
  var isPlain: Bool { (lineFeedBits | bits) & Self.highBits == 0 }

  /// How many of the bytes are line feeds.
  @inline(__always)
  var lineFeeds: Int { lineFeedBits.nonzeroBitCount }

  /// How many Unicode scalars begin behind the last line feed, or at all if there is none.
  @inline(__always)
  var charactersOnLastLine: Int {
    let starts = ~(bits & ~(bits &<< 1)) & Self.highBits
    let line = ~UInt64(0) << UInt64(UInt64.bitWidth - lineFeedBits.leadingZeroBitCount)
    return (starts & line).nonzeroBitCount
  }

  @inline(__always)
  private func zeros(in bytes: UInt64) -> UInt64 {
    bytes &- Self.ones & ~bytes
  }
}
