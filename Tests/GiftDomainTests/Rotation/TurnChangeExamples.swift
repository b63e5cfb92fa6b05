import GiftDomain
import Testing

/// What comes in when a turn begins, and what goes when it ends.
struct TurnChangeExamples {
  private let london: ZoneRules
  private let made: Timestamp

  init() throws {
    london = try ZoneFixture(zone: "Europe/London").rules
    made = try instant("2026-01-01T00:00:00Z")
  }

  private func pairs(stay: Stay? = nil, lastTurn: Int64? = nil) throws -> RotationPlan {
    try example(
      london, "2026-03-02 10:00", every: 2, .week, ["heart", "teddy", "crown"], perTurn: 2,
      stay: stay, lastTurn: lastTurn)
  }

  private func changes(_ rotation: Rotation, _ turns: ClosedRange<Int64>) throws -> [[[String]]] {
    try turns.map { number in
      let turn = try #require(rotation.plan.turn(number))
      return [rotation.incoming(with: turn), rotation.outgoing(after: turn)]
        .map { $0.map(\.gift.text) }
    }
  }

  @Test func `gifts that stay until the next turn come and go where neighbours differ`() throws {
    let changes = try changes(rotation(pairs(lastTurn: 3), at: made), 1...3)
    #expect(
      changes == [
        [["heart", "teddy"], ["teddy"]],
        [["crown"], ["heart"]],
        [["teddy"], ["teddy", "crown"]],
      ])
  }

  @Test func `gifts that leave before the next turn come and go with each of theirs`() throws {
    let changes = try changes(rotation(pairs(stay: try Stay(7, .day)), at: made), 1...2)
    #expect(
      changes == [
        [["heart", "teddy"], ["heart", "teddy"]],
        [["crown", "heart"], ["crown", "heart"]],
      ])
  }

  @Test func `a skipped turn takes all gifts away and brings none`() throws {
    let skipped = try pairs().skipping(2, true, now: made)
    #expect(
      try changes(rotation(skipped, at: made), 1...3) == [
        [["heart", "teddy"], ["heart", "teddy"]], [[], []], [["teddy", "crown"], ["crown"]],
      ])
  }

  @Test func `what a plan showed before an edit counts for the turn that comes behind it`() throws {
    let now = try instant("2026-03-10T00:00:00Z")
    let swapped = try pairs().swapping(
      try GiftID("teddy"), in: 1, for: try place("rocket"), now: now)
    let edited = try rotation(pairs(), at: made).revised(swapped, at: now)
    let running = try #require(edited.plan.carriedTurn)
    #expect(edited.incoming(with: running).map(\.gift.text) == ["heart", "rocket"])
    #expect(edited.outgoing(after: running).map(\.gift.text) == ["rocket"])
    #expect(try changes(edited, 2...2) == [[["crown"], ["heart"]]])
  }

  @Test func `a gift that retires in the middle of its turn is not there once it has ended`() throws
  {
    let time = try instant("2026-03-05T00:00:00Z")
    let gone = try pairs().withdrawing(try GiftID("heart"), at: time, now: made)
    #expect(
      try changes(rotation(gone, at: made), 1...2) == [
        [["heart", "teddy"], ["heart", "teddy"]], [["crown"], []],
      ])
  }
}
