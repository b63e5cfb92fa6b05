import GiftDomain
import HTTPTypes

/// What is at a route at an instant, before a request's method and conditions are looked at.
struct Resource: Hashable, Sendable {
  /// What a client gets.
  enum Content: Hashable, Sendable {
    /// These bytes.
    case document([UInt8])
    /// The bytes under a digest, still in the store; nil for a length that is not known yet.
    case asset(SHA256Digest, byteCount: Int64?)
  }

  let content: Content
  let tag: EntityTag
  let freshness: Freshness
  /// Since when what is described is not shown any more.
  var retiredAt: Timestamp?

  /// The client has it already (RFC 9110 §13.1.2).
  var notModified: Answer { Answer(status: .notModified, fields: cacheFields, body: []) }

  /// All of it.
  func whole(_ body: [UInt8]) -> Answer {
    Answer(status: .ok, fields: describingFields, body: body)
  }

  /// What HEAD says of it.
  func described(byteCount: Int64) -> Answer {
    var fields = describingFields
    fields[.contentLength] = String(byteCount)
    return Answer(status: .ok, fields: fields, body: [])
  }

  private var describingFields: HTTPFields {
    var fields = cacheFields
    fields[.contentType] = "application/json"
    return fields
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
