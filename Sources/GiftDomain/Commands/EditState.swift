/// The state that commands apply to: the gifts that they name, with their histories, and all
/// rotations, placements and categories.
package struct EditState: Hashable, Sendable {
  /// The instant of the edit, by the database's clock.
  package let now: Timestamp
  /// The edit's number if it changes anything.
  package let change: ChangeNumber
  /// All rows of the gifts.
  let histories: [GiftID: GiftHistory]
  /// The changes of those gifts that did nothing but take back last edits.
  let rollbacks: Set<ChangeNumber>
  /// The current gifts, without their turns in rotations.
  package let gifts: [GiftID: GiftState]
  /// The current rotations.
  let rotations: [Rotation]
  /// All placements and categories over time, in the order of changes.
  let groupRecords: [GroupRecord]
  /// The audiences of the current definitions of all other gifts, without everybody.
  let otherAudiences: Set<Audience>
  /// The gifts touched by subjects that are changes.
  let touched: [Command.Subject: [GiftID]]
  /// The changes that undid others, each with the undone change; from the first one to be undone.
  let undos: [ChangeNumber: ChangeNumber]
  /// What is withdrawn.
  let withdrawals: Withdrawals

  /// The state before edit number `change` at `now`; a history without rows belongs to a gift that
  /// was never added.
  ///
  /// Throws `DomainError.overlap` for rows that the store's constraints rule out.
  package init(
    now: Timestamp, change: ChangeNumber, histories: [GiftHistory], rollbacks: Set<ChangeNumber>,
    rotations: [Rotation], groups: [GroupRecord], otherAudiences: Set<Audience>,
    touched: [Command.Subject: [GiftID]], undos: [ChangeNumber: ChangeNumber],
    withdrawals: Withdrawals
  ) throws(DomainError) {
    self.now = now
    self.change = change
    self.rollbacks = rollbacks
    self.rotations = rotations
    groupRecords = groups
    self.otherAudiences = otherAudiences
    self.touched = touched
    self.undos = undos
    self.withdrawals = withdrawals
    var rows: [GiftID: GiftHistory] = [:]
    var states: [GiftID: GiftState] = [:]
    for history in histories {
      rows[history.gift] = history
      states[history.gift] = try history.state(at: change.previous)
    }
    self.histories = rows
    gifts = states
  }

  /// The current placements and categories.
  package var groups: GiftGroups { GiftGroups(groupRecords, at: change.previous) }

  /// The gift as it was after a change; without one, before its last edit of more than pictures,
  /// whatever that was: or as it is, if that took a last edit back already, so that the verb is
  /// idempotent.
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
      guard let last = history.edits.last else { throw .giftNotFound(gift) }
      target = rollbacks.contains(last) ? change.previous : last.previous
    }
    return (target, try valid { () throws(DomainError) in try history.state(at: target) })
  }

  /// A gift that was never added.
  static func absent(_ gift: GiftID) -> GiftState {
    GiftState(gift: gift, definition: nil, versions: [], schedule: .empty)
  }

  /// The first of these gifts that a rotation brings from an instant on, or from now.
  package func turns(
    of gifts: [(gift: GiftID, from: Timestamp?)]
  ) -> (gift: GiftID, rotation: RotationName)? {
    for (gift, from) in gifts {
      if let home = rotations.first(where: { $0.brings(gift, from: from ?? now) }) {
        return (gift, home.name)
      }
    }
    return nil
  }

  /// Whether a gift was never added; one that was rolled back to nothing has changes.
  package func isNew(_ gift: GiftID) -> Bool { histories[gift]?.changes.isEmpty ?? true }

  /// The gifts, rotations and groups that a subject covers.
  func parts(of subject: Command.Subject) -> [Command.Subject] {
    guard let (after, through) = subject.changes else { return [subject] }
    let isWithin = { (change: ChangeNumber) in
      change > after && through.map { change <= $0 } ?? true
    }
    let turning = rotations.filter { rotation in
      rotation.revisions.contains { isWithin($0.since) }
    }
    let regrouped = Set(groupRecords.filter { isWithin($0.since) }.map(\.group.id)).sorted()
    return (touched[subject] ?? []).map { .gift($0) } + turning.map { .rotation($0.name) }
      + regrouped.map { .group($0) }
  }

  /// An edit of a subject by somebody else after the expected change; new pictures surprise nobody.
  func surprise(of subject: Command.Subject, after expected: ChangeNumber?) -> Rejection? {
    guard let expected else { return nil }
    switch subject {
    case .gift(let gift):
      guard let actual = histories[gift]?.edits.last, actual > expected else { return nil }
      return .changedSince(gift, expected: expected, actual: actual)
    case .rotation(let name):
      let rotation = rotations.first { $0.name == name }
      guard let actual = rotation?.revisions.last?.since, actual > expected else { return nil }
      return .rotationChangedSince(name, expected: expected, actual: actual)
    case .group(let id):
      let last = groupRecords.last { $0.group.id == id }
      guard let actual = last?.since, actual > expected else { return nil }
      return .groupChangedSince(id, expected: expected, actual: actual)
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
  /// The gift, rotation, group or change concerned.
  package let subject: Command.Subject
  /// The first reason found.
  package let reason: Rejection

  /// A rejection from its parts.
  package init(subject: Command.Subject, reason: Rejection) {
    self.subject = subject
    self.reason = reason
  }
}

/// Why an edit is refused: one rejection per refused subject, in the edit's order.
package struct EditRejection: Error, Hashable, Sendable {
  /// At least one rejection.
  package let commands: [CommandRejection]
}

extension EditState {
  /// The combined effect of commands, each applied to the result of those before it.
  ///
  /// With `expected`, nothing may be changed that somebody else edited after that change; a subject
  /// that is already as requested is never refused, because it may be this very edit, run again.
  ///
  /// Throws `EditRejection`, and then carries out nothing.
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
      // A copy of a whole import per command would be quadratic.
      let before = command.isAtomic ? nil : draft
      do throws(Rejection) {
        try draft.apply(command)
      } catch {
        if let before { draft = before }
        reasons[command.subject] = error
      }
    }
    if reasons.isEmpty { reasons = draft.crowding(subjects) }
    for subject in subjects where reasons[subject] != nil || draft.differs(subject) {
      if let surprise = surprise(of: subject, after: expected) { reasons[subject] = surprise }
    }
    var affected = subjects
    if reasons.isEmpty {
      let difference = draft.difference(of: parts(of: subjects))
      // A gift that is retired leaves rotations, which somebody else may have edited.
      for rotation in difference.rotations {
        let subject = Command.Subject.rotation(rotation.after.name)
        reasons[subject] = surprise(of: subject, after: expected)
        affected.append(subject)
      }
      if reasons.isEmpty { return difference }
    }
    throw EditRejection(
      commands: affected.compactMap { subject in
        reasons[subject].map { CommandRejection(subject: subject, reason: $0) }
      })
  }
}

extension EditState {
  /// The gifts, rotations and groups that subjects cover, each once.
  private func parts(of subjects: [Command.Subject]) -> [Command.Subject] {
    var seen: Set<Command.Subject> = []
    return subjects.flatMap(parts).filter { seen.insert($0).inserted }
  }
}

/// The changes that an edit makes, and the subjects that need none.
package struct EditDifference: Hashable, Sendable {
  /// The gifts whose definition, versions or plans change, in the order of the commands.
  package internal(set) var gifts: [GiftDifference] = []
  /// The requested gifts that do not change, except possibly their turns.
  package internal(set) var unchanged: [GiftState] = []
  /// Those of `unchanged` that leave rotations, or return to them.
  package internal(set) var turnedGifts: [GiftID] = []
  /// The rotations with a new plan, by name.
  package internal(set) var rotations: [RotationDifference] = []
  /// The requested rotations that do not change.
  package internal(set) var unchangedRotations: [Rotation] = []
  /// The placements and categories that change, in order.
  package internal(set) var groups: [GroupDifference] = []
  /// The requested ones that do not change.
  package internal(set) var unchangedGroups: [GiftGroup] = []
  /// All placements and categories after the edit.
  package let allGroups: GiftGroups
  /// The places in rotations that a rollback could not give back.
  package let lostPlaces: [LostPlace]

  /// Whether there is nothing to do.
  package var isEmpty: Bool { gifts.isEmpty && rotations.isEmpty && groups.isEmpty }

  /// Whether clients can see the difference, at `now` or later.
  package func altersCatalogue(now: Timestamp) -> Bool {
    !rotations.isEmpty || !groups.isEmpty
      || gifts.contains { $0.after.looksDifferent(from: $0.before, now: now) }
  }
}

/// One gift before and after an edit.
package struct GiftDifference: Hashable, Sendable {
  /// The state before the edit.
  package let before: GiftState
  /// The state after the edit.
  package let after: GiftState

  /// A difference.
  package init(before: GiftState, after: GiftState) {
    self.before = before
    self.after = after
  }

  /// The versions that the edit adds.
  package var addedVersions: [AnimationVersion] {
    after.versions.filter { before.version($0.number) == nil }
  }

  /// The versions whose pictures the edit sets, replaces or removes, as they are after it.
  package var redrawnVersions: [AnimationVersion] {
    after.versions.filter { $0.pictures != before.version($0.number)?.pictures }
  }
}

/// One rotation before and after an edit.
package struct RotationDifference: Hashable, Sendable {
  /// The rotation before; nil for a new one.
  package let before: Rotation?
  /// The rotation after the edit.
  package let after: Rotation

  /// A difference.
  package init(before: Rotation?, after: Rotation) {
    self.before = before
    self.after = after
  }
}

/// A former place of a gift in a rotation that a rollback could not restore.
package struct LostPlace: Hashable, Sendable {
  /// The gift that stays out.
  package let gift: GiftID
  /// The rotation that it was in.
  package let rotation: RotationName
  /// The rotation that has the gift now; nil if the first was edited since.
  package let other: RotationName?
}
