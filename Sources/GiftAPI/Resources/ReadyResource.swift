import Delivery
import GiftDomain

/// A resource whose whole responses are made ahead of time, in the codings that clients ask for.
final class ReadyResource: Sendable {
  let resource: Resource
  /// From when until when the heads hold, in microseconds since 1970-01-01T00:00:00Z.
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
    // All clients ask for the catalogue, and with many gifts it is long.
    let isLongAndCommon = resource.group == .catalogue && resource.location == nil
    // Any instant of that time will do.
    let instant = Timestamp(clamping: steady.upperBound - 1)
    // Clients that know zstd know brotli too, and get that: 1 kB of heads a gift, for nobody.
    let common: [ContentCoding] = [.brotli, .gzip, .identity]
    heads = common.filter { resource.body[$0] != nil }.map { coding in
      let whole = resource.response(in: coding, isNotModified: false, now: instant)
      return Heads(
        coding: coding, whole: isLongAndCommon ? whole.sentByFile : whole,
        notModified: resource.response(in: coding, isNotModified: true, now: instant))
    }
  }

  /// The response to GET, without a byte made for it, except in the seconds around a change and for
  /// who wants zstd alone.
  ///
  /// Throws `APIError.notAcceptable` for a client that takes none of the codings, and
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
    // What most clients send is looked at first; lists and dates are taken apart.
    let isSame = head.has(onlyCondition: .ifNoneMatch) { resource.tag.isQuoted(in: $0, coding) }
    if isSame { return true }
    return try head.isNotModified(resource, in: coding)
  }
}
