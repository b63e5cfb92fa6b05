import GiftDomain

/// What an edit of a gift does to the rotation that brings it.
struct RotationEffect: Hashable {
  /// What is to become of its turns.
  enum Kind: Hashable {
    /// They stay.
    case none
    /// They end at an instant; nil is now.
    case withdrawal(Timestamp?)
    /// They become as they were after a change, as far as edits of the gift are to blame.
    case rollback(to: ChangeNumber, edits: Set<ChangeNumber>)
  }

  let gift: GiftID
  let kind: Kind
}

/// An edit that leaves the gift itself as it is.
struct UnchangedEdit {
  let edit: GiftEdit
  let context: EditContext

  /// Throws if someone else changed the gift meanwhile, though it is only its rotation that is
  /// edited now.
  func refuseSurprise(expecting expected: ChangeNumber?) throws(StoreError) {
    guard let expected, let actual = context.history.changes.last, actual > expected else { return }
    throw .rejected(.changedSince(edit.gift, expected: expected, actual: actual))
  }
}

extension GiftEdit {
  /// What it does to rotations; a gift that is as if never added takes no turns either.
  ///
  /// Throws `Rejection.giftNotFound` or `changeNotFound`.
  func effect(in context: EditContext, after state: GiftState) throws(StoreError) -> RotationEffect
  {
    guard state.definition != nil else {
      return RotationEffect(gift: gift, kind: .withdrawal(nil))
    }
    if let withdrawal { return RotationEffect(gift: gift, kind: .withdrawal(withdrawal)) }
    guard let rollback else { return RotationEffect(gift: gift, kind: .none) }
    do {
      let target = try context.rollbackChange(rollback)
      return RotationEffect(
        gift: gift, kind: .rollback(to: target, edits: Set(context.history.changes)))
    } catch {
      throw .rejected(error)
    }
  }
}

/// What edits of gifts do to rotations.
struct RotationEffects {
  /// The rotations that get new plans.
  var differences: [RotationDifference] = []
  /// The gifts that are the reason.
  var gifts: Set<GiftID> = []
  /// The places that could not be given back.
  var lostPlaces: [LostPlace] = []
}

extension [Rotation] {
  /// What effects do to rotations, each of which becomes a new plan at most.
  ///
  /// Throws `Rejection.instantInPast` when it would rewrite what was shown.
  func changed(
    by effects: [RotationEffect], now: Timestamp, change: ChangeNumber
  ) throws(StoreError) -> RotationEffects {
    var changed = RotationEffects()
    for rotation in self {
      var plan = rotation.plan
      for effect in effects {
        var next = plan
        switch effect.kind {
        case .none: continue
        case .withdrawal(let instant):
          next = try plan.withdrawing(effect.gift, at: instant, of: rotation, now: now)
        case .rollback(let target, let edits):
          switch rotation.rollingBack(effect.gift, to: target, edits: edits, now: now) {
          case .nothing: continue
          case .staysOut:
            changed.lostPlaces.append(
              LostPlace(gift: effect.gift, rotation: rotation.name, other: nil))
            continue
          case .plan(let earlier):
            if let other = rival(of: rotation, for: effect.gift, now: now) {
              changed.lostPlaces.append(
                LostPlace(gift: effect.gift, rotation: rotation.name, other: other))
              continue
            }
            next = earlier
          }
        }
        guard next != plan else { continue }
        plan = next
        changed.gifts.insert(effect.gift)
      }
      guard plan != rotation.plan else { continue }
      changed.differences.append(
        try Rotation?.some(rotation).replaced(
          by: plan, name: rotation.name, at: now, change: change))
    }
    return changed
  }

  /// Another rotation that brings a gift.
  private func rival(
    of rotation: Rotation, for gift: GiftID, now: Timestamp
  ) -> RotationName? {
    first { $0.name != rotation.name && $0.brings(gift, from: now) }?.name
  }

  /// The same with those that changed.
  func with(_ differences: [RotationDifference]) -> [Rotation] {
    map { rotation in differences.first { $0.after.name == rotation.name }?.after ?? rotation }
  }
}

extension RotationPlan {
  fileprivate func withdrawing(
    _ gift: GiftID, at wanted: Timestamp?, of rotation: Rotation, now: Timestamp
  ) throws(StoreError) -> RotationPlan {
    let instant = wanted ?? now
    guard rotation.brings(gift, from: max(instant, now)) else { return self }
    guard instant >= now else { throw .rejected(.instantInPast(instant, now: now)) }
    return withdrawing(gift, at: instant, now: now)
  }
}
