/// A message of fixed size: 32-bit words, each with its lowest byte first.
package protocol DrawMessage: Hashable, Sendable {
  /// The first word, which tells the messages apart.
  static var mark: UInt32 { get }
  /// The number of words after the mark.
  static var wordCount: Int { get }
  /// The words after the mark.
  var words: [UInt32] { get }
  /// The message of those words, which are `wordCount`.
  ///
  /// Throws `DrawMessageFault.outOfRange` for a value that the message cannot have.
  init(words: [UInt32]) throws(DrawMessageFault)
}

/// Why bytes are not the message that is due.
package enum DrawMessageFault: Error, Hashable {
  /// There are more or fewer bytes than the message has.
  case wrongLength
  /// It begins like another message, or like none.
  case wrongMark
  /// It is of another version of the protocol.
  case wrongVersion
  /// A number in it is outside its range.
  case outOfRange
}

extension DrawMessage {
  /// The bytes of the message, mark included.
  package static var byteCount: Int { 4 + 4 * wordCount }

  /// The message as bytes.
  package var bytes: [UInt8] {
    ([Self.mark] + words).flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
  }

  /// The message that exactly these bytes are.
  package init(bytes: [UInt8]) throws(DrawMessageFault) {
    guard bytes.count == Self.byteCount else { throw .wrongLength }
    let words = stride(from: 0, to: bytes.count, by: 4).map { start in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
    }
    guard words[0] == Self.mark else { throw .wrongMark }
    try self.init(words: Array(words.dropFirst()))
  }
}
