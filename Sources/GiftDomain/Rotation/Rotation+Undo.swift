extension Rotation {
  /// With the plan before a change again; nil when the change did not touch it, or is undone.
  ///
  /// A rotation that the change made ends at once. Throws `Rejection.undoConflict` when it was
  /// edited since.
  func undoing(
    _ number: ChangeNumber, as change: ChangeNumber, now: Timestamp
  ) throws(Rejection) -> Rotation? {
    guard let index = revisions.firstIndex(where: { $0.since == number }) else { return nil }
    let isNew = index == revisions.startIndex
    if isNew, let end = plan.until, end <= now { return nil }
    if !isNew, revisions[index - 1].plan == plan { return nil }
    guard plan == revisions[index].plan else {
      throw .undoConflict(number, .rotation(name), by: revisions[index + 1].since)
    }
    let earlier = isNew ? try plan.ending(at: now, now: now) : revisions[index - 1].plan
    return revised(by: earlier, since: change, at: now)
  }
}
