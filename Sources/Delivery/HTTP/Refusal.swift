/// Why a request is refused before routing.
package enum Refusal: Hashable, Sendable {
  /// The head is not valid HTTP/1.1 or HTTP/1.0, or the end of the request is ambiguous
  /// (RFC 9112 §2.2, §5, §6).
  case malformed
  /// The request names two hosts, an invalid one, or none in HTTP/1.1 (RFC 9112 §3.2).
  case hostMalformed
  /// The method is a token, but unknown (RFC 9110 §15.6.2).
  case methodUnknown
  /// The target has `%00` in its path, is badly encoded, or has a fragment or control characters.
  case targetMalformed
  /// The target has more bytes than `limit`.
  case targetTooLong(limit: Int)
  /// The fields have more bytes than `limit`, or are too many.
  case fieldsTooLarge(limit: Int)
  /// The head was not complete in time.
  case timedOut
  /// A concurrency limit is reached; the client should try again later.
  case overloaded(retryAfterSeconds: Int)

  /// The status of its response.
  package var status: Status {
    switch self {
    case .malformed, .hostMalformed, .targetMalformed: .badRequest
    case .methodUnknown: .notImplemented
    case .targetTooLong: .uriTooLong
    case .fieldsTooLarge: .requestHeaderFieldsTooLarge
    case .timedOut: .requestTimeout
    case .overloaded: .serviceUnavailable
    }
  }
}
