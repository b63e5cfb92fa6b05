import Support
import Testing

@Suite(.serialized) struct TerminalTests {
  @Test(arguments: ["y\n", "yes\n", "Y \n"])
  func `on a terminal retire asks, and yes does it`(_ keys: String) async throws {
    let giftctl = try await Giftctl.stocked()
    let outcome = try await giftctl.runOnTerminal("giftctl retire rose", typing: keys)
    #expect(outcome.exitCode == 0)
    #expect(outcome.outputText.contains("rose is live: version 1. Take it off now? [y/N] "))
    #expect(try await giftctl.state(of: "rose") == "retired")
  }

  @Test func `before a question stands what would change, turns included`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done(
      "rotation", "add", "spring", "--tz", "UTC", "--first", "2100-01-01 10:00", "--every", "1w",
      "--lineup", "rose,heart")
    try await giftctl.done("publish", "rose", "--from", "2100-01-01T00:00:00Z")
    try await giftctl.done("add", "rose", "--price", "77", "--yes")
    let questions = [
      (
        "retire rose --leave-rotations",
        ["- turn 1  Fri 1 Jan 2100 10:00  rose:1", "dropped: version 1 from Fri"]
      ),
      ("rotation end spring", ["- turn 1  Fri 1 Jan 2100 10:00  rose:1"]),
      ("rollback --all --to 1", ["spring: ends", "price 77 → 10"]),
      ("import '\(Fixtures.folder)'", ["price 77 → 10"]),
    ]
    for (line, previews) in questions {
      let declined = try await giftctl.runOnTerminal("giftctl \(line)", typing: "n\n")
      #expect(declined.exitCode == 1)
      let question = try #require(declined.outputText.firstRange(of: "? [y/N]"))
      for preview in previews {
        #expect(declined.outputText[..<question.lowerBound].contains(preview), "\(line)")
      }
    }
    try await giftctl.done("rotation", "end", "spring", "--yes")
    try await giftctl.done("add", "new", Fixtures.file("rose"), "--name", "en=N", "--price", "1")
    try await giftctl.done("publish", "new", "--from", "2100-01-01T00:00:00Z")
    let scheduled = try await giftctl.runOnTerminal("giftctl retire new", typing: "n\n")
    #expect(scheduled.outputText.contains("Drop what is planned?"))
  }

  @Test(arguments: [
    ("retire rose heart", ["publish", "rose", "--until", "+1h"]),
    ("rollback --all --to 1", ["add", "rose", "--price", "78"]),
    ("import '\(Fixtures.folder)'", ["add", "rose", "--price", "78"]),
  ])
  func `an edit after a question is the one that was shown, or none`(
    _ line: String, meanwhile: [String]
  ) async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--price", "77", "--yes")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let answer = try await TerminalShell.with(giftctl, columns: 80, rows: 30, in: folder) { shell in
      try await shell.enter("giftctl \(line)", answering: ["y"]) {
        let other = try await giftctl.run(meanwhile)
        #expect(other.exitCode == 0)
      }
    }
    #expect(answer.exitCode == 3)
    #expect(answer.lines.joined(separator: " ").contains("Nothing was done"))
    let changes = try await giftctl.json("history")["changes"]?.values
    #expect(changes?.first?["change"] == 3)
    #expect(try await giftctl.state(of: "heart") == "live")
  }

  /// The last is the end of the input.
  @Test(arguments: ["n\n", "\n", "maybe\n", "\u{4}"])
  func `everything but yes is no, and exit 1`(_ keys: String) async throws {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let outcome = try await giftctl.runOnTerminal("giftctl retire rose", typing: keys)
    #expect(outcome.exitCode == 1)
    #expect(outcome.outputText.contains("Nothing was changed."))
    #expect(try await giftctl.rows() == before)
  }

  @Test func `on a terminal an import over existing gifts asks`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--price", "11")
    let line = "giftctl import '\(Fixtures.folder)'"
    let declined = try await giftctl.runOnTerminal(line, typing: "n\n")
    #expect(declined.exitCode == 1)
    #expect(declined.outputText.contains("This changes 1 existing gift (rose). Continue? [y/N] "))
    #expect(try await giftctl.runOnTerminal(line, typing: "y\n").exitCode == 0)
    #expect(try await giftctl.json("show", "rose")["gift"]?["price"] == 10)
  }

  @Test func `nothing is asked when nothing would be lost, or with --yes`() async throws {
    let giftctl = try await Giftctl.stocked()
    for line in ["retire rose --yes", "retire rose", "import '\(Fixtures.folder)' --dry-run"] {
      let outcome = try await giftctl.runOnTerminal("giftctl " + line)
      #expect(outcome.exitCode == 0)
      #expect(!outcome.outputText.contains("[y/N]"))
    }
  }

  @Test func `add, publish and rollback never ask`() async throws {
    let giftctl = try await Giftctl.stocked()
    for line in ["add rose --price 11", "publish rose --until +1h", "rollback rose"] {
      let outcome = try await giftctl.runOnTerminal("giftctl " + line)
      #expect(outcome.exitCode == 0)
      #expect(!outcome.outputText.contains("[y/N]"))
    }
  }

  @Test(arguments: [
    ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false),
  ])
  func `a terminal gets colours unless NO_COLOR or TERM=dumb is set`(
    _ variables: [String: String], _ hasColour: Bool
  ) async throws {
    var giftctl = try await Giftctl.unchanging()
    giftctl.environment.merge(variables) { $1 }
    let outcome = try await giftctl.runOnTerminal("giftctl check '\(Fixtures.refused)'")
    #expect(outcome.exitCode == 4)
    #expect(outcome.outputText.contains("\u{1B}[31merror") == hasColour)
    if giftctl.environment["TERM"] == "dumb" { #expect(!outcome.output.contains(0x1B)) }
  }

  @Test func `a pipe gets no colours, though standard error is a terminal`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let outcome = try await giftctl.runOnTerminal(
      "giftctl check '\(Fixtures.refused)' | cat")
    #expect(outcome.outputText.contains("error: "))
    #expect(!outcome.outputText.contains("\u{1B}[3"))
  }

  @Test(arguments: [([:], true), (["TERM": "dumb"], false)])
  func `long work shows its progress on a terminal that can`(
    _ variables: [String: String], _ hasProgress: Bool
  ) async throws {
    var giftctl = try await Giftctl.empty()
    giftctl.environment.merge(variables) { $1 }
    let outcome = try await giftctl.runOnTerminal("giftctl import '\(Fixtures.folder)'")
    #expect(outcome.exitCode == 0)
    #expect(outcome.outputText.contains("36/36 stored") == hasProgress)
    #expect(outcome.output.contains(0x1B) == hasProgress)
  }
}
