import GiftDomain

/// The newest announcement: how far announcing has come.
struct LastAnnouncement: Hashable, Sendable {
  /// Its number; 0 when there is none.
  let number: Int64
  /// Where it stands; nil when there is none.
  let place: Announcement.Place?
  /// The change that it was computed from; 0 when there is none.
  let change: ChangeNumber
}

/// What is to be announced, computed once for many ticks: it stays true until somebody edits.
package struct AnnouncementPlan: Sendable {
  /// How far ahead it is computed beyond the instant of the tick, in microseconds: a day.
  static let horizonMicroseconds: Int64 = 86_400_000_000
  /// How long before its end it is computed anew, in microseconds: an hour, which is much more
  /// than a scheduler sleeps, so that none sleeps past a boundary after the end.
  static let marginMicroseconds: Int64 = 3_600_000_000
  /// How much time one computation covers, in microseconds: 366 days.
  static let sliceMicroseconds: Int64 = 366 * 86_400_000_000

  /// The newest change when it was computed.
  let change: ChangeNumber
  /// What was not announced yet, in order.
  let items: [Announcement]
  /// The newest announcement when it was computed.
  let start: LastAnnouncement
  /// Up to which instant it goes.
  let through: Timestamp

  /// Whether it holds what a tick at `now` needs, after the change `newest` and after the
  /// announcement `last`.
  ///
  /// `follower` is the change that the announcement after `start` was computed from. The numbers of
  /// these changes never fall from one announcement to the next, so when that is the plan's own, so
  /// are all others since: they are a beginning of what the plan has.
  func serves(
    _ newest: ChangeNumber, _ last: LastAnnouncement, follower: ChangeNumber?, now: Timestamp
  ) -> Bool {
    guard change == newest, last == start || follower == change else { return false }
    let isFresh = now.microseconds <= through.microseconds - Self.marginMicroseconds
    return isFresh || through < now && !items(behind: last).isEmpty
  }

  /// What was not announced up to `last`, for which the plan serves.
  func items(behind last: LastAnnouncement) -> ArraySlice<Announcement> {
    guard last != start, let place = last.place else { return items[...] }
    return items[items.endOfPrefix { $0.place <= place }...]
  }
}

extension [Announcement] {
  /// What is still to be announced of these after the change `change`, in order, if `said` was
  /// announced already of the same time.
  ///
  /// What an earlier change said is said anew where it is not so, and overruled where nothing
  /// happened. Nothing is said twice.
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
  /// The word that this did not happen.
  fileprivate var overruled: Announcement {
    Announcement(due: due, gift: gift, event: .overruled, version: version, cause: cause)
  }
}
