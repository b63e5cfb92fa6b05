import GiftDomain

/// What an edit of a gift does to the rotation that brings it.
struct RotationEffect: Hashable {
  let gift: GiftID
  /// From when on the gift is not to be brought; the inner nil is now.
  let withdrawal: Timestamp??
  /// Whether a retirement that has yet to come is taken back.
  let isReinstated: Bool
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
  /// What it does when the gift stays as it is.
  var effect: RotationEffect {
    RotationEffect(gift: gift, withdrawal: withdrawal, isReinstated: isReinstating)
  }

  /// A gift that is as if never added takes no turns either.
  func effect(after state: GiftState) -> RotationEffect {
    guard state.definition == nil else { return effect }
    return RotationEffect(gift: gift, withdrawal: .some(nil), isReinstated: false)
  }
}

extension [Rotation] {
  /// The rotations that get new plans by edits of gifts, and the gifts that are the reason.
  ///
  /// Throws `Rejection.instantInPast` when it would rewrite what was shown.
  func changed(
    by effects: [RotationEffect], now: Timestamp, change: ChangeNumber
  ) throws(StoreError) -> (differences: [RotationDifference], gifts: Set<GiftID>) {
    var differences: [RotationDifference] = []
    var gifts: Set<GiftID> = []
    for rotation in self {
      var plan = rotation.plan
      for effect in effects {
        let next = try effect.applied(to: plan, of: rotation, now: now)
        guard next != plan else { continue }
        plan = next
        gifts.insert(effect.gift)
      }
      guard plan != rotation.plan else { continue }
      differences.append(
        try Rotation?.some(rotation).replaced(
          by: plan, name: rotation.name, at: now, change: change))
    }
    return (differences, gifts)
  }
}

extension RotationEffect {
  fileprivate func applied(
    to plan: RotationPlan, of rotation: Rotation, now: Timestamp
  ) throws(StoreError) -> RotationPlan {
    if let withdrawal {
      let instant = withdrawal ?? now
      guard rotation.brings(gift, from: Swift.max(instant, now)) else { return plan }
      guard instant >= now else { throw .rejected(.instantInPast(instant, now: now)) }
      return plan.withdrawing(gift, at: instant, now: now)
    }
    return isReinstated ? plan.reinstating(gift, now: now) : plan
  }
}
