/// The record that a boundary has passed: a gift went live or off without an edit.
package struct Announcement: Hashable, Sendable, Codable {
  /// What happened at the boundary.
  package enum Event: String, Hashable, Sendable, Codable, CaseIterable {
    /// A version is shown from then on, after another one, on other terms, or after none.
    case wentLive = "went_live"
    /// The gift is no longer shown.
    case wentOff = "went_off"
    /// Nothing happened: an edit made before that instant, and seen after it, overrules an earlier
    /// announcement.
    case overruled
  }

  /// The plan that caused it.
  package enum Cause: Hashable, Sendable, Codable {
    /// A turn of a rotation began or ended.
    case rotation(RotationName, turn: Int64)
    /// A window began or ended, or another standing version began.
    case window
  }

  /// The longest time after a boundary that is not late, in microseconds: 5 seconds, because
  /// schedulers wake at the instant itself.
  package static let lateAfterMicroseconds: Int64 = 5_000_000

  /// The instant of the boundary.
  package let due: Timestamp
  /// The gift that went live or off.
  package let gift: GiftID
  /// Whether it went live or off, or is overruled.
  package let event: Event
  /// The version that went live, or was shown last; if overruled, the announced one.
  package let version: VersionNumber
  /// The plan that caused it.
  package let cause: Cause

  /// An announcement from its parts.
  package init(due: Timestamp, gift: GiftID, event: Event, version: VersionNumber, cause: Cause) {
    self.due = due
    self.gift = gift
    self.event = event
    self.version = version
    self.cause = cause
  }

  /// Its place in the order of all announcements: by instant, then gift.
  package var place: Place { Place(due: due, gift: gift) }

  /// A place in the order of announcements; only one announcement is valid at each.
  package struct Place: Hashable, Sendable, Comparable {
    /// The instant of the boundary.
    package let due: Timestamp
    /// The gift that went live or off.
    package let gift: GiftID

    /// A place from its parts.
    package init(due: Timestamp, gift: GiftID) {
      self.due = due
      self.gift = gift
    }

    /// By instant, then by gift.
    package static func < (left: Place, right: Place) -> Bool {
      (left.due, left.gift) < (right.due, right.gift)
    }
  }
}

/// The input of announcements: what is planned, and when it was edited.
///
/// Edits change only the future, so the current plans also tell what was shown; a change at the
/// instant of an edit is the edit's.
package struct BoundarySchedule: Hashable, Sendable {
  /// What gifts show without rotations.
  package let schedules: [GiftID: GiftSchedule]
  /// All rotations.
  package let rotations: [Rotation]
  /// The instants at which each gift was edited.
  package let edits: [GiftID: Set<Timestamp>]

  /// A schedule from its parts.
  package init(
    schedules: [GiftID: GiftSchedule], rotations: [Rotation], edits: [GiftID: Set<Timestamp>]
  ) {
    self.schedules = schedules
    self.rotations = rotations
    self.edits = edits
  }

  /// The announcements of the boundaries after `start`, and up to `end`, in order.
  package func announcements(after start: Timestamp, through end: Timestamp) -> [Announcement] {
    guard start < end else { return [] }
    let turns = turns(after: start, through: end)
    var announcements: [Announcement] = []
    for gift in Set(schedules.keys).union(turns.keys) {
      let entries = turns[gift] ?? []
      let upper = Timeline(entries.map(\.entry.entry))
      let schedule = schedules[gift] ?? .empty
      let edited = entries.reduce(edits[gift] ?? []) { $0.union($1.edits) }
      let below = schedule.base.covered(by: upper)
      announcements += schedule.shown(with: upper).announcements(of: gift) { boundary in
        guard boundary > start, boundary <= end, !edited.contains(boundary) else { return nil }
        return schedule.decides(boundary, above: below) ? .window : entries.cause(at: boundary)
      }
    }
    return announcements.sorted { $0.place < $1.place }
  }

  private func turns(after start: Timestamp, through end: Timestamp) -> [GiftID: [BookedTurn]] {
    var turns: [GiftID: [BookedTurn]] = [:]
    let until = Timestamp(clamping: end.microseconds + 1)
    for rotation in rotations {
      let changed = Set(rotation.revisions.map(\.at))
      for entry in rotation.entries(from: start, until: until) {
        turns[entry.gift, default: []].append(
          BookedTurn(rotation: rotation.name, entry: entry, edits: changed))
      }
    }
    return turns
  }
}

extension Timeline {
  /// The announcements of a gift with this timeline; `cause` gives the reason.
  fileprivate func announcements(
    of gift: GiftID, _ cause: (Timestamp) -> Announcement.Cause?
  ) -> [Announcement] {
    var announcements: [Announcement] = []
    for (index, entry) in entries.enumerated() {
      if let cause = cause(entry.window.from) {
        announcements.append(
          Announcement(
            due: entry.window.from, gift: gift, event: .wentLive, version: entry.version,
            cause: cause))
      }
      let next = index + 1 < entries.count ? entries[index + 1].window.from : nil
      if let end = entry.window.until, end != next, let cause = cause(end) {
        announcements.append(
          Announcement(due: end, gift: gift, event: .wentOff, version: entry.version, cause: cause))
      }
    }
    return announcements
  }
}

/// A gift in a turn, and the rotation whose turn it is.
private struct BookedTurn {
  let rotation: RotationName
  let entry: TurnEntry
  let edits: Set<Timestamp>
}

extension GiftSchedule {
  /// Whether the beginning of a window, and nothing shown below it, causes the change at a
  /// boundary.
  fileprivate func decides(_ boundary: Timestamp, above below: Timeline) -> Bool {
    guard let window = window(at: boundary) else { return false }
    return window.version != nil || below.entry(at: boundary) != nil
  }
}

extension [BookedTurn] {
  /// Why the gift changes at a boundary.
  fileprivate func cause(at boundary: Timestamp) -> Announcement.Cause {
    let turn =
      first { $0.entry.entry.window.from == boundary }
      ?? first { $0.entry.entry.window.until == boundary }
    return turn.map { .rotation($0.rotation, turn: $0.entry.turn) } ?? .window
  }
}
