import Support
import Testing

/// What `giftctl history` says of edits of rotations.
@Suite(.timeLimit(.minutes(5)))
struct RotationHistoryTests {
  private static let edits: [(words: [String], what: String)] = [
    (
      [
        "add", "spring", "--tz", "UTC", "--first", "2100-01-04 10:00", "--every", "1w", "--lineup",
        "rose,heart,crown",
      ], "added, every week from 2100-01-04 10:00 UTC, 1 of 3 gifts a turn"
    ),
    (["skip", "spring", "2"], "turn 2 is skipped"),
    (["skip", "spring", "2", "--undo"], "turn 2 is restored"),
    (["move", "spring", "3", "--to", "2100-01-19 10:00"], "turn 3 moves to 2100-01-19 10:00"),
    (["move", "spring", "3", "--undo"], "turn 3 returns to its usual time"),
    (["swap", "spring", "1", "rose", "diamond"], "turn 1 has diamond:1 for rose"),
    (["swap", "spring", "1", "rose", "--undo"], "turn 1 has rose itself"),
    (["edit", "spring", "--every", "2w"], "every 2 weeks from 2100-01-04 10:00 UTC"),
    (["edit", "spring", "--stay", "7d", "--per-turn", "2"], "each for 7 days; 2 gifts a turn"),
    (["edit", "spring", "--lineup", "rose,heart,crown,teddy"], "with teddy:1"),
    (["edit", "spring", "--lineup", "heart,rose"], "lineup heart:1, rose:1"),
    (["edit", "spring", "--turns", "9"], "turn 9 is the last"),
    (["end", "spring", "--at", "2100-02-01T00:00:00Z", "--yes"], "until Mon 1 Feb 2100 00:00"),
    (["edit", "spring", "--open"], "no last turn; no end"),
    (["end", "spring", "--yes"], "ended"),
  ]

  @Test func `the history of a gift has the edits of the rotation that it is in`() async throws {
    let giftctl = try await Giftctl.stocked()
    for (words, _) in Self.edits.prefix(2) {
      #expect(try await giftctl.run(["rotation"] + words).exitCode == 0)
    }
    try await giftctl.done("rotation", "edit", "spring", "--lineup", "rose,crown")
    try await giftctl.done("rotation", "edit", "spring", "--every", "2w")
    let heart = try await giftctl.run("history", "heart").lines.dropFirst()
    #expect(heart.map { $0.split(separator: " ").first } == ["4", "3", "2", "1"])
    #expect(heart.first?.hasSuffix("rotation spring: without heart:1") == true)
    let rose = try await giftctl.run("history", "rose").lines.dropFirst()
    #expect(rose.map { $0.split(separator: " ").first } == ["5", "4", "3", "2", "1"])
    let diamond = try await giftctl.run("history", "diamond").lines.dropFirst()
    #expect(diamond.map { $0.split(separator: " ").first } == ["1"])
  }

  @Test func `each edit of a rotation is told by what it changed`() async throws {
    let giftctl = try await Giftctl.stocked()
    for (words, _) in Self.edits {
      let outcome = try await giftctl.run(["rotation"] + words)
      #expect(outcome.exitCode == 0, "\(words)")
    }
    let lines = try await giftctl.run("history").lines.dropFirst()
    let told = lines.dropLast().reversed().map { line in
      line.split(separator: "rotation spring: ").last.map(String.init) ?? ""
    }
    #expect(told == Self.edits.map(\.what))
    let newest = try await giftctl.json("history", "--limit", "1")
    guard case .list(let changes)? = newest["changes"] else {
      Issue.record("there is no list of changes")
      return
    }
    #expect(
      changes.first?["rotationEdits"]
        == .list([.object(["rotation": "spring", "what": .list(["ended"])])]))
  }
}
