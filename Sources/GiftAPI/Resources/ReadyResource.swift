import Delivery
import GiftDomain
import Synchronization

/// A resource with complete responses, in the codings that clients use.
///
/// They are made when first requested: those of an animation take more than 2 kB, and most
/// animations are requested in one coding, if at all.
final class ReadyResource: Sendable {
  let resource: Resource
  /// The time in which the heads are valid, in microseconds since 1970-01-01T00:00:00Z.
  let steady: Range<Int64>
  private let brotli = AtomicLazyReference<Heads>()
  private let gzip = AtomicLazyReference<Heads>()
  private let identity = AtomicLazyReference<Heads>()

  private final class Heads: Sendable {
    private let copied: Response
    private let sentByFile = AtomicLazyReference<Response>()
    let notModified: Response

    init(of resource: Resource, in coding: ContentCoding, at instant: Timestamp) {
      copied = resource.response(in: coding, isNotModified: false, now: instant)
      notModified = resource.response(in: coding, isNotModified: true, now: instant)
    }

    var whole: Response { sentByFile.load() ?? copied }

    func keepInFile() {
      if sentByFile.load() == nil { _ = sentByFile.storeIfNil(copied.sentByFile) }
    }
  }

  init(_ resource: Resource) {
    self.resource = resource
    steady = resource.steady
  }

  /// Puts long bodies that are often sent into files, those in all codings that are made.
  func keepInFiles() { for coding in ContentCoding.allCases { heads(in: coding)?.keepInFile() } }

  /// The time in which the same request gets the same, in microseconds since
  /// 1970-01-01T00:00:00Z; nil while a better coding may come.
  var constant: Range<Int64>? { resource.body.awaitsBrotli ? nil : steady }

  /// Responses that are valid while the heads are; nil if the body is not made.
  private func heads(in coding: ContentCoding) -> Heads? {
    switch coding {
    case .brotli: return heads(brotli, coding)
    case .gzip: return heads(gzip, coding)
    case .identity: return heads(identity, coding)
    }
  }

  private func heads(
    _ made: borrowing AtomicLazyReference<Heads>, _ coding: ContentCoding
  ) -> Heads? {
    if let heads = made.load() { return heads }
    guard resource.body[coding] != nil else { return nil }
    // Any instant in that time gives the same heads.
    let instant = Timestamp(clamping: steady.upperBound - 1)
    return made.storeIfNil(Heads(of: resource, in: coding, at: instant))
  }

  /// The response to GET, without allocations once it was made, except in the seconds around a
  /// change; nil if its body is not made, except for HEAD.
  ///
  /// Throws `APIError.notAcceptable` for a client that accepts none of the codings, and
  /// `preconditionFailed`.
  func ready(_ head: RequestHead, now: Timestamp) throws(APIError) -> Response? {
    let coding = try coding(for: head)
    let isNotModified = try isNotModified(head, coding)
    if steady.contains(now.microseconds), let heads = heads(in: coding) {
      return isNotModified ? heads.notModified : heads.whole
    }
    let isHead = head.method == .head
    guard isNotModified || isHead || resource.body[coding] != nil else { return nil }
    return resource.response(in: coding, isNotModified: isNotModified, isHead: isHead, now: now)
  }

  /// The same, with the body in any case.
  func response(to head: RequestHead, now: Timestamp) throws(APIError) -> Response {
    if let ready = try ready(head, now: now) { return ready }
    return resource.response(in: try coding(for: head), isNotModified: false, now: now)
  }

  private func coding(for head: RequestHead) throws(APIError) -> ContentCoding {
    var accepted = AcceptEncoding()
    head.eachValue(of: .acceptEncoding) { accepted.read($0) }
    guard let coding = accepted.choice(among: resource.body.has) else { throw .notAcceptable }
    return coding
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
