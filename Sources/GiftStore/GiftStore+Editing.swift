import GiftDomain
import GiftSQL
import Postgres

/// Keys of the advisory locks: the bytes of "gift" and a number, so that they mean something in
/// `pg_locks`.
enum LockKey {
  static let catalogue: Int64 = 0x6769_6674_0000_0001
  static let migrations: Int64 = 0x6769_6674_0000_0002
}

extension GiftStore {
  /// Carries decisions out: one transaction, one change, under the catalogue's lock.
  ///
  /// What is already as wanted is left alone; when all of it is, no change is made at all.
  ///
  /// Throws `StoreError.rejected` with the first rejection; then nothing is stored.
  package func edit(
    _ request: EditRequest, _ edits: [GiftEdit],
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(StoreError) -> EditOutcome {
    try await pool.transaction(
      .readWrite, ending: request.isDryRun ? .rollback : .commit,
      deadline: edits.count > 1 ? limits.bulkDeadline : limits.editDeadline,
      mapError: StoreError.init
    ) { session throws(StoreError) in
      try session.lockCatalogue(waiting: limits.lockWait)
      let last = try session.lastChange()
      let now = try session.instant(after: last, skew: limits.clockSkew)
      let known = try session.knownGifts(among: edits)
      let rotations = try session.rotations(at: last.number, zones)
      let shown = try domain { () throws(DomainError) in try rotations.timelines(around: now) }
      var decided: [DecidedEdit] = []
      var unchanged: [UnchangedEdit] = []
      for edit in edits {
        let context = try session.context(
          of: edit.gift, isKnown: known.contains(edit.gift), now: now, change: last.number.next,
          rotation: shown[edit.gift])
        let after = try edit.decision(in: context, expecting: request.expected)
        if after == context.current {
          unchanged.append(UnchangedEdit(edit: edit, context: context))
        } else {
          decided.append(DecidedEdit(edit: edit, context: context, after: after))
        }
      }
      let change = last.number.next
      let rotated = try rotations.changed(
        by: try decided.effects() + unchanged.effects(), now: now, change: change)
      if !rotated.gifts.isEmpty {
        let shown = try domain { () throws(DomainError) in
          try rotations.with(rotated.differences).timelines(around: now)
        }
        decided = decided.map { $0.with(rotation: shown[$0.edit.gift] ?? .empty) }
      }
      let touched = unchanged.filter { rotated.gifts.contains($0.edit.gift) }
      for edit in touched { try edit.refuseSurprise(expecting: request.expected) }
      if !decided.isEmpty || !rotated.differences.isEmpty {
        try session.record(
          decided, request, now: now, change: change, touching: touched.map(\.edit.gift), progress)
        try session.record(rotated.differences, among: rotations, now: now, change: change)
        try session.run(SQL.changeNotify, [.text(change.description)])
      }
      return EditOutcome(
        change: decided.isEmpty && rotated.differences.isEmpty ? nil : change, at: now,
        previous: last.number,
        gifts: decided.map { GiftDifference(before: $0.context.current, after: $0.after) },
        unchanged: unchanged.map(\.context.current), rotations: rotated.differences,
        lostPlaces: rotated.lostPlaces)
    }
  }
}

/// An edit whose outcome is known and not yet written.
struct DecidedEdit {
  let edit: GiftEdit
  let context: EditContext
  let after: GiftState

  /// The same when rotations, too, were edited.
  func with(rotation: Timeline) -> DecidedEdit {
    DecidedEdit(edit: edit, context: context, after: after.with(rotation: rotation))
  }
}

extension [DecidedEdit] {
  fileprivate func effects() throws(StoreError) -> [RotationEffect] {
    try map { edit throws(StoreError) in try edit.edit.effect(in: edit.context, after: edit.after) }
  }
}

extension [UnchangedEdit] {
  fileprivate func effects() throws(StoreError) -> [RotationEffect] {
    try map { edit throws(StoreError) in
      try edit.edit.effect(in: edit.context, after: edit.context.current)
    }
  }
}

extension GiftEdit {
  /// The decision, unless someone else changed the gift meanwhile.
  ///
  /// Nothing to do is never refused: then the expected change may have been this very command's,
  /// run again.
  func decision(
    in context: EditContext, expecting expected: ChangeNumber?
  ) throws(StoreError) -> GiftState {
    if let expected, expected >= context.change {
      throw .rejected(.changeNotFound(expected, last: context.change.previous))
    }
    var surprise: Rejection?
    if let expected, let actual = context.history.changes.last, actual > expected {
      surprise = .changedSince(gift, expected: expected, actual: actual)
    }
    let after: GiftState
    do {
      after = try decide(context)
    } catch {
      throw .rejected(surprise ?? error)
    }
    if let surprise, after != context.current { throw .rejected(surprise) }
    return after
  }
}

extension Session {
  func lockCatalogue(waiting limit: Duration) throws(StoreError) {
    // To the server, 0 would mean without end.
    let milliseconds = max(1, limit / .milliseconds(1))
    try run(SQL.lockTimeoutSet, [.text("\(Int64(milliseconds))ms")])
    try run(SQL.catalogueLock, [.int(LockKey.catalogue)])
  }

  /// The instant of a new change: the database's clock may step back, changes never do.
  ///
  /// Throws `StoreError.clockBehind` when it would have to wait longer than `skew` for the clock:
  /// what is published "now" would otherwise come late.
  func instant(
    after last: (number: ChangeNumber, at: Timestamp), skew: Duration
  ) throws(StoreError) -> Timestamp {
    // What was announced has happened: an edit before it would undo it, and one at its instant
    // would take the blame for what else happens then.
    let announced = try lastAnnouncement().place.map { later($0.due, by: 1) } ?? last.at
    let latest = max(last.at, announced)
    let clock = try clock()
    guard latest.microseconds - clock.microseconds <= Int64(skew / .microseconds(1)) else {
      throw .clockBehind(change: last.number, at: latest, now: clock)
    }
    return max(clock, latest)
  }

  /// Which of the gifts were ever added: an import of a thousand new ones asks this once.
  func knownGifts(among edits: [GiftEdit]) throws(StoreError) -> Set<GiftID> {
    let names = edits.map(\.gift.text)
    return Set(
      try rows(SQL.giftListAmong, [.textArray(names)]) { row throws(StoreError) in
        try row.gift("id")
      })
  }

  func context(
    of gift: GiftID, isKnown: Bool, now: Timestamp, change: ChangeNumber, rotation: Timeline?
  ) throws(StoreError) -> EditContext {
    let history =
      isKnown
      ? try history(of: gift)
      : GiftHistory(gift: gift, versions: [], definitions: [], availabilities: [], changes: [])
    let rollbacks =
      isKnown
      ? try rows(SQL.rollbackListOfGift, [.text(gift.text)]) { row throws(StoreError) in
        try row.change("change")
      } : []
    return try domain { () throws(DomainError) in
      try EditContext(
        now: now, change: change, history: history, rollbacks: Set(rollbacks), rotation: rotation)
    }
  }
}
