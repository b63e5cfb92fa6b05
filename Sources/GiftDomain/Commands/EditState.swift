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
    rotations: [Rotation], touched: [Command.Subject: [GiftID]],
    undos: [ChangeNumber: ChangeNumber]
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
    guard let history = histories[gift], !history.changes.isEmpty else {
      throw .giftNotFound(gift)
    }
    let target: ChangeNumber
    if let wanted {
      guard wanted < change else { throw .changeNotFound(wanted, last: change.previous) }
      target = wanted
    } else {
      guard let last = history.lastEdit(besides: rollbacks) else { throw .giftNotFound(gift) }
      target = last.previous
    }
    do {
      return (target, try history.state(at: target))
    } catch {
      throw .invalid(error)
    }
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
