/// How bytes are coded on their way to clients (RFC 9110 §8.4.1), best first.
package enum ContentCoding: String, Hashable, Sendable, Codable, CaseIterable {
  /// RFC 7932.
  case brotli = "br"
  /// RFC 8878.
  case zstd
  /// RFC 1952.
  case gzip
  /// As they are.
  case identity

  /// Its position among all of them.
  fileprivate var index: Int {
    switch self {
    case .brotli: 0
    case .zstd: 1
    case .gzip: 2
    case .identity: 3
    }
  }
}

/// A value for each coding, or none; stored in line, as a server holds many thousands.
package struct PerCoding<Value: Sendable>: Sendable {
  private var values = InlineArray<4, Value?>(repeating: nil)

  /// No value for any coding.
  package init() {}

  /// The value for a coding.
  package subscript(coding: ContentCoding) -> Value? {
    get { values[coding.index] }
    set { values[coding.index] = newValue }
  }
}
