/// What a rollback of a gift means for a rotation.
package enum RotationRollback: Hashable, Sendable {
  /// Nothing: no edit of the gift that it takes back reached into the rotation.
  case nothing
  /// The plan that shall hold.
  case plan(RotationPlan)
  /// The gift stays out: it has no place to come back to, as the rotation was edited since.
  case staysOut
}

extension Rotation {
  /// Takes back, for the future, what edits of a gift after `change` did to the rotation.
  ///
  /// `edits` are the changes of the gift, and `plan` is the newest. What was edited since by verbs
  /// of the rotation stays.
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
    // Who was not there, or would have left by now, is not there now either.
    guard wanted.isMember, wanted.leavesAt.map({ $0 > now }) ?? true else {
      let left = plan.withdrawing(gift, at: now, now: now)
      return left == plan ? .nothing : .plan(left)
    }
    guard let back = plan.bringingBack(gift, as: last.0.plan, until: wanted.leavesAt, now: now)
    else { return .staysOut }
    return back == plan ? .nothing : .plan(back)
  }
}

/// Whether a plan brings a gift, and until when.
private struct Standing: Hashable {
  let isMember: Bool
  let leavesAt: Timestamp?
}

extension RotationPlan {
  fileprivate func standing(of gift: GiftID) -> Standing {
    Standing(isMember: gifts.contains(gift), leavesAt: withdrawals[gift])
  }

  /// With a gift as an earlier plan has it; nil when others have come to stand around its place.
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
    // In the turn that runs its place is free only if nobody was put there.
    let others = (old.carried?.places ?? []).filter { $0.gift != gift }
    if (plan.carried?.places ?? []) == others { plan.carried = old.carried }
    plan.withdrawals[gift] = end
    return plan.overrides.count <= Self.maxOverrides ? plan : nil
  }
}
