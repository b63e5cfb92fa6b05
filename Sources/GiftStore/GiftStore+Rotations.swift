package import GiftDomain
import GiftSQL
import Postgres
import Synchronization

extension GiftStore {
  /// When the clocks of a zone are turned, by the database's rules; nil for a zone that is none of
  /// the IANA database's, or UTC.
  package func zone(_ name: String) async throws(StoreError) -> ZoneRules? {
    // No text of PostgreSQL's can hold NUL.
    guard !name.contains("\0") else { return nil }
    return try await reading { session throws(StoreError) in
      try session.zone(named: name, known: zones)
    }
  }

  /// All rotations as they stand, and the database's clock.
  package func rotations() async throws(StoreError) -> (rotations: [Rotation], now: Timestamp) {
    try await reading { session throws(StoreError) in
      let last = try session.lastChange().number
      return (try session.rotations(at: last, zones), try session.clock())
    }
  }

  /// Carries a decision about a rotation out: one transaction, one change, under the catalogue's
  /// lock.
  ///
  /// Throws `StoreError.rejected` with the decision's reason, or `Rejection.giftInRotation` when a
  /// gift would be in two rotations; then nothing is stored.
  package func edit(
    _ request: EditRequest, _ edit: RotationEdit
  ) async throws(StoreError) -> RotationOutcome {
    try await pool.transaction(
      .readWrite, ending: request.isDryRun ? .rollback : .commit, deadline: limits.editDeadline,
      mapError: StoreError.init
    ) { session throws(StoreError) in
      try session.lockCatalogue(waiting: limits.lockWait)
      let last = try session.lastChange()
      let now = try session.instant(after: last, skew: limits.clockSkew)
      let rotations = try session.rotations(at: last.number, zones)
      let current = rotations.first { $0.name == edit.name }
      let plan = try edit.plan(
        in: RotationContext(
          now: now, current: current, states: try session.states(of: edit.gifts, at: last.number)),
        expecting: request.expected, last: last.number)
      if let current, current.plan == plan {
        return RotationOutcome(
          change: nil, at: now, difference: RotationDifference(before: current, after: current))
      }
      let change = last.number.next
      let difference = try current.replaced(by: plan, name: edit.name, at: now, change: change)
      try session.insert(
        ChangeRecord(
          number: change, at: now, actor: request.actor, verb: request.verb, altersCatalogue: true))
      try session.record([difference], among: rotations, now: now, change: change)
      try session.run(SQL.changeNotify, [.text(change.description)])
      return RotationOutcome(change: change, at: now, difference: difference)
    }
  }
}

extension RotationEdit {
  /// The decision, unless someone else changed the rotation meanwhile.
  fileprivate func plan(
    in context: RotationContext, expecting expected: ChangeNumber?, last: ChangeNumber
  ) throws(StoreError) -> RotationPlan {
    if let expected, expected > last {
      throw .rejected(.changeNotFound(expected, last: last))
    }
    let plan: RotationPlan
    do {
      plan = try decide(context)
    } catch {
      throw .rejected(error)
    }
    if let expected, let actual = context.current?.revisions.last?.since, actual > expected,
      plan != context.current?.plan
    {
      throw .rejected(.rotationChangedSince(name, expected: expected, actual: actual))
    }
    return plan
  }
}

extension Rotation? {
  /// The rotation with a new plan.
  func replaced(
    by plan: RotationPlan, name: RotationName, at now: Timestamp, change: ChangeNumber
  ) throws(StoreError) -> RotationDifference {
    let revision = Rotation.Revision(since: change, at: now, plan: plan)
    guard let after = Rotation(name: name, revisions: (self?.revisions ?? []) + [revision]) else {
      throw .unexpected(sqlState: "-", statement: "rotation", message: "no plan")
    }
    return RotationDifference(before: self, after: after)
  }
}

/// Zones that were read already: their rules change with the database's software only, so a
/// process reads each once.
final class KnownZones: Sendable {
  private let rules = Mutex<[String: ZoneRules]>([:])

  subscript(name: String) -> ZoneRules? {
    get { rules.withLock { $0[name] } }
    set { rules.withLock { $0[name] = newValue } }
  }
}
