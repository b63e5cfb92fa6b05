import GiftDomain
import HTTPTypes
import NIOCore

/// What is at a route, before a request's method, codings and conditions are looked at.
struct Resource: Sendable {
  /// How long it holds.
  enum Validity: Hashable, Sendable {
    /// The address names the bytes.
    case immutable
    /// Until the next boundary at the latest; nil when none is planned.
    case until(Timestamp?)
  }

  var body: CodedBody
  let tag: EntityTag
  let validity: Validity
  /// When it began to look as it does; nil for what its address names.
  var modifiedAt: Timestamp?
  /// Since when what is described is not shown any more.
  var retiredAt: Timestamp?
  /// Where the same always is, when it stands in for what was asked for (RFC 9110 §8.7).
  var location: String?

  /// The answer to GET or HEAD.
  ///
  /// Throws `APIError.notAcceptable` for a client that takes none of its codings.
  func answer(
    to wish: Wish, now: Timestamp, limits: APILimits
  ) throws(APIError) -> Answer {
    guard let coding = wish.codings.choice(among: { body[$0] != nil }) else {
      throw .notAcceptable
    }
    return answer(
      in: coding, isNotModified: wish.isSatisfied(by: self, in: coding), now: now, limits: limits)
  }

  /// The answer in one of its codings, or 304 with the fields that RFC 9110 §15.4.5 asks for: the
  /// others the client has.
  func answer(
    in coding: ContentCoding, isNotModified: Bool, now: Timestamp, limits: APILimits
  ) -> Answer {
    var fields: HTTPFields = [
      .eTag: "\"\(tag.text(of: coding))\"",
      .cacheControl: freshness(now: now, limits: limits).cacheControl,
      .vary: "Accept-Encoding",
    ]
    // A second that has not passed may see another change, which could not be told from this one.
    if !isNotModified, let modifiedAt, now.wholeSeconds > modifiedAt.wholeSeconds {
      fields[.lastModified] = modifiedAt.httpDate
    }
    if let location { fields[.contentLocation] = location }
    if let retiredAt {
      fields[.deprecation] = "@\(retiredAt.wholeSeconds)"
      fields[.sunset] = retiredAt.httpDate
    }
    guard !isNotModified else {
      return Answer(status: .notModified, fields: fields, body: ByteBuffer())
    }
    fields[.contentType] = "application/json"
    if coding != .identity { fields[.contentEncoding] = coding.rawValue }
    return Answer(status: .ok, fields: fields, body: body[coding] ?? body.identity)
  }

  private func freshness(now: Timestamp, limits: APILimits) -> Freshness {
    switch validity {
    case .immutable: .immutable
    case .until(let boundary): Freshness(now: now, boundary: boundary, limits: limits)
    }
  }

  /// When the head says the same at every instant: from the second behind its change until
  /// caches have to be told of the next boundary.
  func steady(limits: APILimits) -> Range<Int64> {
    let start = modifiedAt.map { ($0.wholeSeconds + 1) * 1_000_000 } ?? .min
    guard case .until(let boundary?) = validity else { return start..<Int64.max }
    let margin = (limits.maxAgeSeconds + limits.maxStaleSeconds) * 1_000_000
    return start..<max(start, boundary.microseconds - margin)
  }
}

/// What a request wants to know of a resource.
struct Wish: Sendable {
  let codings: AcceptEncoding
  let condition: IfNoneMatch?
  /// `If-Modified-Since` (RFC 9110 §13.1.3), in seconds since 1970-01-01T00:00:00Z; not looked at
  /// where there is the field `If-None-Match`.
  let since: Int64?

  /// From the lines of the three fields, each as one list.
  init(acceptEncoding: String?, ifNoneMatch: String?, ifModifiedSince: String?) {
    codings = AcceptEncoding(acceptEncoding)
    condition = IfNoneMatch(ifNoneMatch)
    since = ifNoneMatch == nil ? ifModifiedSince.flatMap(Timestamp.second(ofHTTPDate:)) : nil
  }

  /// Whether the client has it already.
  func isSatisfied(by resource: Resource, in coding: ContentCoding) -> Bool {
    if let condition { return condition.matches(resource.tag.text(of: coding)) }
    guard let since, let modifiedAt = resource.modifiedAt else { return false }
    return modifiedAt.wholeSeconds <= since
  }
}
