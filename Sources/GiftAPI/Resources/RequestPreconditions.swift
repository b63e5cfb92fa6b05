import Delivery
import GiftDomain

/// What is to become of a request that wants something to be true of a resource (RFC 9110 §13).
enum PreconditionOutcome {
  /// It is answered.
  case proceed
  /// The client has the answer already.
  case notModified
  /// The resource is not as the client wants it.
  case failed
}

extension RequestHead {
  /// What comes of the conditions of GET or HEAD, in the order of §13.2.2.
  ///
  /// A condition that cannot be read fails where it guards a resource, and is left out where it
  /// only saves bytes: there it must not keep anybody from an answer.
  func outcome(for resource: Resource, in coding: ContentCoding) -> PreconditionOutcome {
    let tag = resource.tag.text(of: coding)
    if let list = list(of: .ifMatch) {
      guard EntityTagList(list)?.contains(tag, isWeak: false) ?? false else { return .failed }
    } else if let modifiedAt = resource.modifiedAt, let since = second(.ifUnmodifiedSince) {
      guard modifiedAt.wholeSeconds <= since else { return .failed }
    }
    if let list = list(of: .ifNoneMatch) {
      return EntityTagList(list)?.contains(tag, isWeak: true) ?? false ? .notModified : .proceed
    }
    guard let modifiedAt = resource.modifiedAt, let since = second(.ifModifiedSince) else {
      return .proceed
    }
    return modifiedAt.wholeSeconds <= since ? .notModified : .proceed
  }

  /// In seconds since 1970-01-01T00:00:00Z; what is not a date is no condition (§13.1.3, §13.1.4).
  private func second(_ field: FieldName) -> Int64? {
    list(of: field).flatMap(Timestamp.second(ofHTTPDate:))
  }
}
