/// Why a connection is told to go away before anybody looks for an answer.
package enum Refusal: Hashable, Sendable {
  /// The head is none of HTTP/1.1 or HTTP/1.0, or its end or the body's cannot be told for sure
  /// (RFC 9112 §2.2, §5, §6).
  case malformed
  /// The request names no host, or two, or what can be none (RFC 9112 §3.2).
  case hostMalformed
  /// The method is a token, and none that is known (RFC 9110 §15.6.2).
  case methodUnknown
  /// The target has `%00` in its path.
  case targetMalformed
  /// The target has more bytes than `limit`.
  case targetTooLong(limit: Int)
  /// The fields have more bytes than `limit`, or are too many.
  case fieldsTooLarge(limit: Int)
  /// The body has more bytes than `limit`.
  case bodyTooLarge(limit: Int)
  /// The request was not whole in time.
  case timedOut
  /// The process has as many requests at hand as it may; the client should try again later.
  case overloaded(retryAfterSeconds: Int)
}

/// The bytes of the answer to what was refused; asked for each, which is rare.
package typealias Refusals = @Sendable (Refusal) -> ReadyAnswer
