/// Eight bytes of a text, examined together.
struct JSONWord {
  static let size = 8
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The first byte is in the lowest bits.
  private let bits: UInt64

  /// Nil if the text has fewer than eight bytes from there.
  @inline(__always)
  init?(_ text: Span<UInt8>, at start: Int) {
    // A slice of known length needs no bounds checks, and its eight bytes are one load.
    let part = text.extracting(droppingFirst: start).extracting(first: Self.size)
    guard part.count == Self.size else { return nil }
    var bits: UInt64 = 0
    for index in 0..<Self.size { bits |= UInt64(part[index]) &<< UInt64(index &* 8) }
    self.bits = bits
  }

  /// The number of bytes before the first that is not literal in a string: a quote, a backslash, a
  /// control character or non-ASCII; eight if there is none.
  @inline(__always)
  var ordinaryBytes: Int {
    // Each term sets the highest bit of the first matching byte, and of none before.
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

  /// The number of Unicode scalars that begin after the last line feed, or in all if there is none.
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
