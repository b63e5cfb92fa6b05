import Compression
import NIOCore

/// Some gifts that follow each other in the catalogue's body, with what they are there, compressed.
///
/// When one gift changes, one piece is made anew, and all others are taken over.
final class CataloguePiece: Sendable {
  /// The most gifts of a piece.
  private static let maxGifts = 128
  /// One gift of so many ends its piece, by its id: so pieces begin and end at the same gifts
  /// wherever others come and go, and on every replica.
  private static let meanGifts: UInt32 = 32

  private let gifts: [ServedGift]
  private let isFirst: Bool
  /// How many bytes `write` writes.
  let byteCount: Int
  /// The same bytes, compressed.
  let block: GzipBlock

  private init(_ gifts: [ServedGift], isFirst: Bool) {
    self.gifts = gifts
    self.isFirst = isFirst
    byteCount = gifts.reduce(gifts.count - (isFirst ? 1 : 0)) { $0 + $1.fragment.count }
    var text = ByteBuffer()
    text.reserveCapacity(byteCount)
    Self.write(gifts, isFirst: isFirst, to: &text)
    block = GzipBlock(Array(text.readableBytesView))
  }

  /// Writes the gifts' parts, each after a comma but for the first one of all.
  func write(to body: inout ByteBuffer) { Self.write(gifts, isFirst: isFirst, to: &body) }

  private static func write(_ gifts: [ServedGift], isFirst: Bool, to body: inout ByteBuffer) {
    for (index, gift) in gifts.enumerated() {
      if index > 0 || !isFirst { body.writeInteger(UInt8(ascii: ",")) }
      body.writeBytes(gift.fragment)
    }
  }

  /// The pieces of the live gifts in their order; those of `earlier` that are the same are taken
  /// over.
  static func pieces(of gifts: [ServedGift], after earlier: [CataloguePiece]) -> [CataloguePiece] {
    let known = Dictionary(
      earlier.compactMap { piece in piece.gifts.first.map { (ObjectIdentifier($0), piece) } },
      uniquingKeysWith: { first, _ in first })
    var pieces: [CataloguePiece] = []
    var run: [ServedGift] = []
    let endPiece = {
      guard let first = run.first else { return }
      let isFirst = pieces.isEmpty
      if let kept = known[ObjectIdentifier(first)], kept.isFirst == isFirst,
        kept.gifts.count == run.count, zip(kept.gifts, run).allSatisfy({ $0 === $1 })
      {
        pieces.append(kept)
      } else {
        pieces.append(CataloguePiece(run, isFirst: isFirst))
      }
      run.removeAll(keepingCapacity: true)
    }
    for gift in gifts {
      run.append(gift)
      if gift.idHash % meanGifts == 0 || run.count == maxGifts { endPiece() }
    }
    endPiece()
    return pieces
  }
}
