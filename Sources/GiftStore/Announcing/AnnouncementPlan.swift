package import GiftDomain

/// The newest announcement, which tells how far announcing has come.
struct LastAnnouncement: Hashable, Sendable {
  /// The number of the newest announcement; 0 if there is none.
  let number: Int64
  /// Its place in the order of announcements; nil if there is none.
  let place: Announcement.Place?
  /// The change that it was computed from; 0 when there is none.
  let change: ChangeNumber
}

/// The coming announcements, computed once for many ticks: valid until the next edit.
package struct AnnouncementPlan: Sendable {
  /// How far beyond the instant of the tick it is computed, in microseconds: a day.
  static let horizonMicroseconds: Int64 = 86_400_000_000
  /// How long before its end it is computed again, in microseconds: an hour, much longer than a
  /// scheduler sleeps, so that none sleeps past a boundary after the end.
  static let marginMicroseconds: Int64 = 3_600_000_000
  /// How much time one computation covers, in microseconds: 366 days.
  static let sliceMicroseconds: Int64 = 366 * 86_400_000_000

  /// The newest change when it was computed.
  package let change: ChangeNumber
  /// The announcements not made yet, in order.
  let items: [Announcement]
  /// The numbers of announcements that the plans do not make, as far as it was looked at.
  package let strange: [Int64]
  /// The newest announcement when it was computed.
  let start: LastAnnouncement
  /// The last instant that it covers.
  let through: Timestamp

  /// Whether it is enough for a tick at `now`, after the change `newest` and the announcement
  /// `last`.
  ///
  /// `follower` is the change that the announcement after `start` was computed from. These changes
  /// never decrease from one announcement to the next, so if that is the plan's own, so are all
  /// later ones: they are a prefix of the plan.
  func serves(
    _ newest: ChangeNumber, _ last: LastAnnouncement, follower: ChangeNumber?, now: Timestamp
  ) -> Bool {
    guard change == newest, last == start || follower == change else { return false }
    let isFresh = now.microseconds <= through.microseconds - Self.marginMicroseconds
    return isFresh || through < now && !items(behind: last).isEmpty
  }

  /// The items after `last`, for which the plan is valid.
  func items(behind last: LastAnnouncement) -> ArraySlice<Announcement> {
    guard last != start, let place = last.place else { return items[...] }
    return items[items.endOfPrefix { $0.place <= place }...]
  }
}

extension [Announcement] {
  /// The announcements still to be made after the change `change`, in order, given those already
  /// made (`said`) for the same time.
  ///
  /// An announcement of an earlier change is replaced if it is wrong, and overruled if nothing
  /// happened. Nothing is announced twice.
  func news(after said: [AnnouncementRecord], change: ChangeNumber) -> [Announcement] {
    guard !said.isEmpty else { return self }
    let words = Dictionary(said.map { ($0.announcement.place, $0) }) { _, last in last }
    let news = filter { announcement in
      guard let word = words[announcement.place] else { return true }
      return word.change < change && word.announcement != announcement
    }
    let places = Set(map(\.place))
    let overruled = said.filter { word in
      word.change < change && word.announcement.event != .overruled
        && !places.contains(word.announcement.place)
    }
    return (news + overruled.map(\.announcement.overruled)).sorted { $0.place < $1.place }
  }
}

extension Announcement {
  /// The announcement that this did not happen.
  fileprivate var overruled: Announcement {
    Announcement(due: due, gift: gift, event: .overruled, version: version, cause: cause)
  }
}
