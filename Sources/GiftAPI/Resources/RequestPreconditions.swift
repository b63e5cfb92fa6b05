import Delivery
import GiftDomain

extension RequestHead {
  /// Whether the client has the answer to GET or HEAD already, by the conditions of RFC 9110 §13 in
  /// the order of §13.2.2.
  ///
  /// Throws `APIError.preconditionFailed` when the resource is not as the client wants it.
  /// A condition that cannot be read fails where it guards a resource, and is left out where it
  /// only saves bytes: there it must not keep anybody from an answer.
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

  /// In seconds since 1970-01-01T00:00:00Z; what is not a date is no condition (§13.1.3, §13.1.4).
  private func second(_ field: FieldName) -> Int64? {
    list(of: field).flatMap(Timestamp.second(ofHTTPDate:))
  }
}

extension Timestamp {
  /// The second of an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7); nil
  /// for all else.
  ///
  /// The two obsolete forms, which no client has sent for decades, make no condition.
  fileprivate static func second(ofHTTPDate text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, text.utf8.count == 29,
      let month = httpMonths.firstIndex(of: String(parts[2]))
    else { return nil }
    let date = "\(parts[3])-\(padded(month + 1, 2))-\(parts[1])T\(parts[4])Z"
    do {
      let instant = try Timestamp(rfc3339: date)
      // The weekday has to be right, too.
      return instant.httpDate == text ? instant.wholeSeconds : nil
    } catch {
      return nil
    }
  }
}
