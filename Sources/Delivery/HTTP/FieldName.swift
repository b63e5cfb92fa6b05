/// The header fields that framing and responses depend on (RFC 9110, RFC 9112).
package enum FieldName: String, Hashable, Sendable, CaseIterable {
  /// §12.5.1: the media types that the client accepts.
  case accept
  /// §12.5.3: the codings that the client accepts.
  case acceptEncoding = "accept-encoding"
  /// RFC 9110 §7.6.1: whether the connection stays open.
  case connection
  /// §8.6: the length of the body.
  case contentLength = "content-length"
  /// §7.2: the server requested.
  case host
  /// §13.1.1: a condition.
  case ifMatch = "if-match"
  /// §13.1.3: a condition.
  case ifModifiedSince = "if-modified-since"
  /// §13.1.2: a condition.
  case ifNoneMatch = "if-none-match"
  /// §13.1.4: a condition.
  case ifUnmodifiedSince = "if-unmodified-since"
  /// The id of the last event that a client received (HTML Standard, server-sent events).
  case lastEventID = "last-event-id"
  /// The request's id in logs; not registered, but common with proxies.
  case requestID = "x-request-id"
  /// RFC 9112 §6.1: how the body is framed.
  case transferEncoding = "transfer-encoding"

  /// Whether it makes a request conditional.
  var isCondition: Bool {
    switch self {
    case .ifMatch, .ifModifiedSince, .ifNoneMatch, .ifUnmodifiedSince: true
    case .accept, .acceptEncoding, .connection, .contentLength, .host, .lastEventID, .requestID,
      .transferEncoding:
      false
    }
  }

  /// The field with the name `bytes[range]`, ignoring case; nil for all others.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let candidate: FieldName
    switch (range.count, bytes[range.lowerBound] | 0x20) {
    case (4, UInt8(ascii: "h")): candidate = .host
    case (6, UInt8(ascii: "a")): candidate = .accept
    case (8, UInt8(ascii: "i")): candidate = .ifMatch
    case (10, UInt8(ascii: "c")): candidate = .connection
    case (12, UInt8(ascii: "x")): candidate = .requestID
    case (13, UInt8(ascii: "i")): candidate = .ifNoneMatch
    case (13, UInt8(ascii: "l")): candidate = .lastEventID
    case (14, UInt8(ascii: "c")): candidate = .contentLength
    case (15, UInt8(ascii: "a")): candidate = .acceptEncoding
    case (17, UInt8(ascii: "i")): candidate = .ifModifiedSince
    case (17, UInt8(ascii: "t")): candidate = .transferEncoding
    case (19, UInt8(ascii: "i")): candidate = .ifUnmodifiedSince
    default: return nil
    }
    guard bytes.equals(range, lowercased: candidate.rawValue) else { return nil }
    self = candidate
  }
}
