import Support
import Testing

/// What `retire` does in rotations, and what `rollback` makes of it.
@Suite(.timeLimit(.minutes(5)))
struct RotationUndoTests {
  /// A rotation of the stocked gifts, two a turn.
  private static func withSpring(_ lineup: String = "rose,heart,crown") async throws -> Giftctl {
    let giftctl = try await Giftctl.stocked()
    let soon = [
      "rotation", "add", "spring", "--tz", "UTC", "--first", "2100-01-01 10:00", "--every", "3650d",
      "--lineup", lineup, "--per-turn", "2",
    ]
    #expect(try await giftctl.run(soon).exitCode == 0)
    return giftctl
  }

  private static func turns(_ giftctl: Giftctl) async throws -> JSONValue? {
    try await giftctl.json("rotation", "show", "spring")["turns"]
  }

  @Test func `a retirement names its undo, and the undo brings the turns back`() async throws {
    let giftctl = try await Self.withSpring()
    let before = try await Self.turns(giftctl)
    let retired = try await giftctl.run("retire", "heart", "--leave-rotations", "--yes")
    #expect(retired.lines.contains("spring: heart is removed from the coming turns"))
    #expect(retired.lines.contains { $0.hasPrefix("  - turn ") && $0.contains("heart:1") })
    #expect(retired.lines.contains { $0.hasPrefix("  + turn ") && !$0.contains("heart:1") })
    #expect(retired.lines.last == "  undo: giftctl undo 3")
    #expect(try await Self.turns(giftctl) != before)
    try await giftctl.done("undo", "3")
    #expect(try await Self.turns(giftctl) == before)
    try await giftctl.done("undo", "4")
    let back = try await giftctl.run("rollback", "heart", "--to", "2")
    #expect(back.lines.contains("spring: shows heart again"))
    #expect(try await Self.turns(giftctl) == before)
    let again = try await giftctl.run("rollback", "heart", "--to", "3")
    #expect(again.lines.contains("spring: heart is removed from the coming turns"))
  }

  @Test func `a gift that only turns bring is retired with an undo, which works`() async throws {
    let giftctl = try await Giftctl.empty()
    for gift in ["rose", "heart"] {
      try await giftctl.done("add", gift, Fixtures.file(gift), "--name", "en=G", "--price", "1")
    }
    try await giftctl.done(
      "rotation", "add", "spring", "--tz", "UTC", "--first", "2100-01-01 10:00", "--every", "1w",
      "--lineup", "rose,heart")
    let before = try await Self.turns(giftctl)
    let retired = try await giftctl.run("retire", "rose", "--leave-rotations", "--yes")
    #expect(retired.lines.first == "spring: rose is removed from the coming turns [change 4]")
    #expect(retired.lines.last == "  undo: giftctl undo 4")
    let back = try await giftctl.run("rollback", "rose")
    #expect(back.lines.first == "spring: shows rose again [change 5]")
    #expect(try await Self.turns(giftctl) == before)
  }

  @Test func `the undo of a second retirement restores the first, and no more`() async throws {
    let giftctl = try await Self.withSpring()
    try await giftctl.done(
      "retire", "heart", "--leave-rotations", "--at", "2100-03-01T00:00:00Z", "--yes")
    let before = try await Self.turns(giftctl)
    let second = try await giftctl.run(
      "retire", "heart", "--leave-rotations", "--at", "2100-02-01T00:00:00Z", "--yes")
    #expect(second.lines.contains("spring: shows heart until Mon 1 Feb 2100 00:00"))
    let back = try await giftctl.run("rollback", "heart")
    #expect(back.lines.contains("spring: shows heart until Mon 1 Mar 2100 00:00"))
    #expect(try await Self.turns(giftctl) == before)
    let shown = try await giftctl.json("show", "heart", "--at", "2100-04-01T00:00:00Z")
    #expect(shown["gift"]?["status"]?["state"] == "retired")
  }

  @Test func `a gift without its place in the lineup stays out, and is told to`() async throws {
    let giftctl = try await Self.withSpring()
    try await giftctl.done("retire", "heart", "--leave-rotations", "--yes")
    try await giftctl.done("rotation", "edit", "spring", "--lineup", "rose,diamond")
    let back = try await giftctl.run("rollback", "heart")
    #expect(
      back.lines.contains(
        "spring: heart was not put back, because spring was edited since; to put it back: "
          + "giftctl rotation edit spring --lineup"))
    try await giftctl.done("retire", "rose", "--leave-rotations", "--yes")
    try await giftctl.done(
      "rotation", "add", "summer", "--tz", "UTC", "--first", "2100-01-01 10:00", "--every", "1w",
      "--lineup", "rose")
    let rose = try await giftctl.json("rollback", "rose")
    #expect(
      rose["lostPlaces"]
        == .list([
          .object(["gift": "rose", "rotation": "spring", "nowIn": "summer"])
        ]))
  }

  @Test func `a broken rotation is named, stops no other edit, and says what to do`() async throws {
    let giftctl = try await Self.withSpring()
    try await giftctl.done("retire", "teddy", "--leave-rotations", "--yes")
    try await giftctl.done("retire", "heart", "--leave-rotations", "--yes")
    for sql in [
      "ALTER TABLE rotation_plan DISABLE TRIGGER ALL",
      "ALTER TABLE zone_rules DROP CONSTRAINT zone_rules_are_those_of_one_zone",
      "INSERT INTO zone_rules VALUES (sha256('{}'), '{}')",
      "UPDATE rotation_plan SET zone = sha256('{}')",
    ] { try await giftctl.sql(sql) }
    let sentence = "The rotation spring cannot be read"
    for words in [
      ["list"], ["show", "crown"], ["history"], ["diff"], ["rotation", "list"], ["calendar"],
    ] {
      let shown = try await giftctl.run(words)
      #expect(shown.exitCode == 9 && shown.errorText.contains("warning: \(sentence)"), "\(words)")
    }
    // What brought the heart is not there to bring it back.
    for words in [
      ["rotation", "show", "spring"], ["rotation", "end", "spring"], ["undo", "2"],
      ["rollback", "heart"],
    ] {
      let refused = try await giftctl.run(words + ["--json"])
      #expect(refused.exitCode == 1, "\(words)")
      #expect(try refused.json()["error"]?["code"] == "rotation_broken", "\(words)")
    }
    #expect(try await giftctl.json("undo", "3")["change"] == 5)
  }
}
