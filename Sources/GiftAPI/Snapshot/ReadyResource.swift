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

  private struct Heads: Sendable {
    let whole: ReadyAnswer
    let notModified: ReadyAnswer
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
  func answer(to wish: Wish, now: Timestamp) -> ReadyAnswer? {
    guard let coding = wish.codings.choice(among: { heads(in: $0) != nil }),
      let heads = heads(in: coding)
    else { return nil }
    let isNotModified = wish.isSatisfied(by: resource, in: coding)
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
