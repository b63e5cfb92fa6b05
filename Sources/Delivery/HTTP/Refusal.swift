/// Why a request is answered before anybody looks at what it asks for.
package enum Refusal: Hashable, Sendable {
  /// The head is not valid HTTP/1.1 or HTTP/1.0, or where the request ends cannot be told for sure
  /// (RFC 9112 §2.2, §5, §6).
  case malformed
  /// The request names no host, or two, or one that cannot be (RFC 9112 §3.2).
  case hostMalformed
  /// The method is a token, and not one that is known (RFC 9110 §15.6.2).
  case methodUnknown
  /// The target has `%00` in its path, is badly encoded, or has a fragment or control characters.
  case targetMalformed
  /// The target has more bytes than `limit`.
  case targetTooLong(limit: Int)
  /// The fields have more bytes than `limit`, or are too many.
  case fieldsTooLarge(limit: Int)
  /// The head was not whole in time.
  case timedOut
  /// As much happens as may happen at once; the client should try again later.
  case overloaded(retryAfterSeconds: Int)
}
