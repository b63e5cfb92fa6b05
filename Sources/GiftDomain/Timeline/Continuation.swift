/// How a gift goes on where the window of what it plays ends, without a break.
package struct Continuation: Hashable, Sendable {
  /// Microseconds before it begins in which clients know its terms, so that they have the next
  /// price at the instant at which it counts: an hour.
  fileprivate static let notice: Int64 = 3_600_000_000

  /// When it begins.
  package let from: Timestamp
  /// The terms from then on; nil if they stay the same, or are not told yet.
  package let terms: Terms?
}

extension Timeline.Moment {
  /// When clients are told of the terms after the next boundary; nil if they stay the same.
  private var noticed: Timestamp? {
    guard let entry, let following, following.offer.terms != entry.offer.terms else { return nil }
    let from = following.window.from
    return max(entry.window.from, Timestamp(clamping: from.microseconds - Continuation.notice))
  }

  /// How what plays at an instant goes on, as far as clients are told; nil if nothing plays after
  /// it.
  package func continuation(at instant: Timestamp) -> Continuation? {
    following.map { following in
      let isTold = noticed.map { $0 <= instant } ?? false
      return Continuation(
        from: following.window.from, terms: isTold ? following.offer.terms : nil)
    }
  }

  /// When what clients are told last changed, at or before an instant.
  package func lastTold(at instant: Timestamp) -> Timestamp? {
    guard let noticed, noticed <= instant else { return last }
    return last.map { max($0, noticed) } ?? noticed
  }

  /// When what clients are told changes next, after an instant.
  package func nextTold(at instant: Timestamp) -> Timestamp? {
    guard let noticed, noticed > instant else { return next }
    return noticed
  }
}
