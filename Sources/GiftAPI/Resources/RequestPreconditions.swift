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
    list(of: field).flatMap(Timestamp.second(ofHTTPDate:))
  }
}

extension Timestamp {
  /// The second of an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7); nil
  /// for anything else.
  ///
  /// The two obsolete forms, which no client has sent for decades, are ignored.
  fileprivate static func second(ofHTTPDate text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, text.utf8.count == 29,
      let month = httpMonths.firstIndex(of: String(parts[2]))
    else { return nil }
    let date = "\(parts[3])-\(padded(month + 1, 2))-\(parts[1])T\(parts[4])Z"
    do {
      let instant = try Timestamp(rfc3339: date)
      // The weekday must match too.
      return instant.httpDate == text ? instant.wholeSeconds : nil
    } catch {
      return nil
    }
  }
}
