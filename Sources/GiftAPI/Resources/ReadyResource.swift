import Delivery
import GiftDomain

/// A resource with complete responses prepared ahead of time, in the codings that clients use.
final class ReadyResource: Sendable {
  let resource: Resource
  /// The time in which the heads are valid, in microseconds since 1970-01-01T00:00:00Z.
  let steady: Range<Int64>
  private let heads: [Heads]

  private struct Heads: Sendable {
    let coding: ContentCoding
    let whole: Response
    let notModified: Response
  }

  init(_ resource: Resource) {
    self.resource = resource
    let steady = resource.steady
    self.steady = steady
    // All clients request the catalogue, and with many gifts it is long.
    let isLongAndCommon = resource.group == .catalogue && resource.location == nil
    // Any instant in that time gives the same heads.
    let instant = Timestamp(clamping: steady.upperBound - 1)
    // Clients with zstd support brotli too, and get that: zstd heads would waste 1 kB per gift.
    let common: [ContentCoding] = [.brotli, .gzip, .identity]
    heads = common.filter { resource.body[$0] != nil }.map { coding in
      let whole = resource.response(in: coding, isNotModified: false, now: instant)
      return Heads(
        coding: coding, whole: isLongAndCommon ? whole.sentByFile : whole,
        notModified: resource.response(in: coding, isNotModified: true, now: instant))
    }
  }

  /// The response to GET, without allocations, except in the seconds around a change and for
  /// clients that accept only zstd.
  ///
  /// Throws `APIError.notAcceptable` for a client that accepts none of the codings, and
  /// `preconditionFailed`.
  func response(to head: RequestHead, now: Timestamp) throws(APIError) -> Response {
    var accepted = AcceptEncoding()
    head.eachValue(of: .acceptEncoding) { accepted.read($0) }
    guard let coding = accepted.choice(among: { resource.body[$0] != nil })
    else { throw .notAcceptable }
    let isNotModified = try isNotModified(head, coding)
    if steady.contains(now.microseconds), let heads = heads.first(where: { $0.coding == coding }) {
      return isNotModified ? heads.notModified : heads.whole
    }
    return resource.response(in: coding, isNotModified: isNotModified, now: now)
  }

  private func isNotModified(
    _ head: RequestHead, _ coding: ContentCoding
  ) throws(APIError) -> Bool {
    guard head.isConditional else { return false }
    // The common case comes first; lists and dates need parsing.
    let isSame = head.has(onlyCondition: .ifNoneMatch) { resource.tag.isQuoted(in: $0, coding) }
    if isSame { return true }
    return try head.isNotModified(resource, in: coding)
  }
}
