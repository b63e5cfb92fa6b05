/// A gift's id, a digest's digits or a token in a URL, as a lookup key without allocation.
struct AddressKey: Hashable, Sendable {
  /// The longest of these in bytes.
  private static let maxBytes = 64

  /// The bytes, padded with zeros, which do not occur in them.
  private var words = SIMD8<UInt64>()

  /// Nil if too long.
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

  /// The original text.
  var text: String {
    let bytes = words.indices.flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: words[word] >> $0) }
    }
    return String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
  }

  /// The key of an id, digits or a token, which are never too long.
  init(_ text: String) {
    guard let key = AddressKey(text.utf8Span.span) else {
      preconditionFailure("\(text) is longer than an id, a digest or a token")
    }
    self = key
  }
}
