import GiftDomain
import GiftSQL
import Postgres

extension GiftStore {
  /// Announces boundaries that have passed since the last announcement, at most `limit`, each
  /// exactly once and in order: one transaction, under the catalogue's lock.
  ///
  /// `plan` is what an earlier tick returned; with it nothing is computed twice.
  package func tick(
    _ plan: AnnouncementPlan?, limit: Int, isDryRun: Bool = false
  ) async throws(StoreError) -> (outcome: TickOutcome, plan: AnnouncementPlan) {
    try await pool.transaction(
      .readWrite, ending: isDryRun ? .rollback : .commit, deadline: limits.editDeadline,
      mapError: StoreError.init
    ) { session throws(StoreError) in
      try session.limitLockWaits(to: limits.lockWait)
      try session.lockCatalogue()
      let last = try session.lastChange().number
      let (number, place) = try session.lastAnnouncement()
      let now = try session.clock()
      let current: AnnouncementPlan
      if let plan, plan.serves(last, place, now: now) {
        current = plan
      } else {
        current = try session.announcementPlan(behind: place, now: now, change: last, zones)
      }
      let coming = current.items(behind: place)
      let due = coming.prefix(limit).prefix { $0.due <= now }
      let records = due.enumerated().map { index, announcement in
        AnnouncementRecord(
          number: number + 1 + Int64(index), announcement: announcement, announcedAt: now)
      }
      try session.insert(records)
      if let first = records.first, let last = records.last {
        try session.run(SQL.announcementNotify, [.text("\(first.number)-\(last.number)")])
      }
      // After a long pause, what was computed ends before now: then there may be more.
      let known = current.through < now ? current.through : nil
      return (
        TickOutcome(
          announced: records, at: now, next: coming.dropFirst(records.count).first?.due ?? known),
        current
      )
    }
  }
}

extension Session {
  /// The number and place of the newest announcement; 0 and nil when there is none.
  func lastAnnouncement() throws(StoreError) -> (number: Int64, place: Announcement.Place?) {
    try row(SQL.announcementLast) { row throws(StoreError) in
      let number = try row.int("number")
      guard number > 0 else { return (0, nil) }
      return (
        number, Announcement.Place(due: try row.instant("due_at"), gift: try row.gift("gift"))
      )
    }
  }

  /// The newest announcements due before an instant and not after another, newest first.
  func announcements(
    of gift: GiftID?, before: Timestamp?, through: Timestamp?, limit: Int64
  ) throws(StoreError) -> [AnnouncementRecord] {
    try rows(
      SQL.announcementList,
      [.instant(before), .instant(through), gift.map { .text($0.text) } ?? .null, .int(limit)]
    ) { row throws(StoreError) in try row.announcementRecord() }
  }

  func insert(_ records: [AnnouncementRecord]) throws(StoreError) {
    // Those of one tick have one instant; those of an archive have many.
    for batch in records.chunked(by: \.announcedAt) {
      let announcements = batch.map(\.announcement)
      try run(
        SQL.announcementInsert,
        [
          .intArray(batch.map(\.number)),
          .nullableTimestampArray(announcements.map(\.due.microseconds)),
          .textArray(announcements.map(\.gift.text)),
          .textArray(announcements.map(\.event.rawValue)),
          .intArray(announcements.map(\.version.value)),
          .nullableTextArray(announcements.map { $0.rotation?.text }),
          .nullableIntArray(announcements.map(\.turn)), .instant(batch.first?.announcedAt),
        ])
    }
  }

  /// What is to be announced behind a place, a day beyond `now`; after a long pause at least the
  /// next of it, so that no tick computes without bound.
  func announcementPlan(
    behind place: Announcement.Place?, now: Timestamp, change: ChangeNumber, _ zones: KnownZones
  ) throws(StoreError) -> AnnouncementPlan {
    let first = try firstChangeInstant()
    let begin = place?.due ?? first ?? now
    let book = try boundaryBook(after: begin, change: change, zones)
    let end = later(now, by: AnnouncementPlan.horizonMicroseconds)
    var from = later(begin, by: -1)
    var items: [Announcement] = []
    while true {
      let through = min(end, later(from, by: AnnouncementPlan.sliceMicroseconds))
      items += try domain { () throws(DomainError) in
        try book.announcements(after: from, through: through)
      }.filter { item in place.map { item.place > $0 } ?? true }
      if !items.isEmpty && through < now || through == end || through <= from {
        return AnnouncementPlan(change: change, items: items, start: place, through: through)
      }
      from = through
    }
  }

  private func firstChangeInstant() throws(StoreError) -> Timestamp? {
    try rows(SQL.changeInstant, [.int(1)]) { row throws(StoreError) in
      try row.instant("at")
    }.first
  }

  private func boundaryBook(
    after begin: Timestamp, change: ChangeNumber, _ zones: KnownZones
  ) throws(StoreError) -> BoundaryBook {
    let entries = Dictionary(
      grouping: try rows(SQL.availabilityAtChange, [.change(change)]) { row throws(StoreError) in
        (gift: try row.gift("gift"), row: try row.availability())
      }, by: \.gift)
    var schedules: [GiftID: GiftSchedule] = [:]
    for (gift, rows) in entries {
      schedules[gift] = try domain { () throws(DomainError) in
        try GiftSchedule(rows.map(\.row.value))
      }
    }
    var edits: [GiftID: Set<Timestamp>] = [:]
    let instants = try rows(SQL.editInstantList, [.instant(later(begin, by: -1))]) {
      row throws(StoreError) in (gift: try row.gift("gift"), at: try row.instant("at"))
    }
    for edit in instants { edits[edit.gift, default: []].insert(edit.at) }
    return BoundaryBook(
      schedules: schedules, rotations: try rotations(at: change, zones), edits: edits)
  }
}

/// An instant so many microseconds later, kept within the years.
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

extension [AnnouncementRecord] {
  /// Runs of neighbours that agree.
  fileprivate func chunked(by key: (Element) -> Timestamp) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices where index > start && key(self[index]) != key(self[start]) {
      chunks.append(self[start..<index])
      start = index
    }
    return start < endIndex ? chunks + [self[start...]] : chunks
  }
}

extension StoredRow {
  /// A row of `announcement_list`.
  fileprivate func announcementRecord() throws(StoreError) -> AnnouncementRecord {
    let name = try text("event")
    guard let event = Announcement.Event(rawValue: name) else {
      throw .unexpected(sqlState: "-", statement: "announcement", message: "event \(name)")
    }
    var cause = Announcement.Cause.window
    if let turn = try optionalInt("turn") {
      cause = .rotation(try rotationName("rotation"), turn: turn)
    }
    return AnnouncementRecord(
      number: try int("number"),
      announcement: Announcement(
        due: try instant("due_at"), gift: try gift("gift"), event: event,
        version: try version("version"), cause: cause),
      announcedAt: try instant("announced_at"))
  }
}
