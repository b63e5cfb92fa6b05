package import GiftDomain
import GiftSQL
import Postgres

extension GiftStore {
  /// Carries commands out together or not at all: one transaction, one change.
  ///
  /// Subjects that are already as requested are left alone; if all are, no change is made. A dry
  /// run reads one state of the database, takes no lock and writes nothing.
  ///
  /// `uploads` and `pictures` are the bytes that the commands name, and `progress` is told how many
  /// of those that are not there yet are stored. If `isHeld` is true of what would be done, nothing
  /// is stored, and the outcome says so. Throws `StoreError.rejected` or `commandsRejected` with
  /// the reasons why not; then nothing is stored.
  package func commit(
    _ commands: [Command], _ request: EditRequest, uploads: [Upload] = [],
    pictures: [PictureFile] = [], unless isHeld: (@Sendable (EditOutcome) -> Bool)? = nil,
    progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws(StoreError) -> EditOutcome {
    let subjects = Set(commands.map(\.subject))
    let areMany = subjects.count > 1 || subjects.contains { $0.changes != nil }
    return try await transaction(
      request.isDryRun ? .readOnly : .readWrite,
      deadline: areMany ? limits.bulkDeadline : limits.editDeadline
    ) { session in
      let assets = Set(uploads.map(\.candidate.asset) + pictures.map(\.picture.asset))
      let findings = Dictionary(uploads.map { ($0.candidate.asset, $0.findings) }) { _, last in
        last
      }
      var basis = try session.basis(of: commands, uploading: assets)
      var sending = AssetBatch()
      var shown: CanonicalDifference?
      if !(assets.isEmpty && isHeld == nil), !request.isDryRun {
        // Refused or held before anything is uploaded.
        let outcome = try session.decide(commands, request, on: basis, findings, limits).outcome
        if isHeld?(outcome) == true { return outcome.held }
        shown = outcome.form
        try session.store(uploads, pictures, except: basis.stored, in: &sending, progress)
      }
      // All of this happens before the lock, which is then held only while rows are written.
      let text = try keptText(of: commands)
      let head = request.isDryRun ? nil : try session.lockHead(after: sending.calls)
      if let head {
        basis.now = head.now
        if head.last != basis.last { basis = try session.basis(of: commands) }
      }
      let (outcome, rows) = try session.decide(commands, request, on: basis, findings, limits)
      let difference = outcome.difference
      if !difference.isEmpty { try request.requireShown(outcome.form, after: basis.last.number) }
      if !difference.isEmpty, let head {
        // Somebody was faster, and what has to be asked about is new.
        if let shown, shown != outcome.form, isHeld?(outcome) == true {
          throw StoreError.rejected(.movedSinceShown(outcome.form.subjects(differingFrom: shown)))
        }
        let change = ChangeRecord(
          number: outcome.previous.next, at: outcome.at, actor: request.actor, login: head.login,
          reason: request.reason, verb: request.verb,
          altersCatalogue: difference.altersCatalogue(now: outcome.at))
        session.runLast(
          try [Call(inserting: change, of: text, doing: outcome.form.digest, after: head)]
            + rows.calls()
            + [Call(announcing: change.number)])
      }
      return outcome
    }
  }
}

extension EditOutcome {
  fileprivate init(
    _ state: EditState, _ difference: EditDifference, _ form: CanonicalDifference
  ) {
    self.init(
      change: difference.isEmpty ? nil : state.change, at: state.now,
      previous: state.change.previous, difference: difference, form: form)
  }

  /// The same, not stored.
  fileprivate var held: EditOutcome {
    var outcome = self
    outcome.isHeld = true
    return outcome
  }
}

/// The newest change of the catalogue; number 0 and the epoch when there is none.
struct LastChange: Hashable, Sendable {
  let number: ChangeNumber
  let at: Timestamp
}

/// The state that commands apply to, as read.
private struct EditBasis {
  let last: LastChange
  let histories: [GiftHistory]
  let rollbacks: Set<ChangeNumber>
  let rotations: [Rotation]
  let groups: [GroupRecord]
  /// The audiences of all other gifts.
  let otherAudiences: Set<Audience>
  /// The gifts of changes that are to be undone.
  let touched: [Command.Subject: [GiftID]]
  /// The changes after the first of those that undid others, each with the undone change.
  let undos: [ChangeNumber: ChangeNumber]
  let withdrawals: Withdrawals
  /// Those of the assets to upload that are stored.
  let stored: Set<SHA256Digest>
  /// The database's clock, read after everything else.
  var now: Timestamp

  /// The effect of commands now.
  func decide(
    _ commands: [Command], _ request: EditRequest, _ limits: StoreLimits
  ) throws -> (state: EditState, difference: EditDifference) {
    let now = try instant(skew: limits.clockSkew)
    let state = try EditState(
      now: now, change: last.number.next, histories: histories, rollbacks: rollbacks,
      rotations: rotations, groups: groups, otherAudiences: otherAudiences, touched: touched,
      undos: undos, withdrawals: withdrawals)
    if request.namesExisting,
      let new = commands.flatMap(\.gifts).first(where: { state.gifts[$0]?.isDefined != true })
    {
      throw StoreError.rejected(.giftNotFound(new))
    }
    // What was shown had none: then it is another difference.
    if request.refusesTurns, request.shown == nil,
      let (gift, rotation) = state.turns(of: commands.retired)
    {
      throw StoreError.rejected(.giftTakesTurns(gift, rotation))
    }
    do throws(EditRejection) {
      return (state, try state.applying(commands, expecting: request.expected))
    } catch {
      throw StoreError(error, of: commands)
    }
  }

  /// The instant of a new change: the database's clock may go back, changes never do.
  ///
  /// Throws `StoreError.clockBehind` if the clock is more than `skew` behind the last change:
  /// something published "now" would otherwise come late.
  private func instant(skew: Duration) throws -> Timestamp {
    guard last.at.microseconds - now.microseconds <= Int64(skew / .microseconds(1)) else {
      throw StoreError.clockBehind(change: last.number, at: last.at, now: now)
    }
    return max(now, last.at)
  }
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
  /// The login of the session.
  let login: String
  /// The database's clock, read after locking, so that the catalogue of any earlier instant is
  /// final.
  let now: Timestamp
}

extension Session {
  /// Locks and returns the newest change; nobody else edits until this transaction ends.
  ///
  /// `calls` are run before it, in the same exchange.
  func lockHead(after calls: [Call] = []) throws -> Head {
    let head = Question(SQL.headLock) { row in
      (
        last: LastChange(number: try row.change("number"), at: try row.instant("at")),
        digest: try row.optionalDigest("digest"), login: try row.text("login")
      )
    }
    let (heads, clocks) = try answers(after: calls, head, .clock)
    return Head(last: heads[0].last, digest: heads[0].digest, login: heads[0].login, now: clocks[0])
  }

  /// The outcome of commands on what was read, with the rows of it.
  fileprivate func decide(
    _ commands: [Command], _ request: EditRequest, on basis: EditBasis,
    _ findings: [SHA256Digest: String], _ limits: StoreLimits
  ) throws -> (outcome: EditOutcome, rows: EditRows) {
    let (state, difference) = try naming { try basis.decide(commands, request, limits) }
    try requireOneAnswer(about: difference)
    let rows = try rows(of: difference, from: state, findings: findings)
    return (EditOutcome(state, difference, try rows.canonical()), rows)
  }

  /// Adds the author of the edit that conflicts with an undo.
  fileprivate func naming<Answer>(
    _ decide: () throws -> Answer
  ) throws -> Answer {
    do {
      return try decide()
    } catch StoreError.rejected(.undoConflict(let number, let subject, let other, nil)) {
      let made = try changes(of: nil, by: nil, below: other.next, limit: 1).first?.change?.record
      throw StoreError.rejected(.undoConflict(number, subject, by: other, made?.actor))
    }
  }

  /// Whether gifts are or ever were bound to a rotation: an edit of gifts in a broken rotation
  /// would not know of their turns.
  private func brings(
    _ rotation: RotationName, anyOf gifts: Set<GiftID>, ever: Bool
  ) throws -> Bool {
    try bindings(ever ? SQL.rotationGiftAll : SQL.rotationGiftStanding).contains {
      $0.1 == rotation && gifts.contains($0.0)
    }
  }

  /// The gifts that are bound to rotations now.
  func standingBindings() throws -> [(GiftID, RotationName)] {
    try bindings(SQL.rotationGiftStanding)
  }

  private func bindings(_ file: SQLFile) throws -> [(GiftID, RotationName)] {
    let read = try answers(
      Question(gifts: file, []) { row in try row.rotationName("rotation") })
    return read.compactMap { row in
      // What has no name that could be one binds nothing.
      guard let gift = row.gift, let rotation = row.content else { return nil }
      return (gift, rotation)
    }
  }

  /// The state that commands apply to: the rows that they name.
  ///
  /// If another change is made while these are read, there is a change after `last`.
  fileprivate func basis(
    of commands: [Command], uploading assets: Set<SHA256Digest> = []
  ) throws -> EditBasis {
    var gifts = Set(commands.flatMap(\.gifts))
    let spans = commands.spans
    var isOfRotations = commands.areOfRotations
    var last: LastChange?
    var touched: [Command.Subject: [GiftID]] = [:]
    var undos: [ChangeNumber: ChangeNumber] = [:]
    var giftsOfRestoredPlans: Set<GiftID> = []
    if let first = spans.map(\.after).min() {
      let (_, changes, pairs, plans) = try answers(
        .tablesAreKnown, .lastChange, .undos(after: first), .plans(at: nil))
      last = changes[0]
      undos = Dictionary(uniqueKeysWithValues: pairs)
      for span in spans {
        let around: [Parameter] = [.change(span.after), .int(span.through?.value ?? .max)]
        let (gifts, turned) = try answers(
          Question(gifts: SQL.giftChangeBetween, around + [.int(.max)]) { _ in },
          Question(SQL.rotationPlanExistsBetween, around) { row in try row.bool("present") })
        // Ids that are none name nothing that could be edited.
        touched[span.subject] = gifts.compactMap(\.gift)
        isOfRotations = isOfRotations || turned[0]
      }
      gifts.formUnion(touched.values.joined())
      let replanned = [Rotation].parted(plans).whole.map(\.revisions)
      giftsOfRestoredPlans.formUnion(
        replanned.filter { $0.contains { $0.since > first } }.joined().flatMap(\.plan.gifts))
    }
    let all = gifts.union(giftsOfRestoredPlans).sorted()
    let named: [Parameter] = [.textArray(all.map(\.text))]
    let (
      _, changes, versions, definitions, availabilities, pictures, edits, rollbacks, plans, grouped,
      audiences, withdrawn, holdings, stored, clocks
    ) =
      try answers(
        .tablesAreKnown, .lastChange, Question(versions: SQL.versionOfGifts, named),
        .definitions(of: all), Question(availabilities: SQL.availabilityOfGifts, named),
        Question(pictures: SQL.pictureOfGifts, named),
        Question(edits: SQL.giftChangeOfGifts, named),
        Question(rollbacksOf: commands.needRollbacks ? all : []), .plans(at: nil),
        spans.isEmpty ? .lastGroups(through: nil) : .groups(at: nil),
        Question(audiencesBesides: all), .withdrawnVersions,
        Question(holding: commands.addedAssets), .stored(among: assets), .clock)
    let (rotations, broken) = [Rotation].parted(plans)
    for name in broken
    where try isOfRotations || brings(name, anyOf: gifts, ever: commands.goBack) {
      throw StoreError.broken(.rotation(name))
    }
    let rows = HistoryRows(versions, definitions, availabilities, pictures, edits)
    let histories = try all.filter { gifts.contains($0) || !rows.broken.contains(.gift($0)) }
      .map(rows.history)
    return EditBasis(
      last: last ?? changes[0], histories: histories, rollbacks: Set(rollbacks),
      rotations: rotations, groups: try commands.whole(grouped),
      otherAudiences: Set(audiences.compactMap(\.self)), touched: touched, undos: undos,
      withdrawals: Withdrawals(withdrawn, holdings), stored: Set(stored), now: clocks[0])
  }
}

extension Question<(ChangeNumber, ChangeNumber)> {
  /// The changes after one that undid others, each with the undone change.
  fileprivate static func undos(after change: ChangeNumber) -> Self {
    Self(SQL.undoList, [.change(change)]) { row in
      (try row.change("number"), try row.change("undone"))
    }
  }
}

extension [Command] {
  /// The subjects that are changes, with the numbers of these.
  fileprivate var spans: [(subject: Command.Subject, after: ChangeNumber, through: ChangeNumber?)] {
    map(\.subject).compactMap { subject in
      subject.changes.map { (subject, $0.after, $0.through) }
    }
  }

  /// Whether one is about a rotation.
  fileprivate var areOfRotations: Bool {
    contains { if case .rotation = $0.subject { true } else { false } }
  }

  /// The groups that they apply to; throws `StoreError.broken` if they need one that is.
  fileprivate func whole(_ read: [ReadGroup]) throws(StoreError) -> [GroupRecord] {
    let (groups, broken) = [GroupRecord].parted(read)
    for id in broken where contains(where: { $0.needs(id) }) { throw .broken(.group(id)) }
    return groups
  }

  /// The bytes that are added.
  fileprivate var addedAssets: [SHA256Digest] {
    compactMap { if case .addVersion(_, let candidate) = $0 { candidate.asset } else { nil } }
  }

  /// The gifts that are retired, and from when; nil for now.
  fileprivate var retired: [(gift: GiftID, from: Timestamp?)] {
    compactMap { if case .retire(let gift, let at, _) = $0 { (gift, at) } else { nil } }
  }

  /// Whether one rolls a gift back.
  fileprivate var goBack: Bool {
    contains { if case .rollBack = $0 { true } else { false } }
  }

  /// Whether one needs to know which of a gift's changes took back last edits.
  fileprivate var needRollbacks: Bool {
    contains { if case .rollBack(_, nil) = $0 { true } else { false } }
  }
}

extension Command {
  /// Whether it cannot be decided without a group.
  fileprivate func needs(_ id: GiftGroup.ID) -> Bool {
    switch self {
    case .setPlacement, .setCategory, .retireGroup, .undo, .rollBackAll: true
    case .define(_, let patch): patch.namedPlaces.contains { .placement($0.placement) == id }
    case .addVersion, .setPictures, .publish, .moveWindowEnd, .hide, .retire, .setWithdrawn,
      .rollBack, .addRotation, .editRotation, .skipTurn, .moveTurn, .swapGift, .endRotation:
      false
    }
  }
}
