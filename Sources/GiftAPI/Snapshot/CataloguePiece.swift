import Compression
import NIOCore

/// A run of gifts in the catalogue's body, with their compressed bytes.
///
/// When one gift changes, one piece is rebuilt, and all others are reused.
final class CataloguePiece: Sendable {
  /// The most gifts of a piece.
  private static let maxGifts = 128
  /// On average one gift of this many ends its piece, chosen by its id, so that pieces have the
  /// same ends when other gifts come and go, and on every replica.
  private static let meanGifts: UInt32 = 32

  private let gifts: [LiveGift]
  private let isFirst: Bool
  /// The number of bytes that `write` writes.
  let byteCount: Int
  /// The same bytes, compressed.
  let block: GzipBlock

  private init(_ gifts: ArraySlice<LiveGift>, isFirst: Bool) {
    self.gifts = Array(gifts)
    self.isFirst = isFirst
    byteCount = gifts.reduce(gifts.count - (isFirst ? 1 : 0)) { $0 + $1.text.count }
    var text = ByteBuffer()
    text.reserveCapacity(byteCount)
    Self.write(self.gifts, isFirst: isFirst, to: &text)
    block = GzipBlock(Array(text.readableBytesView))
  }

  /// Writes the gifts' parts, each after a comma except the very first.
  func write(to body: inout ByteBuffer) { Self.write(gifts, isFirst: isFirst, to: &body) }

  private static func write(_ gifts: [LiveGift], isFirst: Bool, to body: inout ByteBuffer) {
    for (index, gift) in gifts.enumerated() {
      if index > 0 || !isFirst { body.writeInteger(UInt8(ascii: ",")) }
      body.writeBytes(gift.text)
    }
  }

  /// The pieces of the live gifts in their order, reusing equal ones of `earlier`.
  static func pieces(of gifts: [LiveGift], after earlier: [CataloguePiece]) -> [CataloguePiece] {
    let known = Dictionary(
      earlier.compactMap { piece in piece.gifts.first.map { (ObjectIdentifier($0), piece) } },
      uniquingKeysWith: { first, _ in first })
    var pieces: [CataloguePiece] = []
    let span = gifts.span
    var start = 0
    for index in span.indices {
      let isEnd = span[index].idHash % meanGifts == 0 || index + 1 - start == maxGifts
      guard isEnd || index + 1 == span.count else { continue }
      let isFirst = pieces.isEmpty
      if let kept = known[ObjectIdentifier(span[start])], kept.isFirst == isFirst,
        kept.hasSame(span.extracting(start...index))
      {
        pieces.append(kept)
      } else {
        pieces.append(CataloguePiece(gifts[start...index], isFirst: isFirst))
      }
      start = index + 1
    }
    return pieces
  }

  private func hasSame(_ others: Span<LiveGift>) -> Bool {
    guard gifts.count == others.count else { return false }
    for index in gifts.indices where gifts[index] !== others[index] { return false }
    return true
  }
}
