/// The codings of content sent to clients (RFC 9110 §8.4.1), best first.
package enum ContentCoding: String, Hashable, Sendable, Codable, CaseIterable {
  /// RFC 7932.
  case brotli = "br"
  /// RFC 1952.
  case gzip
  /// The bytes as they are.
  case identity

  /// Its position in `allCases`.
  fileprivate var index: Int {
    switch self {
    case .brotli: 0
    case .gzip: 1
    case .identity: 2
    }
  }
}

/// An optional value for each coding; stored inline, because a server has many thousands.
package struct PerCoding<Value: Sendable>: Sendable {
  private var values = InlineArray<3, Value?>(repeating: nil)

  /// No value for any coding.
  package init() {}

  /// The value for a coding.
  package subscript(coding: ContentCoding) -> Value? {
    get { values[coding.index] }
    set { values[coding.index] = newValue }
  }
}
