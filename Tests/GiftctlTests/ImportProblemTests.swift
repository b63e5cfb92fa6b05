import Support
import Testing

@Suite(.serialized) struct ImportProblemTests {
  @Test func `every gift that cannot be imported is listed, as text and with all findings as JSON`()
    async throws
  {
    let giftctl = try await Giftctl.empty()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try folder.write("bad.json", "{\"fr\":0,\"w\":-1}")
    let refused = (0..<150).map { "{\"id\":\"bad-\($0)\",\"file\":\"bad.json\"}" }
    let others = ["{\"id\":\"dear\",\"price\":-1}", "{\"id\":\"lost\",\"file\":\"lost.json\"}"]
    let entries = (refused + others).joined(separator: ",")
    _ = try folder.write("manifest.json", "{\"gifts\":[\(entries)]}")
    let outcome = try await giftctl.run("import", folder.path)
    #expect(outcome.exitCode == 4)
    let lines = outcome.errorText.split(separator: "\n")
    #expect(lines.first == "giftctl: Nothing was imported: 152 gifts have problems.")
    #expect(lines.count == 153)
    #expect(lines.contains { $0.hasPrefix("  \"bad-149\": \"bad.json\" ") })
    let document = try await giftctl.json("import", folder.path, exiting: 4)
    #expect(document.keys == ["error", "files", "problems"])
    #expect(document["error"]?["message"] == "Nothing was imported: 152 gifts have problems.")
    let files = document["files"]?.values ?? []
    #expect(files.count == 150)
    #expect(files.allSatisfy { $0["verdict"] == "refused" && $0["file"] == "bad.json" })
    #expect(files.allSatisfy { ($0["findings"]?.values.count ?? 0) > 2 })
    let problems = document["problems"]?.values ?? []
    #expect(problems.map { $0["id"] } == ["dear", "lost"])
    #expect(problems.map { $0.keys } == [["id", "message"], ["id", "message"]])
    #expect(try await giftctl.rows().isEmpty)
  }

  /// What a manifest says of the heart, the exit code, and the sentence about it.
  @Test(arguments: [
    ("\"publish\":true,\"from\":\"2001-01-01T00:00:00Z\"", 3, "is in the past"),
    ("\"publish\":true,\"until\":\"2001-01-01T00:00:00Z\"", 64, "is not after the beginning"),
    ("\"publish\":true,\"until\":\"2100-01-01T00:00:00Z\"", 3, "already planned: version 1 from"),
    ("\"price\":1", 0, ""),
  ])
  func `what the catalogue rejects names the gift`(
    _ members: String, _ exitCode: Int32, _ says: String
  ) async throws {
    let giftctl = try await Giftctl.empty()
    let heart = Fixtures.file("heart")
    try await giftctl.done("add", "heart", heart, "--name", "en=Heart", "--price", "1")
    try await giftctl.done(
      "publish", "heart", "--from", "2099-01-01T00:00:00Z", "--until", "2101-01-01T00:00:00Z")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try folder.write("manifest.json", "{\"gifts\":[{\"id\":\"heart\",\(members)}]}")
    let outcome = try await giftctl.run("import", folder.path, "--yes")
    #expect(outcome.exitCode == exitCode)
    guard exitCode != 0 else { return }
    #expect(outcome.errorText.contains("\n  \"heart\": "))
    #expect(outcome.errorText.contains(says))
    #expect(!outcome.errorText.contains("--replace"))
    let document = try await giftctl.json("import", folder.path, "--yes", exiting: exitCode)
    #expect(document["problems"]?[0]?["id"] == "heart")
  }

  @Test func `new gifts that lack something are all told, and nothing is stored`() async throws {
    let giftctl = try await Giftctl.empty()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try folder.write(
      "manifest.json",
      """
      {"gifts":[{"id":"one","price":1},{"id":"two","names":{"en":"Two"}},
      {"id":"good","names":{"en":"Good"},"price":1}]}
      """)
    let outcome = try await giftctl.run("import", folder.path)
    #expect(outcome.exitCode == 64)
    #expect(outcome.errorText.contains("\"one\": one needs a name"))
    #expect(outcome.errorText.contains("\"two\": two needs a price"))
    #expect(!outcome.errorText.contains("good"))
    #expect(try await giftctl.rows().isEmpty)
  }

  @Test(arguments: ["--expect-change 3", "--max-bytes 1000", "--as anna", "--draw-with x"])
  func `options that do not apply to an archive are refused`(_ option: String) async throws {
    let exported = try await Giftctl.unchanging().done("export", "-").output
    let giftctl = try await Giftctl.empty()
    let words = option.split(separator: " ").map(String.init)
    let outcome = try await giftctl.run(["import", "-"] + words, input: exported)
    #expect(outcome.exitCode == 64)
    #expect(outcome.errorText.contains("\(words[0]) does not apply to an archive"))
    #expect(try await giftctl.rows().isEmpty)
  }

  @Test func `restoring an archive waits for other edits as long as --lock-wait says`() async throws
  {
    let exported = try await Giftctl.unchanging().done("export", "-").output
    let giftctl = try await Giftctl.empty()
    let outcome = try await giftctl.whileSomebodyEdits {
      try await giftctl.run(
        ["import", "-", "--lock-wait", "1"], input: exported, limit: .seconds(20))
    }
    #expect(outcome.exitCode == 8)
    #expect(outcome.errorText.contains("Another edit held the catalogue"))
  }

  @Test func `history tells how many gifts a change touched, and names gifts only`() async throws {
    let giftctl = try await Giftctl.empty()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let entries = (10..<40).map { "{\"id\":\"g\($0)\",\"names\":{\"en\":\"G\"},\"price\":1}" }
    _ = try folder.write("manifest.json", "{\"gifts\":[\(entries.joined(separator: ","))]}")
    try await giftctl.done("import", folder.path)
    let change = try await giftctl.json("history")["changes"]?[0]
    #expect(change?["giftCount"] == 30)
    #expect(change?["gifts"]?.values.count == 20)
    #expect(change?["gifts"]?.values.last == "g29")
    #expect(try await giftctl.done("history").outputText.contains("g29, … 10 more"))
    #expect(try await giftctl.json("diff")["lastChange"]?["gifts"]?.values.count == 30)
  }
}
