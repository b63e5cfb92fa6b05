/// What a decision about one gift may look at.
package struct EditContext: Hashable, Sendable {
  /// The instant of the edit, by the database's clock.
  package let now: Timestamp
  /// The number that the edit gets if it changes anything.
  package let change: ChangeNumber
  /// All rows of the gift.
  package let history: GiftHistory
  /// Which of the gift's changes were rollbacks.
  package let rollbacks: Set<ChangeNumber>
  /// The gift as it stands.
  package let current: GiftState

  /// The context of edit number `change` at `now`; `rotation` is what rotations bring.
  ///
  /// Throws `DomainError.overlap` for rows that the store's constraints rule out.
  package init(
    now: Timestamp, change: ChangeNumber, history: GiftHistory, rollbacks: Set<ChangeNumber>,
    rotation: Timeline? = nil
  ) throws(DomainError) {
    self.now = now
    self.change = change
    self.history = history
    self.rollbacks = rollbacks
    let state = try history.state(at: change.previous)
    current = rotation.map(state.with) ?? state
  }

  /// The state that `rollback` restores: that after `rollbackChange`.
  ///
  /// Throws as that does.
  package func rollbackTarget(_ wanted: ChangeNumber?) throws(Rejection) -> GiftState {
    let target = try rollbackChange(wanted)
    do {
      return try history.state(at: target)
    } catch {
      throw .invalid(error)
    }
  }

  /// The change to which `rollback` goes back: the one named, or else the one before the last edit
  /// that was not itself a rollback; so the verb run twice is the verb run once.
  ///
  /// Throws `Rejection.giftNotFound` or `changeNotFound`.
  package func rollbackChange(_ wanted: ChangeNumber?) throws(Rejection) -> ChangeNumber {
    guard !history.changes.isEmpty else { throw .giftNotFound(history.gift) }
    guard let wanted else {
      guard let last = history.lastEdit(besides: rollbacks) else {
        throw .giftNotFound(history.gift)
      }
      return last.previous
    }
    guard wanted < change else { throw .changeNotFound(wanted, last: change.previous) }
    return wanted
  }
}
