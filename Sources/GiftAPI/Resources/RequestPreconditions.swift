import Delivery
import GiftDomain

extension RequestHead {
  /// Whether GET or HEAD is answered with 304, by the preconditions of RFC 9110 §13 in the order of
  /// §13.2.2.
  ///
  /// Throws `APIError.preconditionFailed` if a precondition does not hold. A malformed condition
  /// fails if it guards a resource, and is ignored if it only saves bytes, so that the client still
  /// gets a response.
  func isNotModified(_ resource: Resource, in coding: ContentCoding) throws(APIError) -> Bool {
    let tag = resource.tag.text(of: coding)
    if let list = list(of: .ifMatch) {
      guard EntityTagList(list)?.contains(tag, isWeak: false) ?? false else {
        throw .preconditionFailed
      }
    } else if let modifiedAt = resource.modifiedAt, let since = second(.ifUnmodifiedSince) {
      guard modifiedAt.wholeSeconds <= since else { throw .preconditionFailed }
    }
    if let list = list(of: .ifNoneMatch) {
      return EntityTagList(list)?.contains(tag, isWeak: true) ?? false
    }
    guard let modifiedAt = resource.modifiedAt, let since = second(.ifModifiedSince) else {
      return false
    }
    return modifiedAt.wholeSeconds <= since
  }

  /// A date in seconds since 1970-01-01T00:00:00Z; nil, so ignored, if invalid (§13.1.3, §13.1.4).
  private func second(_ field: FieldName) -> Int64? {
    list(of: field).flatMap { Timestamp(httpDate: $0)?.wholeSeconds }
  }
}
