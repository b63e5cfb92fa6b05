package import Delivery
package import GiftDomain
package import GiftStore

/// Why a request cannot be answered with what it asks for.
package enum APIError: Error, Hashable, Sendable {
  /// What is wrong can be told without knowing what is served.
  case refused(Refusal)
  /// Nothing is at this path, whatever the method.
  case routeNotFound
  /// The path is there and can only be read.
  case methodNotAllowed
  /// No such gift, or one that was never shown; nil for what cannot be a gift's id.
  case giftNotFound(GiftID?)
  /// The gift is not shown any more, since this instant.
  case giftRetired(GiftID, at: Timestamp)
  /// No bytes have this digest, or they are not to be seen yet, or it cannot be one.
  case animationNotFound
  /// The client takes none of the codings that there are.
  case notAcceptable
  /// The resource is not as the client wants it (RFC 9110 §13.1.1, §13.1.4).
  case preconditionFailed
  /// The store could not be read.
  case store(StoreError)
}
