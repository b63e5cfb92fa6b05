package import GiftDomain
import GiftSQL
import Postgres

extension GiftStore {
  /// Carries commands out together or not at all: one transaction, one change.
  ///
  /// What is already as wanted is left alone; when all of it is, no change is made at all. A dry
  /// run reads one state of the database, waits for nobody and writes nothing.
  ///
  /// `uploads` are the bytes of the commands that add versions, and `progress` is told how many of
  /// those that are not there yet are stored. Throws `StoreError.rejected` or `commandsRejected`
  /// with the reasons why not; then nothing is stored.
  package func commit(
    _ commands: [Command], _ request: EditRequest, uploads: [Upload] = [],
    progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws(StoreError) -> EditOutcome {
    try await pool.transaction(
      request.isDryRun ? .readOnly : .readWrite,
      deadline: commands.areMany ? limits.bulkDeadline : limits.editDeadline,
      mapError: StoreError.init
    ) { session throws(StoreError) in
      var basis = try session.basis(of: commands, after: session.lastChange(), zones)
      if !request.isDryRun {
        try session.limitLockWaits(to: limits.lockWait)
        if !uploads.isEmpty {
          // What is refused is not uploaded first.
          _ = try session.decide(commands, request, on: basis, limits)
          try session.store(uploads, progress)
        }
      }
      // All of this before the lock, which is then held for as long as writing rows takes.
      let head = request.isDryRun ? nil : try session.lockHead()
      if let head, head.last != basis.last {
        basis = try session.basis(of: commands, after: head.last, zones)
      }
      let (state, difference) = try session.decide(commands, request, on: basis, limits)
      if !difference.isEmpty, let head {
        let findings = Dictionary(uploads.map { ($0.candidate.asset, $0.findings) }) { _, last in
          last
        }
        let change = ChangeRecord(
          number: state.change, at: state.now, actor: request.actor, login: head.login,
          reason: request.reason, verb: request.verb,
          altersCatalogue: difference.altersCatalogue(now: state.now))
        try session.insert(change, of: commands, after: head)
        try session.record(difference, from: state, findings)
        try session.run(SQL.changeNotify, [.text(state.change.description)])
      }
      return EditOutcome(
        change: difference.isEmpty ? nil : state.change, at: state.now,
        previous: state.change.previous, difference: difference)
    }
  }
}

/// The newest change of the catalogue; number 0 and the epoch when there is none.
struct LastChange: Hashable, Sendable {
  let number: ChangeNumber
  let at: Timestamp
}

/// What commands are applied to, as it was read.
private struct EditBasis {
  let last: LastChange
  let histories: [GiftHistory]
  let rollbacks: Set<ChangeNumber>
  let rotations: [Rotation]
  /// The gifts of changes that are to be undone.
  let touched: [ChangeNumber: [GiftID]]
}

extension StoreError {
  /// Why an edit is refused: with the commands, if it has several subjects.
  fileprivate init(_ rejection: EditRejection, of commands: [Command]) {
    let subjects = Set(commands.map(\.subject))
    if subjects.count == 1, let only = rejection.commands.first {
      self = .rejected(only.reason)
    } else {
      self = .commandsRejected(rejection.commands)
    }
  }
}

/// The newest change, as it is locked by an edit.
struct Head {
  let last: LastChange
  /// Nil before the first change.
  let digest: SHA256Digest?
  /// Who is logged in.
  let login: String
}

extension Session {
  /// How long statements of this transaction wait for locks.
  func limitLockWaits(to limit: Duration) throws(StoreError) {
    // To the server, 0 would mean without end.
    let milliseconds = max(1, limit / .milliseconds(1))
    try run(SQL.lockTimeoutSet, [.text("\(Int64(milliseconds))ms")])
  }

  /// The newest change, behind which nobody else edits until this transaction ends.
  func lockHead() throws(StoreError) -> Head {
    try row(SQL.headLock) { row throws(StoreError) in
      Head(
        last: LastChange(number: try row.change("number"), at: try row.instant("at")),
        digest: try row.optionalDigest("digest"), login: try row.text("login"))
    }
  }

  /// What commands are applied to: the rows that they name, as these are after the last change.
  ///
  /// If another change was made while these were read, there is one after `last`.
  fileprivate func basis(
    of commands: [Command], after last: LastChange, _ zones: KnownZones
  ) throws(StoreError) -> EditBasis {
    var touched: [ChangeNumber: [GiftID]] = [:]
    for case .undo(let number) in commands {
      touched[number] = try rows(
        SQL.giftChangeBetween, [.change(number.previous), .change(number), .int(.max)]
      ) { row throws(StoreError) in try row.gift("gift") }
    }
    let gifts = Set(commands.flatMap(\.gifts) + touched.values.joined()).sorted()
    return EditBasis(
      last: last, histories: try histories(of: gifts),
      rollbacks: commands.contains { $0.looksBack } ? try rollbacks(of: gifts) : [],
      rotations: try rotations(at: last.number, zones), touched: touched)
  }

  /// What commands do now.
  fileprivate func decide(
    _ commands: [Command], _ request: EditRequest, on basis: EditBasis, _ limits: StoreLimits
  ) throws(StoreError) -> (state: EditState, difference: EditDifference) {
    // Taken last: whoever asks for the catalogue of an instant before it gets what stays true.
    let now = try instant(after: basis.last, skew: limits.clockSkew)
    let state = try domain { () throws(DomainError) in
      try EditState(
        now: now, change: basis.last.number.next, histories: basis.histories,
        rollbacks: basis.rollbacks, rotations: basis.rotations, touched: basis.touched)
    }
    do throws(EditRejection) {
      return (state, try state.applying(commands, expecting: request.expected))
    } catch {
      throw StoreError(error, of: commands)
    }
  }

  /// The instant of a new change: the database's clock may step back, changes never do.
  ///
  /// Throws `StoreError.clockBehind` when it would have to wait longer than `skew` for the clock:
  /// what is published "now" would otherwise come late.
  private func instant(
    after last: LastChange, skew: Duration
  ) throws(StoreError) -> Timestamp {
    let clock = try clock()
    guard last.at.microseconds - clock.microseconds <= Int64(skew / .microseconds(1)) else {
      throw .clockBehind(change: last.number, at: last.at, now: clock)
    }
    return max(clock, last.at)
  }
}

extension [Command] {
  /// Whether they are about more than one gift or rotation, or may be.
  fileprivate var areMany: Bool {
    Set(map(\.subject)).count > 1 || contains { if case .undo = $0 { true } else { false } }
  }
}

extension Command {
  /// Whether it asks which of a gift's changes were rollbacks.
  fileprivate var looksBack: Bool {
    if case .rollBack(_, nil) = self { true } else { false }
  }
}
