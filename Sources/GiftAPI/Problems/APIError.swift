package import Delivery
package import GiftDomain
package import GiftStore

/// Why a request cannot be fulfilled.
package enum APIError: Error, Hashable, Sendable {
  /// The request is wrong regardless of the catalogue.
  case refused(Refusal)
  /// There is no resource at this path.
  case routeNotFound
  /// The resource is read-only.
  case methodNotAllowed
  /// No such placement, or it was retired.
  case placementNotFound
  /// No such gift, or one that was never live; nil for an invalid id.
  case giftNotFound(GiftID?)
  /// A parameter by which clients say who they are is not written by its rule, or twice.
  case parameterMalformed(ClientParameter)
  /// The gift was retired at this instant.
  case giftRetired(GiftID, at: Timestamp)
  /// The animation or picture was withdrawn.
  case withdrawn
  /// The digest is invalid, or no public animation has it.
  case animationNotFound
  /// The digest is invalid, or no public picture has it.
  case pictureNotFound
  /// The client accepts none of the available codings.
  case notAcceptable
  /// A precondition does not hold (RFC 9110 §13.1.1, §13.1.4).
  case preconditionFailed
  /// The store could not be read.
  case store(StoreError)
}
