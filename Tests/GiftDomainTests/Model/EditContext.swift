import GiftDomain

/// One gift before an edit, with what the edit looks at.
struct EditContext: Hashable, Sendable {
  let now: Timestamp
  let change: ChangeNumber
  let history: GiftHistory
  let rollbacks: Set<ChangeNumber>
  let current: GiftState
  let state: EditState

  init(
    now: Timestamp, change: ChangeNumber, history: GiftHistory, rollbacks: Set<ChangeNumber>
  ) throws(DomainError) {
    self.now = now
    self.change = change
    self.history = history
    self.rollbacks = rollbacks
    current = try history.state(at: change.previous)
    state = try EditState(
      now: now, change: change, histories: [history], rollbacks: rollbacks, rotations: [],
      groups: [GroupRecord(.placement(name: PlacementName("splash"), choose: .all), since: .zero)],
      otherAudiences: [], touched: [:], undos: [:], withdrawals: .none)
  }
}

extension EditState {
  /// What commands about one subject make of it, with the reason why not as they are refused.
  func applying(_ commands: [Command]) throws(Rejection) -> EditDifference {
    do {
      return try applying(commands, expecting: nil)
    } catch {
      throw error.commands[0].reason
    }
  }
}
