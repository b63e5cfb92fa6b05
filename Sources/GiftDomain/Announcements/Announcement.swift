/// The record that a boundary has passed: what went live or off at an instant although nobody
/// edited anything.
package struct Announcement: Hashable, Sendable, Codable {
  /// What happened.
  package enum Event: String, Hashable, Sendable, Codable, CaseIterable {
    /// A version is shown from then on, be it that none was or another one.
    case wentLive = "went_live"
    /// Nothing is shown any more.
    case wentOff = "went_off"
    /// Nothing happened: what was announced is overruled by an edit, which was made before that
    /// instant and seen after it.
    case overruled
  }

  /// Which plan brought it about.
  package enum Cause: Hashable, Sendable, Codable {
    /// A turn of a rotation began or ended.
    case rotation(RotationName, turn: Int64)
    /// A window began or ended, or another version stands from then on.
    case window
  }

  /// Announced later than this, in microseconds, it is late: 5 seconds, as schedulers wake at the
  /// instant itself.
  package static let lateAfterMicroseconds: Int64 = 5_000_000

  /// The instant of the boundary.
  package let due: Timestamp
  /// The gift.
  package let gift: GiftID
  /// What happened.
  package let event: Event
  /// The version that went live, or that was shown last; of what is overruled, the one that was
  /// announced.
  package let version: VersionNumber
  /// Why.
  package let cause: Cause

  /// An announcement.
  package init(due: Timestamp, gift: GiftID, event: Event, version: VersionNumber, cause: Cause) {
    self.due = due
    self.gift = gift
    self.event = event
    self.version = version
    self.cause = cause
  }

  /// Where it stands in the order of all: by instant, then gift.
  package var place: Place { Place(due: due, gift: gift) }

  /// A place in the order of announcements; one announcement holds at each.
  package struct Place: Hashable, Sendable, Comparable {
    /// The instant.
    package let due: Timestamp
    /// The gift.
    package let gift: GiftID

    /// A place.
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

/// All that announcements are computed from: what is planned, and when somebody edited it.
///
/// Edits change the future only, so the plans as they stand say what was shown, too; and what
/// changed at the instant of an edit was the edit's doing.
package struct BoundarySchedule: Hashable, Sendable {
  /// What gifts play by themselves.
  package let schedules: [GiftID: GiftSchedule]
  /// All rotations.
  package let rotations: [Rotation]
  /// When each gift was edited.
  package let edits: [GiftID: Set<Timestamp>]

  /// A book of plans.
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
  /// What is announced of a gift that shows this, where `cause` gives a reason.
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
  /// Whether a window that begins, and nothing of what shows below it, is why something changes at
  /// a boundary.
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
