/// The effect of a gift's rollback on a rotation.
package enum RotationRollback: Hashable, Sendable {
  /// None: no undone edit of the gift affected the rotation.
  case nothing
  /// The new plan.
  case plan(RotationPlan)
  /// The gift stays out: it has no place to return to, because the rotation was edited since.
  case staysOut
}

extension Rotation {
  /// Undoes, from now on, the effects of a gift's edits after `change` on the rotation.
  ///
  /// `edits` are the changes of the gift, and `plan` is the newest. Later edits by rotation verbs
  /// stay.
  package func rollingBack(
    _ gift: GiftID, to change: ChangeNumber, edits: Set<ChangeNumber>, now: Timestamp
  ) -> RotationRollback {
    let steps = zip(revisions, revisions.dropFirst()).filter { earlier, later in
      earlier.plan.standing(of: gift) != later.plan.standing(of: gift)
    }
    let undone = steps.filter { $0.1.since > change && edits.contains($0.1.since) }
    guard let wanted = undone.first?.0.plan.standing(of: gift), let last = steps.last,
      wanted != plan.standing(of: gift), plan.until.map({ $0 > now }) ?? true
    else { return .nothing }
    guard edits.contains(last.1.since) else {
      return plan.gifts.contains(gift) ? .nothing : .staysOut
    }
    // A gift that was not in it, or would have left by now, does not return.
    guard wanted.isMember, wanted.leavesAt.map({ $0 > now }) ?? true else {
      let left = plan.withdrawing(gift, at: now, now: now)
      return left == plan ? .nothing : .plan(left)
    }
    guard let back = plan.bringingBack(gift, as: last.0.plan, until: wanted.leavesAt, now: now)
    else { return .staysOut }
    return back == plan ? .nothing : .plan(back)
  }
}

/// Whether a plan has a gift, and until when.
private struct Standing: Hashable {
  let isMember: Bool
  let leavesAt: Timestamp?
}

extension RotationPlan {
  fileprivate func standing(of gift: GiftID) -> Standing {
    Standing(isMember: gifts.contains(gift), leavesAt: withdrawals[gift])
  }

  /// With a gift as in an earlier plan; nil if its neighbours in the lineup have changed.
  fileprivate func bringingBack(
    _ gift: GiftID, as earlier: RotationPlan, until end: Timestamp?, now: Timestamp
  ) -> RotationPlan? {
    var plan = continued(at: now)
    let old = earlier.continued(at: now)
    guard plan.firstTurn == old.firstTurn,
      plan.lineup == old.lineup || plan.lineup == old.lineup.without(gift)
    else { return nil }
    if plan.lineup != old.lineup {
      let order = old.lineup.gifts(from: old.position(of: old.firstTurn), count: .max).map(\.gift)
      plan.setLineup(old.lineup, goingOnWith: order)
    }
    for (turn, special) in old.overrides {
      for (out, place) in special.swaps where out == gift || place.gift == gift {
        guard plan.overrides[turn]?.swaps[out] == nil else { continue }
        plan.overrides[turn, default: TurnOverride()].swaps[out] = place
      }
    }
    // In the current turn its place is free only if no other gift was swapped in.
    let others = (old.carried?.places ?? []).filter { $0.gift != gift }
    if (plan.carried?.places ?? []) == others { plan.carried = old.carried }
    plan.withdrawals[gift] = end
    return plan.overrides.count <= Self.maxOverrides ? plan : nil
  }
}
