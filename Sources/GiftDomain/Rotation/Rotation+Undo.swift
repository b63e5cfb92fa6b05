extension Rotation {
  /// The plan that restores the one before a change; nil if the change did not touch it, or is
  /// undone.
  ///
  /// A rotation that the change added ends at once. Throws `Rejection.undoConflict` if it was
  /// edited since.
  func undoing(
    _ number: ChangeNumber, _ later: CountingChanges, now: Timestamp
  ) throws(Rejection) -> RotationPlan? {
    guard let index = revisions.firstIndex(where: { $0.since == number }) else { return nil }
    let earlier = index == revisions.startIndex ? nil : revisions[index - 1]
    guard let back = try plan(back: earlier, now: now) else { return nil }
    if let other = revisions.last(where: { later.contains($0.since) }) {
      throw .undoConflict(number, .rotation(name), by: other.since, nil)
    }
    return back
  }

  /// The plan that restores the one after a change; a rotation added later ends at once.
  ///
  /// Nil if it has not changed.
  func rollingBack(to number: ChangeNumber, now: Timestamp) throws(Rejection) -> RotationPlan? {
    try plan(back: revisions.last { $0.since <= number }, now: now)
  }

  private func plan(back earlier: Revision?, now: Timestamp) throws(Rejection) -> RotationPlan? {
    if let earlier { return earlier.plan == plan ? nil : earlier.plan }
    if let end = plan.until, end <= now { return nil }
    return try plan.ending(at: now, now: now)
  }
}
