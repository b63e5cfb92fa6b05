import Support
import Testing

/// Gifts that show in their turns alone, and retirements that leave them their turns.
@Suite(.serialized) struct OffBetweenTurnsTests {
  @Test func `gifts are off between turns in the edit that makes them turn, and undone with it`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    let added = try await giftctl.run(
      "rotation", "add", "night", "--tz", "UTC", "--first", "2100-03-21 01:30", "--every", "1w",
      "--lineup", "rose,heart", "--off-between-turns")
    #expect(added.exitCode == 0 && added.errors.isEmpty)
    #expect(try await giftctl.json("history")["changes"]?.values.count == 2)
    // Live as before until the first turn, then in turns alone.
    for (instant, live) in [
      ("2100-03-21T01:29:59Z", ["rose", "heart"]), ("2100-03-21T01:30:00Z", ["rose"]),
      ("2100-03-28T01:30:00Z", ["heart"]),
    ] {
      let listed = try await giftctl.json("list", "--at", instant)["gifts"]?.values
      let ids = (listed ?? []).compactMap { $0["id"]?.string }
      #expect(ids.filter { ["rose", "heart"].contains($0) } == live, "\(instant)")
    }
    try await giftctl.done("undo", "2")
    #expect(try await giftctl.json("diff", "--from", "1", "--to", "3", "--plans")["gifts"] != nil)
    #expect(try await giftctl.json("list", "--at", "2100-03-28T01:30:00Z")["total"] == 12)
  }

  @Test func `a gift that a rotation brings is retired as somebody says, or not`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done(
      "rotation", "add", "night", "--tz", "UTC", "--first", "2100-03-21 01:30", "--every", "1w",
      "--lineup", "rose,heart")
    let rows = try await giftctl.rows()
    let unsaid = try await giftctl.run("retire", "rose", "--yes")
    #expect(unsaid.exitCode == 64 && unsaid.errorText.contains("--keep-turns"))
    #expect(
      try await giftctl.run("retire", "rose", "--keep-turns", "--leave-rotations").exitCode == 64)
    #expect(try await giftctl.rows() == rows)
    try await giftctl.done("retire", "rose", "--keep-turns", "--yes")
    #expect(try await giftctl.json("show", "rose")["gift"]?["status"]?["state"] == "scheduled")
    try await giftctl.done("retire", "heart", "--leave-rotations", "--yes")
    #expect(try await giftctl.json("show", "heart")["gift"]?["status"]?["state"] == "retired")
  }
}
