import Support
import Testing

@Suite(.serialized) struct EditingTests {
  @Test func `a gift is added, published, changed, retired and rolled back`() async throws {
    let giftctl = try await Giftctl.empty()
    let added = try await giftctl.done(
      "add", "tulip", Fixtures.file("rose"), "--name", "en=Tulip", "--name", "de=Tulpe", "--price",
      "10", "--category", "flowers", "--order", "-5", "--tag", "spring", "--tag", "red",
      "--streakable")
    #expect(added.outputText.contains("to publish it: giftctl publish tulip"))
    let definition = try await giftctl.json("show", "tulip")["gift"]
    #expect(definition?["names"]?["de"] == "Tulpe")
    #expect(definition?["price"] == 10)
    #expect(definition?["category"] == "flowers")
    #expect(definition?["places"]?["gifts"] == .integer(-5))
    #expect(definition?["tags"] == .list(["red", "spring"]))
    #expect(definition?["streakable"] == true)
    #expect(try await giftctl.state(of: "tulip") == "draft")
    try await giftctl.done("publish", "tulip")
    #expect(try await giftctl.state(of: "tulip") == "live")
    try await giftctl.done("add", "tulip", Fixtures.file("heart"))
    #expect(try await giftctl.json("list")["gifts"]?[0]?["status"]?["version"] == 1)
    try await giftctl.done("publish", "tulip")
    #expect(try await giftctl.json("list")["gifts"]?[0]?["status"]?["version"] == 2)
    try await giftctl.done("rollback", "tulip")
    #expect(try await giftctl.json("list")["gifts"]?[0]?["status"]?["version"] == 1)
    try await giftctl.done("retire", "tulip", "--yes")
    #expect(try await giftctl.state(of: "tulip") == "retired")
    #expect(try await giftctl.json("list")["gifts"] == .list([]))
  }

  @Test(arguments: [
    "add rose \(Fixtures.file("rose"))", "add rose --price 10 --name en=Rose --tag valentine",
    "publish rose", "publish rose --version 1", "add rose --drop-name fr",
    "import \(Fixtures.folder)", "publish rose --expect-change 0",
  ])
  func `what is already so is unchanged, and no change is made`(_ line: String) async throws {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let words = line.split(separator: " ").map(String.init)
    let outcome = try await giftctl.run(words)
    #expect(outcome.exitCode == 0)
    #expect(outcome.outputText.hasPrefix("rose: unchanged (live: version 1)\n"))
    let document = try await giftctl.run(words + ["--json"]).json()
    #expect(document["outcome"] == "unchanged")
    #expect(document["gifts"] == .list([]))
    #expect(try await giftctl.rows() == before)
  }

  @Test(arguments: [
    "add rose \(Fixtures.file("heart")) --price 12", "publish rose --until 2100-01-01T00:00:00Z",
    "publish rose --from 2100-01-01T00:00:00Z --until 2100-02-01T00:00:00Z", "retire rose --yes",
    "retire rose --at 2100-01-01T00:00:00Z --yes", "import \(Fixtures.folder) --yes",
    "rollback rose",
  ])
  func `repeating a command is unchanged`(_ line: String) async throws {
    let giftctl = try await Giftctl.stocked()
    let words = line.split(separator: " ").map(String.init)
    try await giftctl.done("add", "rose", "--price", "11")
    #expect(try await giftctl.run(words + ["--json"]).json()["outcome"] == "done")
    let before = try await giftctl.rows()
    #expect(try await giftctl.run(words + ["--json"]).json()["outcome"] == "unchanged")
    #expect(try await giftctl.rows() == before)
  }

  @Test(arguments: [
    "add rose \(Fixtures.file("heart"))", "add rose --price 11", "publish rose --until +1h",
    "retire rose --yes", "retire rose", "rollback rose",
  ])
  func `a dry run says what would happen and stores nothing`(_ line: String) async throws {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let words = line.split(separator: " ").map(String.init)
    let outcome = try await giftctl.run(words + ["--dry-run"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.outputText.hasPrefix("rose: "))
    #expect(outcome.lines.last == "dry run: nothing was stored")
    #expect(!outcome.outputText.contains("undo"))
    let document = try await giftctl.run(words + ["--dry-run", "--json"]).json()
    #expect(document["dryRun"] == true)
    #expect(try await giftctl.rows() == before)
  }

  @Test(arguments: [
    "add rose \(Fixtures.file("heart")) --price 12 --tag new", "publish rose --until +1w",
    "publish rose --version 1 --from +1w --until +2w", "retire rose --yes",
    "retire rose --at +1w --yes", "rollback rose --to 1", "add tulip --name en=Tulip --price 1",
  ])
  func `the undo that a command prints takes it back`(_ line: String) async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--price", "11")
    let words = line.split(separator: " ").map(String.init)
    let before = try await giftctl.json("list", "--all", "--at", "2")["gifts"]
    let outcome = try await giftctl.run(words)
    let undo = try #require(outcome.lines.last { $0.hasPrefix("  undo: giftctl ") })
    try await giftctl.run(undo.split(separator: " ").dropFirst(2).map(String.init)).expectDone()
    let after = try await giftctl.json("list", "--all")["gifts"]
    #expect(after?.values.map(\.standing) == before?.values.map(\.standing))
  }

  @Test func `--expect-change lets a change through that nobody came before`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--price", "11", "--expect-change", "1")
    // Change 2 touched another gift: the heart is as it was after change 1.
    try await giftctl.done("add", "heart", "--price", "11", "--expect-change", "1")
    let error = try await giftctl.json(
      "add", "rose", "--price", "12", "--expect-change", "1", exiting: 3)["error"]
    #expect(error?["code"] == "changed_since")
  }

  @Test func `who made a change is --as, GIFT_ACTOR, USER, in this order`() async throws {
    var giftctl = try await Giftctl.stocked()
    giftctl.environment["USER"] = "carol"
    try await giftctl.done("add", "rose", "--price", "11", "--as", "alice")
    try await giftctl.done("add", "rose", "--price", "12")
    giftctl.environment["GIFT_ACTOR"] = ""
    try await giftctl.done("add", "rose", "--price", "13")
    let changes = try await giftctl.json("history", "--limit", "3")["changes"]?.values
    #expect(changes?.map { $0["actor"]?.string } == ["carol", "tester", "alice"])
  }
}

extension Giftctl {
  /// What a gift is to viewers.
  func state(of gift: String) async throws -> String? {
    try await json("show", gift)["gift"]?["status"]?["state"]?.string
  }
}

extension ProcessOutcome {
  /// Throws unless it exited with 0.
  func expectDone() throws {
    guard exitCode == 0 else { throw Surprise.exit([], self) }
  }
}

extension JSONValue {
  /// A gift without what a rollback leaves: its versions, and where past plans ended.
  var standing: [String: JSONValue?] {
    let members = [
      "id", "names", "price", "category", "places", "streakable", "tags", "latestVersion",
    ]
    var kept = Dictionary(uniqueKeysWithValues: members.map { ($0, self[$0]) })
    kept["state"] = self["status"]?["state"]
    kept["version"] = self["status"]?["version"]
    kept["until"] = self["status"]?["until"]
    return kept
  }
}
