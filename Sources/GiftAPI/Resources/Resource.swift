import Delivery
import GiftDomain
import NIOCore

/// What is at a route, before a request's codings and conditions are looked at.
struct Resource: Sendable {
  /// How long it holds.
  enum Validity: Hashable, Sendable {
    /// The address names the bytes.
    case immutable
    /// Until the next boundary at the latest; nil when none is planned.
    case until(Timestamp?)

    /// The field `Cache-Control`: how long a cache may keep an answer without asking again
    /// (RFC 9111 §4.2).
    func cacheControl(at now: Timestamp) -> String {
      switch self {
      case .immutable:
        // RFC 8246.
        return "public, max-age=31536000, immutable"
      case .until(let boundary):
        // Rounded down so that nothing is kept past the boundary, and not longer than an edit may
        // stay unseen.
        let left = boundary.map { max(0, ($0.microseconds - now.microseconds) / 1_000_000) } ?? .max
        let fresh = min(APILimits.maxAgeSeconds, left)
        let stale = min(APILimits.maxStaleSeconds, left - fresh)
        // While a new one is asked for, or the origin is away, an old answer is better than none
        // (RFC 5861 §3, §4).
        return "public, max-age=\(fresh), stale-while-revalidate=\(stale), "
          + "stale-if-error=\(APILimits.staleIfErrorSeconds)"
      }
    }
  }

  let group: RouteGroup
  var body: CodedBody
  let tag: EntityTag
  let validity: Validity
  /// When it began to look as it does; nil for what its address names.
  let modifiedAt: Timestamp?
  /// Since when what is described is not shown any more.
  var retiredAt: Timestamp?
  /// Where the same always is, when it stands in for what was asked for (RFC 9110 §8.7).
  var location: String?
  /// Whether the client's catalogue is of another history, so that none of its numbers counts.
  var isReset = false

  /// The response in one of its codings, or 304 with the fields that RFC 9110 §15.4.5 asks for: the
  /// others the client has.
  func response(in coding: ContentCoding, isNotModified: Bool, now: Timestamp) -> Response {
    var fields: ResponseFields = [
      ("ETag", "\"\(tag.text(of: coding))\""),
      ("Cache-Control", validity.cacheControl(at: now)),
      ("Vary", "Accept-Encoding"),
    ]
    // A second that has not passed may see another change, which could not be told from this one.
    if !isNotModified, let modifiedAt, now.wholeSeconds > modifiedAt.wholeSeconds {
      fields.append(("Last-Modified", modifiedAt.httpDate))
    }
    if let location { fields.append(("Content-Location", location)) }
    // A boolean as RFC 9651 §3.3.6 writes it.
    if isReset { fields.append(("Catalogue-Reset", "?1")) }
    if let retiredAt {
      fields.append(("Deprecation", "@\(retiredAt.wholeSeconds)"))
      fields.append(("Sunset", retiredAt.httpDate))
    }
    guard !isNotModified else {
      return Response(.notModified, group: group, fields, body: ByteBuffer())
    }
    fields.append(("Content-Type", "application/json"))
    if coding != .identity { fields.append(("Content-Encoding", coding.rawValue)) }
    return Response(.ok, group: group, fields, body: body[coding] ?? body.identity)
  }

  /// When the head says the same at every instant: from the second after its change until
  /// caches have to be told of the next boundary.
  var steady: Range<Int64> {
    let start = modifiedAt.map { ($0.wholeSeconds + 1) * 1_000_000 } ?? .min
    guard case .until(let boundary?) = validity else { return start..<Int64.max }
    let margin = (APILimits.maxAgeSeconds + APILimits.maxStaleSeconds) * 1_000_000
    return start..<max(start, boundary.microseconds - margin)
  }
}
