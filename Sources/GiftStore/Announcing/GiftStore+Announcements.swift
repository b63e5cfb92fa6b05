import GiftDomain
import GiftSQL
import Postgres

extension GiftStore {
  /// Announces boundaries that have passed, at most `limit`, in order.
  ///
  /// It is planned in a snapshot, without a lock, and written in a short transaction that locks the
  /// row of `tick`: there is one tick at a time, and edits never wait for it. An edit committed
  /// meanwhile may be dated before an announcement made here; so each announcement names the change
  /// that it was computed from, and a tick after a later change starts again at the instant of that
  /// change, and announces the differences.
  ///
  /// So each boundary is announced exactly once as far as edits are known; and of several
  /// announcements for a gift and an instant, the newest change's is valid, unless its event is
  /// `overruled`: then nothing happened. `events` returns the valid ones.
  ///
  /// `plan` is the plan that an earlier tick returned, so that nothing is computed twice. If
  /// another scheduler announced meanwhile, nothing is announced and more is due.
  package func tick(
    _ plan: AnnouncementPlan?, limit: Int, isDryRun: Bool = false
  ) async throws(StoreError) -> (outcome: TickOutcome, plan: AnnouncementPlan) {
    let (current, last, now) = try await transaction(.readOnly, deadline: limits.editDeadline) {
      session in try session.announcementPlan(after: plan)
    }
    let coming = current.items(behind: last)
    // After a long pause, the plan ends before now: then there may be more.
    let known = current.through < now ? current.through : nil
    guard let first = coming.first, first.due <= now else {
      return (TickOutcome(announced: [], at: now, next: coming.first?.due ?? known), current)
    }
    let outcome = try await transaction(
      .readWrite, ending: isDryRun ? .rollback : .commit, deadline: limits.editDeadline
    ) { session in
      try session.lockTick()
      let at = try session.clock()
      guard try session.lastAnnouncement(behind: last).last == last else {
        return TickOutcome(announced: [], at: at, next: at)
      }
      let records = try coming.prefix(limit).prefix { $0.due <= at }.enumerated().map {
        try AnnouncementRecord(
          number: last.number + 1 + Int64($0.offset), announcement: $0.element,
          change: current.change, announcedAt: at)
      }
      try session.insert(records)
      if let first = records.first, let last = records.last {
        try session.run(SQL.announcementNotify, [.text("\(first.number)-\(last.number)")])
      }
      return TickOutcome(
        announced: records, at: at, next: coming.dropFirst(records.count).first?.due ?? known)
    }
    return (outcome, current)
  }
}

extension Session {
  /// The newest announcement, and the change from which the one after `earlier` was computed.
  fileprivate func lastAnnouncement(
    behind earlier: LastAnnouncement?
  ) throws -> (last: LastAnnouncement, follower: ChangeNumber?) {
    try row(SQL.announcementLast, [.int(earlier?.number ?? 0)]) { row in
      // 0 before the first.
      let numbers = 0...AnnouncementRecord.numbers.upperBound
      let number = try numbers.checked(row.int("number"), .announcement)
      // Nil for one that cannot be read, too, which tells as little.
      let place = try? Announcement.Place(due: row.instant("due_at"), gift: row.gift("gift"))
      return (
        LastAnnouncement(number: number, place: place, change: try row.change("change")),
        try row.optionalChange("follower")
      )
    }
  }

  /// The announcements after one, oldest first, up to a limit; throws `StoreError.broken` for one
  /// that cannot be read.
  func announcements(after number: Int64, limit: Int64) throws -> [AnnouncementRecord] {
    try answers(
      Question(announcements: SQL.announcementPart, [.int(number), .int(limit)])
    ).map { read in
      guard let record = read.record else { throw StoreError.broken(.announcement(read.number)) }
      return record
    }
  }

  /// The newest valid announcements, due before an instant and not after another, newest first, as
  /// far as the plans of a change make them, and the numbers of the others.
  func announcements(
    of gift: GiftID?, before: Timestamp?, through: Timestamp?, limit: Int64,
    at change: ChangeNumber
  ) throws -> (valid: [AnnouncementRecord], strange: [Int64]) {
    let read = try answers(
      Question(
        announcements: SQL.announcementList,
        [.instant(before), .instant(through), gift.map { .text($0.text) } ?? .null, .int(limit)]))
    let records = read.compactMap(\.record)
    guard let newest = records.first, let oldest = records.last else {
      return ([], read.map(\.number))
    }
    let begin = later(oldest.announcement.due, by: -1)
    let book = try boundarySchedule(
      after: begin, through: newest.announcement.due, change: change,
      only: Set(records.map(\.announcement.gift)))
    let planned = Set(
      book.schedule.announcements(after: begin, through: newest.announcement.due))
    let valid = records.filter {
      planned.contains($0.announcement) || book.unknown.contains($0.announcement.gift)
    }
    return (valid, Set(read.map(\.number)).subtracting(valid.map(\.number)).sorted())
  }

  func insert(_ records: [AnnouncementRecord]) throws {
    guard !records.isEmpty else { return }
    let announcements = records.map(\.announcement)
    try run(
      SQL.announcementInsert,
      [
        .intArray(records.map(\.number)), .timestampArray(announcements.map(\.due.microseconds)),
        .textArray(announcements.map(\.gift.text)), .textArray(announcements.map(\.event.rawValue)),
        .intArray(announcements.map(\.version.value)),
        .textArray(announcements.map { $0.rotation?.text }),
        .intArray(announcements.map(\.turn)), .intArray(records.map(\.change.value)),
        .timestampArray(records.map(\.announcedAt.microseconds)),
      ])
  }

  /// A plan for a tick now, which is `earlier` if that is still valid, with its input.
  fileprivate func announcementPlan(
    after earlier: AnnouncementPlan?
  ) throws -> (plan: AnnouncementPlan, last: LastAnnouncement, now: Timestamp) {
    let newest = try answers(.lastChange)[0].number
    let (last, follower) = try lastAnnouncement(behind: earlier?.start)
    let now = try clock()
    if let earlier, earlier.serves(newest, last, follower: follower, now: now) {
      return (earlier, last, now)
    }
    return (try announcementPlan(behind: last, now: now, change: newest), last, now)
  }

  /// The plan after the last announcement, until a day after `now`; after a long pause only the
  /// next part of it, so that no tick computes without bound.
  private func announcementPlan(
    behind last: LastAnnouncement, now: Timestamp, change: ChangeNumber
  ) throws -> AnnouncementPlan {
    // Announcements made since the first change that it does not include may be wrong.
    let edited = try row(SQL.changeNextInstant, [.change(last.change)]) { row in
      try row.optionalInstant("at")
    }
    var from = later([last.place?.due, edited].compactMap(\.self).min() ?? now, by: -1)
    let end = later(now, by: AnnouncementPlan.horizonMicroseconds)
    let (book, unknown) = try boundarySchedule(after: from, through: end, change: change)
    let read = try answers(Question(announcements: SQL.announcementAfter, [.instant(from)]))
    let said = read.compactMap(\.record)
    var strange = read.filter { $0.record == nil }.map(\.number)
    var items: [Announcement] = []
    while true {
      let through = min(end, later(from, by: AnnouncementPlan.sliceMicroseconds))
      let planned = book.announcements(after: from, through: through)
      let slice = said.filter { from < $0.announcement.due && $0.announcement.due <= through }
      items += planned.news(after: slice, change: change).filter { item in
        // The places of one change's announcements increase.
        (last.change != change || last.place.map { $0 < item.place } ?? true)
          && !unknown.contains(item.gift)
      }
      // Those of earlier changes are overruled; nobody says twice what this one makes.
      strange += slice.filter {
        $0.change == change && $0.announcement.event != .overruled
          && !planned.contains($0.announcement) && !unknown.contains($0.announcement.gift)
      }.map(\.number)
      if !items.isEmpty && through < now || through == end || through <= from {
        return AnnouncementPlan(
          change: change, items: items, strange: strange, start: last, through: through)
      }
      from = through
    }
  }

  /// Takes the lock of schedulers, if this program knows the schema.
  func lockTick() throws {
    _ = try answers(.tablesAreKnown, Question(SQL.tickLock) { _ in })
  }

  /// The input of announcements after an instant and up to another, of all gifts or of some, and
  /// the gifts of which it knows nothing: their rows, or those of their rotation, are broken.
  private func boundarySchedule(
    after begin: Timestamp, through end: Timestamp, change: ChangeNumber,
    only: Set<GiftID>? = nil
  ) throws -> (schedule: BoundarySchedule, unknown: Set<GiftID>) {
    let plans = try answers(.plans(at: change))
    // Parts that are left out are not served, and their past is unknown.
    let (rotations, lost) = [Rotation].parted(plans)
    var unknown = Set(plans.filter { $0.rotation.map(lost.contains) ?? true }.flatMap(\.gifts))
    let turning = Set(rotations.flatMap(\.revisions).flatMap(\.plan.gifts))
    var broken: Set<BrokenPart> = []
    let entries = try answers(
      Question(
        availabilities: SQL.availabilityAround,
        [
          .change(change), .instant(begin), .instant(end),
          .gifts(turning.filter { only?.contains($0) ?? true }.sorted()), .gifts(only?.sorted()),
        ])
    ).byGift(&broken)
    for case .gift(let gift) in broken { unknown.insert(gift) }
    var schedules: [GiftID: GiftSchedule] = [:]
    for (gift, rows) in entries where !unknown.contains(gift) {
      do {
        schedules[gift] = try GiftSchedule(rows.map(\.value))
      } catch {
        unknown.insert(gift)
      }
    }
    let gifts = turning.union(schedules.keys).sorted()
    let edited = try answers(
      Question(gifts: SQL.editInstantList, [.instant(begin), .gifts(gifts)]) { row in
        try row.instant("at")
      })
    let schedule = BoundarySchedule(
      schedules: schedules, rotations: rotations, edits: edited.byGift(&broken).mapValues(Set.init))
    return (schedule, unknown)
  }
}

/// An instant this many microseconds later, clamped to the range.
func later(_ instant: Timestamp, by microseconds: Int64) -> Timestamp {
  do {
    return try instant.advanced(byMicroseconds: microseconds)
  } catch {
    return instant
  }
}

extension Announcement {
  fileprivate var rotation: RotationName? {
    if case .rotation(let name, _) = cause { name } else { nil }
  }

  fileprivate var turn: Int64? {
    if case .rotation(_, let turn) = cause { turn } else { nil }
  }
}

/// An announcement as read; nil if its row is not one.
private typealias ReadAnnouncement = (number: Int64, record: AnnouncementRecord?)

extension Question<ReadAnnouncement> {
  fileprivate init(announcements file: SQLFile, _ parameters: [Parameter] = []) {
    self.init(file, parameters) { row in
      let number = try row.int("number")
      // Whatever is wrong with it: only this announcement is left out.
      return (number, try? row.announcementRecord())
    }
  }
}

extension Row {
  /// A row of `announcement_list`.
  fileprivate func announcementRecord() throws -> AnnouncementRecord {
    var cause = Announcement.Cause.window
    if let turn = try optionalInt("turn") {
      cause = .rotation(try rotationName("rotation"), turn: turn)
    }
    return try AnnouncementRecord(
      number: int("number"),
      announcement: Announcement(
        due: instant("due_at"), gift: gift("gift"), event: word("event"),
        version: version("version"), cause: cause),
      change: change("change"), announcedAt: instant("announced_at"))
  }
}
