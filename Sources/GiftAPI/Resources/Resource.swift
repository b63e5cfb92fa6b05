import Delivery
import GiftDomain
import NIOCore

/// The resource at a route, before a request's codings and conditions apply.
struct Resource: Sendable {
  /// How long it is valid.
  enum Validity: Hashable, Sendable {
    /// The URL identifies the bytes.
    case immutable
    /// Until the next boundary at the latest; nil if none is planned.
    case until(Timestamp?)

    /// The field `Cache-Control`: how long a cache may keep a response without revalidation
    /// (RFC 9111 §4.2).
    func cacheControl(at now: Timestamp) -> String {
      switch self {
      case .immutable:
        // RFC 8246.
        return "public, max-age=31536000, immutable"
      case .until(let boundary):
        // Rounded down, so that nothing is cached past the boundary, and limited to the longest
        // time that an edit may stay invisible.
        let left = boundary.map { max(0, ($0.microseconds - now.microseconds) / 1_000_000) } ?? .max
        let fresh = min(APILimits.maxAgeSeconds, left)
        let stale = min(APILimits.maxStaleSeconds, left - fresh)
        // While revalidating, or if the origin is unreachable, a stale response is better than none
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
  /// When it last changed; nil if immutable.
  let modifiedAt: Timestamp?
  /// When the gift described was retired; nil if it is live.
  var retiredAt: Timestamp?
  /// The URL of the same content, when it replaces the requested resource (RFC 9110 §8.7).
  var location: String?
  /// Whether the client's token belongs to another history, so that its number does not count.
  var isReset = false

  /// The response in one of its codings, or 304 with only the fields that RFC 9110 §15.4.5
  /// requires; for HEAD, no body is made.
  func response(
    in coding: ContentCoding, isNotModified: Bool, isHead: Bool = false, now: Timestamp
  ) -> Response {
    var fields: ResponseFields = [
      ("ETag", "\"\(tag.text(of: coding))\""),
      ("Cache-Control", validity.cacheControl(at: now)),
      ("Vary", "Accept-Encoding"),
    ]
    // Another change in the current second would get the same date.
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
    fields.append(("Content-Type", contentType))
    if coding != .identity { fields.append(("Content-Encoding", coding.rawValue)) }
    let made = body[coding] ?? (isHead ? ByteBuffer() : body.identity)
    return Response(.ok, group: group, fields, body: made, length: body.byteCount(in: coding))
  }

  private var contentType: String { group == .picture ? "image/webp" : "application/json" }

  /// The time in which the head is constant: from the second after its change until the next
  /// boundary affects cache lifetimes.
  var steady: Range<Int64> {
    let start = modifiedAt.map { ($0.wholeSeconds + 1) * 1_000_000 } ?? .min
    guard case .until(let boundary?) = validity else { return start..<Int64.max }
    let margin = (APILimits.maxAgeSeconds + APILimits.maxStaleSeconds) * 1_000_000
    return start..<max(start, boundary.microseconds - margin)
  }
}
