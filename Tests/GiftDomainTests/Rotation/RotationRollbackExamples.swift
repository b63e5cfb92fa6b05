import GiftDomain
import Testing

/// Edits of a gift that reached into a rotation, taken back: four gifts, one a week from Monday
/// 5 January 2026, 10:00 in London; a gift's edit is change 2 on Wednesday of the second week.
struct RotationRollbackExamples {
  private let plan: RotationPlan
  private let made: Timestamp
  private let edited: Timestamp
  private let heart: GiftID

  init() throws {
    let london = try ZoneFixture(zone: "Europe/London").rules
    plan = try example(
      london, "2026-01-05 10:00", every: 1, .week, ["rose", "heart", "crown", "teddy"])
    made = try instant("2026-01-01T00:00:00Z")
    edited = try instant("2026-01-14T12:00:00Z")
    heart = try GiftID("heart")
  }

  private func retired(at instant: Timestamp? = nil) throws -> Rotation {
    let plan = plan.withdrawing(heart, at: instant ?? edited, now: edited)
    return try rotation(self.plan, at: made).revised(plan, at: edited)
  }

  private func rolledBack(
    _ rotation: Rotation, to change: Int64 = 1, edits: [Int64] = [2], now: Timestamp
  ) throws -> RotationRollback {
    rotation.rollingBack(
      heart, to: change == 0 ? .zero : try ChangeNumber(change),
      edits: Set(try edits.map { try ChangeNumber($0) }), now: now)
  }

  @Test func `a gift comes back to where it would have been had it not retired`() throws {
    let now = edited.later(1)
    let back = try rolledBack(retired(), now: now)
    #expect(back == .plan(plan.continued(at: now)))
  }

  @Test func `a turn that runs with others stays as it is`() throws {
    // Without the heart, it is the crown's turn in the third week; it was to be the heart's again
    // in the sixth.
    let now = try instant("2026-02-04T12:00:00Z")
    guard case .plan(let back) = try rolledBack(retired(), now: now) else {
      Issue.record("it stays out")
      return
    }
    let running = try retired().plan.continued(at: now).carried
    #expect(back.carried == running)
    #expect((6...9).map(back.gifts) == [["heart"], ["crown"], ["teddy"], ["rose"]])
  }

  @Test func `an earlier end comes back as it was, and no more than that`() throws {
    let (late, early) = (try instant("2026-03-01T00:00:00Z"), try instant("2026-02-01T00:00:00Z"))
    let twice = try retired(at: late).revised(
      retired(at: late).plan.withdrawing(heart, at: early, now: edited.later(1)),
      at: edited.later(1))
    let now = edited.later(2)
    guard case .plan(let back) = try rolledBack(twice, to: 2, edits: [2, 3], now: now) else {
      Issue.record("it stays out")
      return
    }
    #expect(back.withdrawals == [heart: late])
    #expect(
      try rolledBack(twice, to: 1, edits: [2, 3], now: now) == .plan(plan.continued(at: now)))
  }

  @Test func `who has left by then does not come back`() throws {
    let (late, early) = (try instant("2026-03-01T00:00:00Z"), try instant("2026-02-01T00:00:00Z"))
    let twice = try retired(at: late).revised(
      retired(at: late).plan.withdrawing(heart, at: early, now: edited.later(1)),
      at: edited.later(1))
    let now = try instant("2026-03-02T00:00:00Z")
    guard case .plan(let back) = try rolledBack(twice, to: 2, edits: [2, 3], now: now) else {
      Issue.record("nothing was done")
      return
    }
    #expect(!back.gifts.contains(heart))
  }

  @Test func `a rollback is taken back like any other edit`() throws {
    let now = edited.later(1)
    let back = try retired().revised(plan.continued(at: now), at: now)
    guard
      case .plan(let again) = try rolledBack(back, to: 2, edits: [2, 3], now: now.later(1))
    else {
      Issue.record("nothing was done")
      return
    }
    #expect(again == (try retired().plan))
  }

  @Test func `a lineup that was edited since keeps the gift out`() throws {
    var patch = RotationPatch()
    patch.lineup = try ["rose", "rocket"].map(place).map(\.spec)
    let now = edited.later(1)
    let other = try retired().revised(retired().plan.edited(patch, now: now), at: now)
    #expect(try rolledBack(other, now: now.later(1)) == .staysOut)
  }

  @Test func `what a verb of the rotation took away, no rollback of the gift gives back`() throws {
    var patch = RotationPatch()
    patch.lineup = try ["rose", "crown", "teddy"].map(place).map(\.spec)
    let without = try rotation(plan, at: made).revised(plan.edited(patch, now: made), at: made)
    #expect(try rolledBack(without, to: 0, edits: [1], now: edited) == .nothing)
  }
}
