package import GiftDomain
import GiftSQL
import Postgres

/// What a repair did, or found nothing of to do.
package struct RepairOutcome: Hashable, Sendable {
  /// The change from which instants begin anew; nil when nothing was dated by a clock ahead.
  package let change: ChangeNumber?
  /// The instant of the repair, by the database's clock.
  package let at: Timestamp
  /// The instant of the change before, if that is later.
  package let ahead: Timestamp?
  /// How many announcements were deleted.
  package let deletedAnnouncements: Int
}

extension GiftStore {
  /// Repairs what a database's clock did that was ahead: deletes the announcements of the future,
  /// with those made since the first of them, and appends a change from which instants begin anew.
  ///
  /// Without it, edits wait for the clock to show the instant of the last change. Nothing else is
  /// touched: what was edited by that clock stays as it is dated, and can be edited again.
  /// The store's role has to be `owner`, and the login that of the tables' owner: another one gets
  /// `StoreError.notAllowed`.
  package func repair(
    by actor: Actor, _ reason: Remark? = nil, isDryRun: Bool = false
  ) async throws(StoreError) -> RepairOutcome {
    try await transaction(
      .readWrite, ending: isDryRun ? .rollback : .commit, deadline: limits.editDeadline
    ) { session in
      // The tick's row first: who holds that one up would hold up all edits with it.
      try session.lockTick()
      let head = try session.lockHead()
      let (last, now) = (head.last, head.now)
      let deleted = try session.run(SQL.announcementDeleteFuture, [.instant(now)])
      let isAhead = last.at > now
      guard isAhead || deleted > 0 else {
        return RepairOutcome(change: nil, at: now, ahead: nil, deletedAnnouncements: 0)
      }
      let change = last.number.next
      // What clients are shown may have been named after the instant that is given up.
      let record = ChangeRecord(
        number: change, at: now, actor: actor, login: head.login, reason: reason, verb: .repair,
        altersCatalogue: isAhead)
      try session.run([Call(inserting: record, of: "[]", after: head), Call(announcing: change)])
      return RepairOutcome(
        change: change, at: now, ahead: isAhead ? last.at : nil, deletedAnnouncements: deleted)
    }
  }
}
