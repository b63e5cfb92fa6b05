import Foundation
import GiftPublishing
import StoreSupport
import Support
import Testing

/// `giftctl rotation`, as people use it.
@Suite(.timeLimit(.minutes(5)))
struct RotationCommandTests {
  private static let shape = [
    "rotation", "add", "spring", "--tz", "Europe/London", "--first", "2100-03-02 10:00", "--every",
    "3w", "--lineup", "rose,heart,crown:1", "--per-turn", "2",
  ]

  private static func withSpring() async throws -> Giftctl {
    let giftctl = try await Giftctl.stocked()
    #expect(try await giftctl.run(shape).exitCode == 0)
    return giftctl
  }

  @Test(arguments: [
    ("3m", nil), ("m", nil), ("3", nil), ("-3w", nil), ("3x", nil), ("3ws", nil), ("٣w", nil),
    ("99999999999999999999w", nil), ("3w", "3 weeks"), ("2weeks", "2 weeks"), ("week", "week"),
    ("w", "week"), ("1mo", "month"), ("12days", "12 days"),
  ])
  func `a span is a number and the first letters of a unit, or one unit`(
    text: String, every: String?
  ) async throws {
    let giftctl = try await Giftctl.unchanging()
    let words = Self.shape.map { $0 == "3w" ? text : $0 }
    let outcome = try await giftctl.run(words + ["--dry-run"])
    #expect(outcome.exitCode == (every == nil ? 64 : 0))
    if let every { #expect(outcome.outputText.hasPrefix("spring: every \(every) from ")) }
  }

  @Test func `a rotation is added once, and its turns are planned in the reader's time`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    let added = try await giftctl.run(Self.shape)
    #expect(added.exitCode == 0)
    let first = "spring: every 3 weeks from 2100-03-02 10:00 Europe/London, 2 of 3 gifts a turn"
    #expect(added.outputText.hasPrefix(first + " [change 2]\n"))
    #expect(added.lines.last == "  undo: giftctl undo 2")
    let again = try await giftctl.run(Self.shape)
    #expect(again.outputText == "spring: unchanged (turn 1 from Tue 2 Mar 2100 10:00)\n")
    let plan = try await giftctl.run(
      "rotation", "plan", "--at", "2100-03-01T00:00:00Z", "--weeks", "7")
    #expect(
      plan.lines.dropFirst().map { $0.split(separator: "  ").map { $0.drop { $0 == " " } } } == [
        ["1", "Tue 2 Mar 2100 10:00", "rose:1, heart:1"],
        ["2", "Tue 23 Mar 2100 10:00", "crown:1, rose:1"],
        ["3", "Tue 13 Apr 2100 09:00", "heart:1, crown:1"],
      ])
  }

  @Test func `one turn is skipped, moved and swapped, and each can be taken back`() async throws {
    let giftctl = try await Self.withSpring()
    let verbs: [([String], [String])] = [
      (["skip", "spring", "2"], ["skip", "spring", "2", "--undo"]),
      (
        ["move", "spring", "2", "--to", "2100-03-24 10:00"], ["move", "spring", "2", "--undo"]
      ),
      (["swap", "spring", "2", "crown", "diamond"], ["swap", "spring", "2", "crown", "--undo"]),
    ]
    let before = try await giftctl.json("rotation", "show", "spring")["turns"]
    for (verb, undo) in verbs {
      let edit = try await giftctl.run(["rotation"] + verb)
      #expect(edit.exitCode == 0)
      #expect(edit.lines.last?.hasPrefix("  undo: giftctl undo ") == true)
      #expect(try await giftctl.json("rotation", "show", "spring")["turns"] != before)
      let edited = try await giftctl.json("rotation", "show", "spring")["turns"]
      let undone = try await giftctl.run(["rotation"] + undo)
      #expect(undone.exitCode == 0)
      #expect(try await giftctl.json("rotation", "show", "spring")["turns"] == before)
      // What was taken back can be had again, as that says.
      let again = try #require(undone.lines.last).split(separator: " ").dropFirst(2).map(
        String.init)
      #expect(try await giftctl.run(again).exitCode == 0)
      #expect(try await giftctl.json("rotation", "show", "spring")["turns"] == edited)
      #expect(try await giftctl.run(["rotation"] + undo).exitCode == 0)
    }
  }

  @Test func `a dry run tells the difference and stores nothing`() async throws {
    let giftctl = try await Self.withSpring()
    let before = try await giftctl.json("rotation", "list")
    let edit = try await giftctl.run(
      "rotation", "edit", "spring", "--every", "1w", "--dry-run", "--json")
    #expect(edit.exitCode == 0)
    let document = try edit.json()
    #expect(document["dryRun"] == true)
    #expect(document["outcome"] == "done")
    #expect(try await giftctl.json("rotation", "list") == before)
  }

  private static let refusals = [
    Refusal("show autumn", 2, "rotation_not_found", says: "no rotation autumn"),
    Refusal("skip spring 0", 64, "invalid", says: "from 1 to 1,000,000"),
    Refusal("move spring 2 --to 2100-03-02T09:00", 3, "turns_out_of_order", says: "Turn 2"),
    Refusal("move spring 2", 64, "usage", says: "--undo"),
    Refusal("swap spring 1 crown diamond", 3, "gift_not_in_turn", says: "crown"),
    Refusal("swap spring 1 heart rose", 3, "gift_in_turn", says: "rose"),
    Refusal("swap spring 1 heart unicorn", 2, "gift_not_found", says: "unicorn"),
    Refusal("edit spring --lineup rose:9", 2, "version_not_found", says: "latest is 1"),
    Refusal("edit spring --lineup rose,rose", 64, "invalid", says: "--lineup names the gift"),
    Refusal("edit spring --first 9999-01-01T10:00", 64, "invalid", says: "years 1 to 9998"),
    Refusal("edit spring --every 3660mo --turns 1000000", 64, "invalid", says: "before the year"),
    Refusal("edit spring --until 2020-01-01T00:00:00Z", 3, "instant_in_past", says: "a later"),
    Refusal("move spring 2 --to 2101-03-02T09:00", 3, "turns_out_of_order", says: "between them"),
    Refusal("edit spring --first 2020-01-01T10:00", 3, "turn_in_past", says: "choose a later"),
    Refusal("edit spring --tz Mars/Olympus", 64, "zone_unknown", says: "IANA"),
    Refusal("edit spring --expect-change 1 --every 1w", 3, "changed_since", says: "change 2"),
    Refusal("end spring", 64, "consent_missing", says: "without a prompt: --yes"),
    Refusal(
      "add spring --tz UTC --first 2100-01-01T10:00 --every 1d --lineup diamond", 3,
      "rotation_exists", says: "A different rotation"),
    Refusal(
      "add summer --tz UTC --first 2100-01-01T10:00 --every 1d --lineup rose", 3,
      "gift_in_rotation", says: "already in the rotation spring"),
    Refusal(
      "add summer --tz UTC --first 2100-01-01T10:00 --every 3660mo --lineup diamond --turns 1000",
      64, "invalid", says: "from 1 to 26"),
    Refusal(
      "add summer --tz UTC --first tomorrow --every 1d --lineup diamond", 64, "invalid",
      says: "2026-12-01 10:00"),
  ]

  @Test(arguments: refusals)
  func `what cannot be done is said by an exit code and a word`(_ refusal: Refusal) async throws {
    let giftctl = try await Self.withSpring()
    let outcome = try await giftctl.run(["rotation"] + refusal.words + ["--json"])
    #expect(outcome.exitCode == refusal.exitCode)
    let error = try outcome.json()["error"]
    #expect(error?["code"] == .text(refusal.code))
    guard case .text(let sentence)? = error?["message"] else {
      Issue.record("there is no message")
      return
    }
    #expect(sentence.contains(refusal.says))
  }

  /// The warning that turns of gifts that are live anyway change nothing.
  private static func standing(
    _ subject: String, _ gifts: [String], in rotation: String = "night"
  ) -> String {
    let isOne = gifts.count == 1
    return "giftctl: \(subject) live between turns, too, so \(isOne ? "its" : "their") turns "
      + "change nothing for viewers. To show \(isOne ? "it" : "them") in turns alone: giftctl "
      + "rotation edit \(rotation) --off-between-turns"
  }

  @Test func `gifts that are live anyway are told, until they are live in turns only`() async throws
  {
    let giftctl = try await Giftctl.stocked()
    let rotation = ["rotation", "add", "night", "--tz", "UTC", "--first", "2100-03-21 01:30"]
    let added = try await giftctl.run(rotation + ["--every", "1w", "--lineup", "rose"])
    #expect(added.errorText == Self.standing("rose is", ["rose"]) + "\n")
    try await giftctl.done("retire", "crown", "--leave-rotations", "--yes")
    let retired = try await giftctl.run("rotation", "edit", "night", "--lineup", "rose,crown")
    #expect(retired.exitCode == 0 && retired.errors.isEmpty)
    try await giftctl.done("add", "heart", Fixtures.file("rose"))
    let other = try await giftctl.run("rotation", "edit", "night", "--lineup", "crown,heart")
    #expect(
      other.errorText == """
        giftctl: heart is live with version 1, and its turns show version 2. To keep version 1: \
        --lineup heart:1

        """)
  }

  @Test func `a skipped turn that falls on another day is told`() async throws {
    let giftctl = try await Self.withSpring()
    try await giftctl.done("rotation", "skip", "spring", "2")
    let edited = try await giftctl.run("rotation", "edit", "spring", "--every", "2w")
    #expect(
      edited.errorText == """
        giftctl: Turn 2, which is skipped, is that of 2100-03-16 10:00 now, no longer that of \
        2100-03-23 10:00.
        giftctl: To skip another one instead: giftctl rotation skip spring TURN --undo, then \
        giftctl rotation skip spring --on DAY

        """)
    let same = try await giftctl.run("rotation", "edit", "spring", "--turns", "9")
    #expect(same.exitCode == 0 && same.errors.isEmpty)
  }

  @Test func `a turn at an awkward local time is told when it is made`() async throws {
    let giftctl = try await Giftctl.stocked()
    let added = try await giftctl.run(
      "rotation", "add", "night", "--tz", "Europe/London", "--first", "2100-03-21 01:30",
      "--every", "1w", "--lineup", "rose,heart")
    #expect(added.exitCode == 0)
    #expect(
      added.errorText == """
        \(Self.standing("rose, heart are", ["rose", "heart"]))
        giftctl: Turn 2 is due at 2100-03-28 01:30, which does not exist in Europe/London, because \
        clocks skip it: it begins at Sun 28 Mar 2100 02:30.

        """)
  }

  @Test func `a plan of which not all can be seen is stored, and told`() async throws {
    let giftctl = try await Giftctl.stocked()
    let added = try await giftctl.run(
      "rotation", "add", "lone", "--tz", "UTC", "--first", "2100-03-21 01:30", "--every", "1w",
      "--lineup", "rose", "--per-turn", "2", "--stay", "8d")
    #expect(added.exitCode == 0)
    #expect(
      added.errorText == """
        giftctl: A turn has room for 2 gifts, and the lineup has 1: each turn shows all.
        giftctl: Gifts would stay for 8 days, and turns begin every week: every stay ends when the \
        next turn begins.
        \(Self.standing("rose is", ["rose"], in: "lone"))

        """)
    let edited = try await giftctl.run("rotation", "edit", "lone", "--turns", "9")
    #expect(edited.exitCode == 0 && edited.errors.isEmpty)
  }

  @Test func `an ended rotation is edited only by what opens it again`() async throws {
    let giftctl = try await Self.withSpring()
    try await giftctl.done("rotation", "end", "spring", "--yes")
    let edit = try await giftctl.run("rotation", "edit", "spring", "--every", "1w", "--json")
    #expect(edit.exitCode == 3)
    #expect(try edit.json()["error"]?["code"] == "rotation_ended")
    try await giftctl.done("rotation", "edit", "spring", "--every", "1w", "--open")
  }

  @Test func `a retired gift leaves its rotation, and the history names both`() async throws {
    let giftctl = try await Self.withSpring()
    let retired = try await giftctl.run("retire", "heart", "--leave-rotations", "--yes")
    #expect(retired.lines.contains("spring: heart is removed from the coming turns"))
    let shown = try await giftctl.run("rotation", "show", "spring")
    #expect(shown.lines.contains("  lineup    rose:1, crown:1"))
    let history = try await giftctl.run("history")
    #expect(history.outputText.contains("; rotation spring: without heart:1"))
    #expect(try await giftctl.json("diff")["lastChange"] != nil)
  }

  @Test func `a gift that only a rotation brings is retired after asking, and stays what it is`()
    async throws
  {
    let giftctl = try await Self.withSpring()
    try await giftctl.done("rotation", "edit", "spring", "--lineup", "rose,diamond")
    try await giftctl.done("retire", "diamond", "--leave-rotations", "--yes")
    try await giftctl.done("rotation", "edit", "spring", "--lineup", "rose,diamond")
    #expect(try await giftctl.run("retire", "diamond", "--leave-rotations").exitCode == 64)
    let retired = try await giftctl.run("retire", "diamond", "--leave-rotations", "--yes")
    #expect(retired.lines.first == "spring: diamond is removed from the coming turns [change 6]")
    let history = try await giftctl.json("history", "diamond", "--limit", "1")
    guard case .list(let changes)? = history["changes"] else {
      Issue.record("there is no list of changes")
      return
    }
    #expect(changes.first?["change"] == 6)
    // The last edit of the gift was that one: taking it back leaves the gift itself alone.
    try await giftctl.done("rollback", "diamond")
    #expect(try await giftctl.run("show", "diamond").exitCode == 0)
  }

  @Test func `a retirement that has yet to come is taken back in rotations, too`() async throws {
    let giftctl = try await Self.withSpring()
    try await giftctl.done(
      "retire", "rose", "--leave-rotations", "--at", "2100-03-03T00:00:00Z", "--yes")
    let planned = try await giftctl.json("rotation", "show", "spring")["rotation"]
    #expect(planned?["special"] == .list([.text("rose retires at 2100-03-03T00:00:00Z")]))
    let back = try await giftctl.run("rollback", "rose")
    #expect(back.lines.contains("spring: shows rose again"))
    let shown = try await giftctl.json("rotation", "show", "spring")["rotation"]
    #expect(shown?["special"] == .list([]))
  }

  @Test func `a gift as if never added takes no turns`() async throws {
    let giftctl = try await Self.withSpring()
    try await giftctl.done("rollback", "heart", "--to", "0")
    let shown = try await giftctl.run("rotation", "show", "spring")
    #expect(shown.lines.contains("  lineup    rose:1, crown:1"))
  }

  /// The archive's UTC is two hours ahead of what the server calls so.
  @Test func `an end is a local time by the rules that the turns go by`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done(
      "rotation", "add", "spring", "--tz", "UTC", "--first", "2100-03-02 10:00", "--every", "1w",
      "--lineup", "rose,heart")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path + "/export"
    try await giftctl.done("export", path)
    let archive = path + "/archive.jsonl"
    let text = try String(contentsOfFile: archive, encoding: .utf8)
    let shifted = text.replacing("\"firstOffsetSeconds\":0", with: "\"firstOffsetSeconds\":7200")
    #expect(shifted != text)
    // Somebody else's, whose digests hold.
    let body = try #require(shifted.ranges(of: "{\"sha256\"").last).lowerBound
    let sum = try await runProcess("sha256sum", [], input: Array(shifted[..<body].utf8)).outputText
    let whole = shifted[..<body] + "{\"sha256\":\"\(sum.prefix(64))\"}\n"
    let proven = try Archive(text: Array(whole.utf8)).proven().text()
    try Data(proven).write(to: URL(filePath: archive))
    let other = try await Giftctl.empty()
    try await other.done("import", path)
    let first = try await other.json("rotation", "show", "spring")["turns"]?[0]?["from"]
    #expect(first?.string?.hasSuffix("T08:00:00Z") == true, "\(String(describing: first))")
    try await other.done("rotation", "end", "spring", "--at", "2150-01-01 10:00", "--yes")
    let shown = try await other.json("rotation", "show", "spring")
    #expect(shown["rotation"]?["until"] == "2150-01-01T08:00:00Z")
  }

  @Test func `a turn that is skipped far ahead is told, and that it takes place after all`()
    async throws
  {
    let giftctl = try await Self.withSpring()
    let skipped = try await giftctl.done("rotation", "skip", "spring", "60").lines
    #expect(skipped.contains { $0.hasPrefix("- turn 60  ") })
    #expect(skipped.contains { $0.hasPrefix("+ turn 60  ") && $0.hasSuffix("  skipped") })
    let undone = try await giftctl.done("rotation", "skip", "spring", "60", "--undo").lines
    #expect(undone.contains { $0.hasPrefix("- turn 60  ") && $0.hasSuffix("  skipped") })
    #expect(undone.contains { $0.hasPrefix("+ turn 60  ") })
  }

  @Test func `a plan without turns says until when it looked`() async throws {
    let giftctl = try await Self.withSpring()
    let plan = try await giftctl.done("rotation", "plan", "--until", "2100-01-01T10:00:00Z")
    #expect(
      plan.errorText
        == "There are no turns before Fri 1 Jan 2100 10:00.\n")
  }

  @Test func `a rotation that would end before its first turn is refused`() async throws {
    let giftctl = try await Giftctl.stocked()
    let outcome = try await giftctl.run(
      "rotation", "add", "never", "--tz", "UTC", "--first", "2100-03-02 10:00", "--every", "1w",
      "--lineup", "rose", "--until", "2100-01-01T00:00:00Z", "--json")
    #expect(outcome.exitCode == 3)
    #expect(try outcome.json()["error"]?["code"] == "rotation_without_turn")
  }

  @Test func `a rotation that was ended frees its gifts and is opened again`() async throws {
    let giftctl = try await Self.withSpring()
    try await giftctl.done("rotation", "end", "spring", "--yes")
    let other = [
      "rotation", "add", "summer", "--tz", "UTC", "--first", "2101-01-01 10:00", "--every", "1mo",
      "--lineup", "rose", "--stay", "12h", "--turns", "3",
    ]
    #expect(try await giftctl.run(other).exitCode == 0)
    let again = try await giftctl.run("rotation", "edit", "spring", "--open")
    #expect(again.exitCode == 3)
    let list = try await giftctl.run("rotation", "list")
    #expect(list.lines.count == 3)
    #expect(list.lines[1].hasSuffix("ended"))
  }

  @Test func `a tick with nothing due says when the next boundary is, and ends with 0`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    let tick = try await giftctl.run("rotation", "tick")
    #expect(tick.exitCode == 0)
    #expect(tick.outputText == "nothing is due\n")
    #expect(try await giftctl.json("rotation", "tick")["announced"] == .list([]))
  }

  @Test func `without a rotation, the lists are empty and say so beside`() async throws {
    let giftctl = try await Giftctl.empty()
    for words in [["rotation", "list"], ["rotation", "plan"]] {
      let outcome = try await giftctl.run(words)
      #expect(outcome.exitCode == 0)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorText.split(separator: "\n").count == 1)
    }
  }
}
