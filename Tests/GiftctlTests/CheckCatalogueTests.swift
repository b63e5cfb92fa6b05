import Support
import Testing

@Suite(.serialized) struct CheckCatalogueTests {
  @Test func `today's rules judge the live, planned and latest versions, and change nothing`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for blanks in 1...3 {
      let file = try folder.write("rose.json", try Fixtures.bytes("rose", blanks: blanks))
      try await giftctl.done("add", "rose", file)
    }
    try await giftctl.done("publish", "rose", "--version", "2", "--from", "+1w")
    let before = try await giftctl.rows()
    let files = try await giftctl.json("check", "--catalogue")["files"]?.values ?? []
    let roses = files.filter { $0["gift"] == "rose" }
    #expect(
      roses.map { $0["file"] } == [
        "rose version 1 (live)", "rose version 2 (planned)", "rose version 4 (latest)",
      ])
    #expect(roses.map { $0["version"] } == [1, 2, 4])
    #expect(
      roses.map { $0["standings"] } == [["live"], ["planned"], ["latest"]].map(JSONValue.list))
    #expect(files.count == 14)
    #expect(files.contains { $0["file"] == "heart version 1 (live, latest)" })
    #expect(files.allSatisfy { $0["verdict"] == "accepted" && $0["summary"] != .null })
    let text = try await giftctl.done("check", "--catalogue").lines
    #expect(text.last?.hasPrefix("14 versions: 14 accepted, 0 refused") == true)
    #expect(try await giftctl.rows() == before)
  }

  @Test func `a version that the rules refuse is exit 4, with its findings`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let outcome = try await giftctl.run("check", "--catalogue", "--max-side", "100")
    #expect(outcome.exitCode == 4)
    #expect(outcome.lines.contains { $0.hasPrefix("rose version 1 (live, latest):1:") })
    #expect(outcome.lines.last?.hasPrefix("12 versions: 0 accepted, 12 refused; ") == true)
    #expect(outcome.errors.isEmpty)
    let quiet = try await giftctl.run("check", "--catalogue", "--quiet")
    #expect(quiet.exitCode == 0)
    #expect(quiet.output.isEmpty)
  }

  @Test func `an empty catalogue has nothing to refuse`() async throws {
    let giftctl = try await Giftctl.empty()
    #expect(try await giftctl.json("check", "--catalogue")["files"] == .list([]))
    let text = try await giftctl.done("check", "--catalogue").lines
    #expect(text == ["0 versions: 0 accepted, 0 refused"])
  }

  @Test func `a database that cannot be reached is exit 6`() async throws {
    let giftctl = Giftctl(over: "host=/nowhere")
    #expect(try await giftctl.run("check", "--catalogue").exitCode == 6)
  }

  @Test func `what add found is stored, and show prints it with code, place and words`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    let added = try await giftctl.json("add", "rose", Fixtures.file("heart"))
    let finding = try #require(added["findings"]?[0])
    let code = try #require(finding["code"]?.string)
    let pointer = try #require(finding["pointer"]?.string)
    let message = try #require(finding["message"]?.string)
    let shown = try await giftctl.json("show", "rose")["findings"]?["2"]?.values ?? []
    #expect(shown.contains(finding))
    let line = try #require(
      try await giftctl.done("show", "rose").lines.first { $0.contains(" \(code) at ") })
    #expect(line.contains(pointer))
    #expect(line.hasSuffix(": " + message))
  }
}
