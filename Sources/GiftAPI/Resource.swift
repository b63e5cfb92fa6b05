import GiftDomain
import HTTPTypes

/// What is at a route at an instant, before a request's conditions are looked at.
struct Resource: Hashable, Sendable {
  let body: [UInt8]
  let tag: EntityTag
  let freshness: Freshness
  /// Since when what is described is not shown any more.
  var retiredAt: Timestamp?

  /// Everything with its validator, or 304 when the client has it already (RFC 9110 §13.1.2).
  func answer(unless condition: IfNoneMatch?) -> Answer {
    let isKnown = condition?.matches(tag) ?? false
    var answer = Answer(
      status: isKnown ? .notModified : .ok, fields: cacheFields, body: isKnown ? [] : body)
    if !isKnown { answer.fields[.contentType] = "application/json" }
    return answer
  }

  /// The fields that 304 has in common with 200 (RFC 9110 §15.4.5).
  private var cacheFields: HTTPFields {
    var fields: HTTPFields = [.eTag: tag.description, .cacheControl: freshness.cacheControl]
    if let retiredAt {
      fields[.deprecation] = "@\(retiredAt.wholeSeconds)"
      fields[.sunset] = retiredAt.httpDate
    }
    return fields
  }
}
