import Delivery
import GiftDomain
import HTTPTypes
import NIOCore

/// A resource whose whole answers are made ahead of time, in each of its codings.
final class ReadyResource: Sendable {
  let resource: Resource
  private let limits: APILimits
  /// From when until when the heads hold, in microseconds since 1970-01-01T00:00:00Z.
  private let steady: Range<Int64>
  private let brotli: Heads?
  private let gzip: Heads?
  private let identity: Heads

  /// Not a structure: of all its parts, a request needs few.
  private final class Heads: Sendable {
    /// As clients send it back.
    let tag: [UInt8]
    let whole: ReadyAnswer
    let notModified: ReadyAnswer

    init(tag: [UInt8], whole: ReadyAnswer, notModified: ReadyAnswer) {
      self.tag = tag
      self.whole = whole
      self.notModified = notModified
    }
  }

  init(_ resource: Resource, limits: APILimits) {
    self.resource = resource
    self.limits = limits
    let steady = resource.steady(limits: limits)
    self.steady = steady
    // Any instant of that time will do.
    let instant = Timestamp(clamping: steady.upperBound - 1)
    let heads = { (coding: ContentCoding) in
      Heads(
        tag: Array("\"\(resource.tag.text(of: coding))\"".utf8),
        whole: ReadyAnswer(
          resource.published(in: coding, isNotModified: false, now: instant, limits: limits)),
        notModified: ReadyAnswer(
          resource.published(in: coding, isNotModified: true, now: instant, limits: limits)))
    }
    brotli = resource.body.brotli.map { _ in heads(.brotli) }
    gzip = resource.body.gzip.map { _ in heads(.gzip) }
    identity = heads(.identity)
  }

  /// The answer to GET, without a byte made for it, except in the seconds around a change; nil for
  /// who takes none of the codings.
  func answer(to head: RequestHead, now: Timestamp) -> ReadyAnswer? {
    guard
      let coding = AcceptEncoding(head).choice(among: { heads(in: $0) != nil }),
      let heads = heads(in: coding)
    else { return nil }
    // What most clients send is looked at first; a list or a date is taken apart.
    let isNotModified =
      head.has(.ifNoneMatch, onlyWith: heads.tag)
      || Wish(head).isSatisfied(by: resource, in: coding)
    if steady.contains(now.microseconds) { return isNotModified ? heads.notModified : heads.whole }
    return ReadyAnswer(
      resource.published(in: coding, isNotModified: isNotModified, now: now, limits: limits))
  }

  private func heads(in coding: ContentCoding) -> Heads? {
    switch coding {
    case .brotli: brotli
    case .gzip: gzip
    case .identity: identity
    }
  }
}

extension Resource {
  /// The answer as it leaves the public port.
  fileprivate func published(
    in coding: ContentCoding, isNotModified: Bool, now: Timestamp, limits: APILimits
  ) -> Answer {
    var answer = answer(in: coding, isNotModified: isNotModified, now: now, limits: limits)
    answer.allowEveryOrigin()
    answer.complete(for: .get)
    return answer
  }
}

extension AcceptEncoding {
  fileprivate init(_ head: RequestHead) {
    self.init()
    head.eachValue(of: .acceptEncoding) { read($0) }
  }
}

extension Wish {
  /// What the two conditions say.
  fileprivate init(_ head: RequestHead) {
    self.init(
      acceptEncoding: nil, ifNoneMatch: head.list(of: .ifNoneMatch),
      ifModifiedSince: head.list(of: .ifModifiedSince))
  }
}
