import Delivery
package import GiftDomain
package import GiftStore

/// Why a request cannot be answered with what it asks for.
package enum APIError: Error, Hashable, Sendable {
  /// The head is not valid HTTP/1 (RFC 9112 §2, §5).
  case requestMalformed
  /// The fields of the head have more than `limit` bytes in all, or there are too many.
  case fieldsTooLarge(limit: Int)
  /// The request did not arrive as a whole in time.
  case requestTimedOut
  /// Too many requests are being answered; worth another try after so many seconds.
  case overloaded(retryAfterSeconds: Int)
  /// The request names no host, or two, or one that cannot be (RFC 9112 §3.2).
  case hostMalformed
  /// The target is badly encoded, or has a fragment or control characters.
  case targetMalformed
  /// The target has more bytes than `limit`.
  case targetTooLong(limit: Int)
  /// Nothing is at this path, whatever the method.
  case routeNotFound
  /// No such method is known, whatever the path (RFC 9110 §15.6.2).
  case methodUnknown
  /// The path is there and can only be read.
  case methodNotAllowed
  /// No such gift, or a draft, which clients must not see; nil for what cannot be a gift's id.
  case giftNotFound(GiftID?)
  /// The gift is not shown yet, and will be from this instant on.
  case giftNotLive(GiftID, from: Timestamp)
  /// The gift is not shown any more, since this instant.
  case giftRetired(GiftID, at: Timestamp)
  /// No bytes have this digest, or it cannot be one.
  case animationNotFound
  /// The client takes none of the codings that there are.
  case notAcceptable
  /// The resource is not as the client wants it (RFC 9110 §13.1.1, §13.1.4).
  case preconditionFailed
  /// The store could not be read.
  case store(StoreError)
}

extension APIError {
  /// What the API says of a request that is refused.
  init(_ refusal: Refusal) {
    switch refusal {
    case .malformed: self = .requestMalformed
    case .hostMalformed: self = .hostMalformed
    case .methodUnknown: self = .methodUnknown
    case .targetMalformed: self = .targetMalformed
    case .targetTooLong(let limit): self = .targetTooLong(limit: limit)
    case .fieldsTooLarge(let limit): self = .fieldsTooLarge(limit: limit)
    case .timedOut: self = .requestTimedOut
    case .overloaded(let seconds): self = .overloaded(retryAfterSeconds: seconds)
    }
  }
}
