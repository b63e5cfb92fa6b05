import Support
import Testing

@Suite(.serialized) struct JSONOutputTests {
  /// Every verb, on the twelve fixtures, with the members of what it prints.
  static let verbs: [(line: String, members: String)] = [
    ("check \(Fixtures.file("rose"))", "files"),
    ("add rose --price 11", editMembers),
    ("add rose \(Fixtures.file("heart"))", editMembers + " findings"),
    ("publish rose --until +1h", editMembers),
    ("publish rose", editMembers),
    ("retire rose --yes", editMembers),
    ("rollback rose", editMembers),
    ("import \(Fixtures.folder)", editMembers),
    ("placement add splash --choose random", editMembers),
    ("placement list", "at change placements"),
    ("category add flowers --name en=Flowers", editMembers),
    ("category list", "at categories change"),
    ("list", "at change gifts total"),
    ("list --all --at +1w", "at change gifts total"),
    ("show rose", "findings gift lastChange now"),
    ("history", "announcements changes"),
    ("diff --from 0", "added changed from removed to"),
    ("history rose", "announcements changes"), ("history --at +1w", "announcements changes"),
    ("check --catalogue --at 1", "files"),
    ("diff", "lastChange"), ("rotation tick", "announced at dryRun next"),
    ("repair", "ahead at change deletedAnnouncements dryRun"),
    ("database status", "administratorStatements pendingMigrations state"),
    ("database migrate", "applied dryRun present"),
  ]

  private static let editMembers =
    "at change dryRun gifts groups lostPlaces outcome rotations unchanged undo"

  @Test(arguments: verbs)
  func `every verb prints one line of JSON with sorted keys and nothing else`(
    _ verb: (line: String, members: String)
  ) async throws {
    let giftctl = try await Giftctl.stocked()
    let words = verb.line.split(separator: " ").map(String.init)
    let outcome = try await giftctl.run(words + ["--json"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.isEmpty)
    let value = try outcome.json()
    #expect(try value.sortedLine + "\n" == outcome.outputText)
    let members = Set(verb.members.split(separator: " ").map(String.init))
    // What is absent for this answer, such as the change of an unchanged gift, is left out.
    #expect(value.keys.subtracting(members).isEmpty)
    #expect(members.subtracting(value.keys).isSubset(of: ["ahead", "change", "next", "undo"]))
  }

  @Test(arguments: verbs.filter { !$0.line.hasPrefix("check") })
  func `without --json the same verb writes text, and no escape codes`(
    _ verb: (line: String, members: String)
  ) async throws {
    let giftctl = try await Giftctl.stocked()
    let outcome = try await giftctl.run(verb.line.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == 0)
    #expect(!outcome.output.isEmpty)
    #expect(!(outcome.output + outcome.errors).contains(0x1B))
    #expect(!outcome.output.contains(UInt8(ascii: "\r")))
  }

  @Test func `the archive on standard output is one JSON document a line`() async throws {
    let outcome = try await Giftctl.unchanging().run("export", "-")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.isEmpty)
    // A header, the assets, a change and what it recorded of each gift, a digest; then, of each
    // gift, an animation, two codings of it, a poster and a preview.
    let count = 3 + 12 * (3 + 1 + 5)
    #expect(outcome.lines.count == count)
    for line in outcome.lines { _ = try JSONValue(text: line) }
  }

  @Test func `an answer of nothing is said on standard error, and empty on standard output`()
    async throws
  {
    let giftctl = try await Giftctl.empty()
    for words in [["list"], ["list", "--all"], ["history"], ["diff"]] {
      let outcome = try await giftctl.run(words)
      #expect(outcome.exitCode == 0)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorText.split(separator: "\n").count == 1)
    }
    #expect(try await giftctl.json("list")["gifts"] == .list([]))
  }

  @Test func `help and the version are data`() async throws {
    let giftctl = try await Giftctl.unchanging()
    for word in ["--help", "--version"] {
      let outcome = try await giftctl.run(word)
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors.isEmpty)
      #expect(!outcome.output.isEmpty)
    }
  }
}
