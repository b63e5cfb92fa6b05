/// What commands are applied to: the gifts that they name, with all that was, and all rotations.
package struct EditState: Hashable, Sendable {
  /// The instant of the edit, by the database's clock.
  package let now: Timestamp
  /// The number that the edit gets if it changes anything.
  package let change: ChangeNumber
  /// All rows of the gifts.
  let histories: [GiftID: GiftHistory]
  /// Which changes of those gifts were rollbacks.
  let rollbacks: Set<ChangeNumber>
  /// The gifts as they stand, without what rotations bring.
  package let gifts: [GiftID: GiftState]
  /// The rotations as they stand.
  let rotations: [Rotation]
  /// The gifts of subjects that are changes.
  let touched: [Command.Subject: [GiftID]]
  /// The changes that undid others, with those; from the first on that is to be undone.
  let undos: [ChangeNumber: ChangeNumber]

  /// The state before edit number `change` at `now`; a history without rows is that of a gift
  /// which was never added.
  ///
  /// Throws `DomainError.overlap` for rows that the store's constraints rule out.
  package init(
    now: Timestamp, change: ChangeNumber, histories: [GiftHistory], rollbacks: Set<ChangeNumber>,
    rotations: [Rotation], touched: [Command.Subject: [GiftID]], undos: [ChangeNumber: ChangeNumber]
  ) throws(DomainError) {
    self.now = now
    self.change = change
    self.rollbacks = rollbacks
    self.rotations = rotations
    self.touched = touched
    self.undos = undos
    var rows: [GiftID: GiftHistory] = [:]
    var states: [GiftID: GiftState] = [:]
    for history in histories {
      rows[history.gift] = history
      states[history.gift] = try history.state(at: change.previous)
    }
    self.histories = rows
    gifts = states
  }

  /// The gift as it was after a change; without one, after the change before its last edit that was
  /// not itself a rollback, so that the verb run twice is the verb run once.
  ///
  /// Throws `Rejection.giftNotFound` or `changeNotFound`.
  func earlier(
    _ gift: GiftID, _ wanted: ChangeNumber?
  ) throws(Rejection) -> (change: ChangeNumber, state: GiftState) {
    guard let history = histories[gift], !history.changes.isEmpty else { throw .giftNotFound(gift) }
    let target: ChangeNumber
    if let wanted {
      guard wanted < change else { throw .changeNotFound(wanted, last: change.previous) }
      target = wanted
    } else {
      guard let last = history.changes.last(where: { !rollbacks.contains($0) }) else {
        throw .giftNotFound(gift)
      }
      target = last.previous
    }
    return (target, try valid { () throws(DomainError) in try history.state(at: target) })
  }

  /// A gift that was never added.
  static func absent(_ gift: GiftID) -> GiftState {
    GiftState(gift: gift, definition: nil, versions: [], schedule: .empty)
  }

  /// Whether a gift was never added: one that was rolled back to nothing has changes.
  package func isNew(_ gift: GiftID) -> Bool { histories[gift]?.changes.isEmpty ?? true }

  /// The gifts and rotations that a subject is.
  func parts(of subject: Command.Subject) -> [Command.Subject] {
    guard let (after, through) = subject.changes else { return [subject] }
    let turning = rotations.filter { rotation in
      rotation.revisions.contains { revision in
        revision.since > after && through.map { revision.since <= $0 } ?? true
      }
    }
    return (touched[subject] ?? []).map { .gift($0) } + turning.map { .rotation($0.name) }
  }

  /// The edit of a subject that somebody else made after the change that was expected.
  func surprise(of subject: Command.Subject, after expected: ChangeNumber?) -> Rejection? {
    guard let expected else { return nil }
    switch subject {
    case .gift(let gift):
      guard let actual = histories[gift]?.changes.last, actual > expected else { return nil }
      return .changedSince(gift, expected: expected, actual: actual)
    case .rotation(let name):
      let rotation = rotations.first { $0.name == name }
      guard let actual = rotation?.revisions.last?.since, actual > expected else { return nil }
      return .rotationChangedSince(name, expected: expected, actual: actual)
    case .change, .changes:
      for subject in parts(of: subject) {
        if let surprise = surprise(of: subject, after: expected) { return surprise }
      }
      return nil
    }
  }
}

/// Why commands about one subject are refused.
package struct CommandRejection: Error, Hashable, Sendable {
  /// What they are about.
  package let subject: Command.Subject
  /// The first reason.
  package let reason: Rejection

  /// A rejection.
  package init(subject: Command.Subject, reason: Rejection) {
    self.subject = subject
    self.reason = reason
  }
}

/// Why an edit is refused: for each subject of which a command is, in the edit's order.
package struct EditRejection: Error, Hashable, Sendable {
  /// At least one.
  package let commands: [CommandRejection]
}

extension EditState {
  /// What commands do together, each of them to what the ones before it left.
  ///
  /// With `expected`, nothing may be changed that somebody else edited after that change; what is
  /// as wanted already is never refused, as that may be this very edit, run again.
  ///
  /// Throws `EditRejection`; then nothing of the edit is carried out.
  package func applying(
    _ commands: [Command], expecting expected: ChangeNumber?
  ) throws(EditRejection) -> EditDifference {
    var seen: Set<Command.Subject> = []
    let subjects = commands.map(\.subject).filter { seen.insert($0).inserted }
    var reasons: [Command.Subject: Rejection] = [:]
    if let expected, expected >= change {
      for subject in subjects {
        reasons[subject] = .changeNotFound(expected, last: change.previous)
      }
    }
    var draft = EditDraft(self)
    for command in commands where reasons[command.subject] == nil {
      // A copy of a whole import for each of its commands would make it quadratic.
      let before = command.isAtomic ? nil : draft
      do throws(Rejection) {
        try draft.apply(command)
      } catch {
        if let before { draft = before }
        reasons[command.subject] = error
      }
    }
    for subject in subjects where reasons[subject] != nil || draft.differs(subject) {
      if let surprise = surprise(of: subject, after: expected) { reasons[subject] = surprise }
    }
    if reasons.isEmpty { return draft.difference(of: parts(of: subjects)) }
    throw EditRejection(
      commands: subjects.compactMap { subject in
        reasons[subject].map { CommandRejection(subject: subject, reason: $0) }
      })
  }
}

extension EditState {
  /// The gifts and rotations that subjects are, each once.
  private func parts(of subjects: [Command.Subject]) -> [Command.Subject] {
    var seen: Set<Command.Subject> = []
    return subjects.flatMap(parts).filter { seen.insert($0).inserted }
  }
}

/// What an edit makes different, and what it found to be as wanted already.
package struct EditDifference: Hashable, Sendable {
  /// The gifts whose definition, versions or plans change, in the order they were asked for.
  package internal(set) var gifts: [GiftDifference] = []
  /// The gifts that were asked for and are as they were, but for their turns.
  package internal(set) var unchanged: [GiftState] = []
  /// Those of `unchanged` that rotations no longer bring, or bring again.
  package internal(set) var turnedGifts: [GiftID] = []
  /// The rotations with another plan, by name.
  package internal(set) var rotations: [RotationDifference] = []
  /// The rotations that were asked for and are as they were.
  package internal(set) var unchangedRotations: [Rotation] = []
  /// The places in rotations that a rollback could not give back.
  package let lostPlaces: [LostPlace]

  /// Whether there is nothing to do.
  package var isEmpty: Bool { gifts.isEmpty && rotations.isEmpty }

  /// Whether clients can see it, at `now` or later.
  package func altersCatalogue(now: Timestamp) -> Bool {
    !rotations.isEmpty
      || gifts.contains { $0.after.looksDifferent(from: $0.before, now: now) }
  }
}

/// One gift before and after an edit.
package struct GiftDifference: Hashable, Sendable {
  /// As it stood before.
  package let before: GiftState
  /// As it stands now.
  package let after: GiftState

  /// A difference.
  package init(before: GiftState, after: GiftState) {
    self.before = before
    self.after = after
  }

  /// The versions that are new.
  package var addedVersions: [AnimationVersion] {
    after.versions.filter { before.version($0.number) == nil }
  }
}

/// One rotation before and after an edit.
package struct RotationDifference: Hashable, Sendable {
  /// As it stood; nil for a new one.
  package let before: Rotation?
  /// As it stands.
  package let after: Rotation

  /// A difference.
  package init(before: Rotation?, after: Rotation) {
    self.before = before
    self.after = after
  }
}

/// A place in a rotation that a gift had and does not get back.
package struct LostPlace: Hashable, Sendable {
  /// The gift.
  package let gift: GiftID
  /// The rotation.
  package let rotation: RotationName
  /// The rotation that brings the gift now; nil when the first was edited since.
  package let other: RotationName?
}
