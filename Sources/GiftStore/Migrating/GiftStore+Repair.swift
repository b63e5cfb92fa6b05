package import GiftDomain
import GiftSQL
import Postgres

/// The result of a repair.
package struct RepairOutcome: Hashable, Sendable {
  /// The change from which instants start again; nil if none was dated by a clock that was ahead.
  package let change: ChangeNumber?
  /// The instant of the repair, by the database's clock.
  package let at: Timestamp
  /// The instant of the change before, if that is later.
  package let ahead: Timestamp?
  /// The number of deleted announcements.
  package let deletedAnnouncements: Int
}

extension GiftStore {
  /// Repairs the history after the database's clock was ahead: deletes announcements dated in the
  /// future, with those made since the first of them, and appends a change from which instants
  /// start again.
  ///
  /// Without it, edits are refused until the clock passes the last change. Nothing else is touched:
  /// edits made under that clock keep their dates, and can be edited again. The store's role must
  /// be `owner`, and the login the tables' owner: others get `StoreError.notAllowed`.
  package func repair(
    by actor: Actor, _ reason: Remark? = nil, isDryRun: Bool = false
  ) async throws(StoreError) -> RepairOutcome {
    try await transaction(
      .readWrite, ending: isDryRun ? .rollback : .commit, deadline: limits.editDeadline
    ) { session in
      // The tick's row first: waiting for it while holding `head` would block all edits.
      try session.lockTick()
      let head = try session.lockHead()
      let (last, now) = (head.last, head.now)
      let deleted = try session.run(SQL.announcementDeleteFuture, [.instant(now)])
      let isAhead = last.at > now
      guard isAhead || deleted > 0 else {
        return RepairOutcome(change: nil, at: now, ahead: nil, deletedAnnouncements: 0)
      }
      let change = last.number.next
      // The public token may contain the discarded instant.
      let record = ChangeRecord(
        number: change, at: now, actor: actor, login: head.login, reason: reason, verb: .repair,
        altersCatalogue: isAhead)
      let nothing = try CanonicalDifference([]).digest
      try session.run(
        [
          Call(inserting: record, of: "[]", doing: nothing, after: head), Call(announcing: change),
        ])
      return RepairOutcome(
        change: change, at: now, ahead: isAhead ? last.at : nil, deletedAnnouncements: deleted)
    }
  }
}
