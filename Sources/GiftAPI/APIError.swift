package import GiftDomain
package import GiftStore

/// Why a request cannot be answered with what it asks for.
package enum APIError: Error, Hashable, Sendable {
  /// The target is none, is badly encoded or has control characters.
  case targetMalformed
  /// The target has more bytes than `limit`.
  case targetTooLong(limit: Int)
  /// Nothing is at this path, whatever the method.
  case routeNotFound
  /// The path is there and can only be read.
  case methodNotAllowed(String)
  /// No such gift, or a draft, which clients must not see; nil for what can be no gift's id.
  case giftNotFound(GiftID?)
  /// The gift is not shown yet, and will be from this instant on.
  case giftNotLive(GiftID, from: Timestamp)
  /// The gift is not shown any more, since this instant.
  case giftRetired(GiftID, at: Timestamp)
  /// No bytes have this digest, or it is none.
  case animationNotFound
  /// The store could not be read.
  case store(StoreError)
  /// A value that JSON cannot hold.
  case notEncodable(reason: String)
}
