/// A gift's id, a digest's digits or a token in an address, to be looked up without making text of
/// it.
struct AddressKey: Hashable, Sendable {
  /// As many bytes as any of them has at most.
  private static let maxBytes = 64

  /// The bytes, filled up with zeros, which none has.
  private var words = SIMD8<UInt64>()

  /// Nil for what is too long to be any.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count <= Self.maxBytes else { return nil }
    var start = 0
    var word = 0
    while start < bytes.count {
      let end = min(start + 8, bytes.count)
      var value: UInt64 = 0
      for index in start..<end { value = value << 8 | UInt64(bytes[index]) }
      words[word] = value
      word += 1
      start = end
    }
  }

  /// The text that it was made of.
  var text: String {
    var bytes: [UInt8] = []
    for word in words.indices {
      var shift = 64
      while shift > 0 {
        shift -= 8
        let byte = UInt8(truncatingIfNeeded: words[word] >> UInt64(shift))
        if byte != 0 { bytes.append(byte) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// For an id, digits or a token, which are never longer.
  init(_ text: String) {
    guard let key = AddressKey(text.utf8Span.span) else {
      preconditionFailure("\(text) is longer than an id, a digest or a token")
    }
    self = key
  }
}
