import Support
import Testing

/// `-` in place of an animation's file.
@Suite(.serialized) struct StandardInputTests {
  private let giftctl = Giftctl(over: "host=/nowhere")

  @Test func `an animation comes from standard input, beside files`() async throws {
    let rose = try Fixtures.bytes("rose")
    let text = try await giftctl.done("check", "-", input: rose)
    #expect(text.lines.last?.hasPrefix("standard input: accepted: ") == true)
    let both = try await giftctl.run("check", Fixtures.refused, "-", "--json", input: rose)
    #expect(both.exitCode == 4)
    let files = try both.json()["files"]?.values ?? []
    #expect(files.map { $0["file"]?.string } == [Fixtures.refused, "standard input"])
    #expect(files.map { $0["verdict"] } == ["refused", "accepted"])
    let broken = try await giftctl.run("check", "-", input: Array("[1,]".utf8))
    #expect(broken.exitCode == 4)
    #expect(broken.lines.first?.hasPrefix("standard input:1:3: error: ") == true)
    let empty = try await giftctl.run("check", "-")
    #expect(empty.exitCode == 4)
    #expect(empty.outputText.contains("[json.empty]"))
  }

  @Test func `what never ends is refused at the limit`() async throws {
    let line = "yes | \"$0\" check - --max-bytes 5000"
    let outcome = try await runProcess(
      "sh", ["-c", line, try Places.builtProduct("giftctl")], limit: .seconds(20))
    #expect(outcome.exitCode == 4)
    #expect(outcome.outputText.contains("[file.too-large]"))
    let rose = try Fixtures.bytes("rose")
    try await giftctl.done("check", "-", "--max-bytes", "\(rose.count)", input: rose)
    let words = ["check", "-", "--max-bytes", "\(rose.count - 1)"]
    #expect(try await giftctl.run(words, input: rose).exitCode == 4)
  }

  @Test func `it can be read once, and has no name in a folder`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    #expect(try await giftctl.run("check", "-", "-").exitCode == 64)
    let edit = ["edit", "-", "--minify", "-o"]
    #expect(try await giftctl.run(edit + [folder.path]).exitCode == 64)
    let outcome = try await giftctl.run(edit + ["-"], input: Array(#"{ "a" : 1 }"#.utf8))
    #expect(outcome.outputText == #"{"a":1}"#)
    #expect(outcome.errorText.hasPrefix("standard input: removed 4 bytes of white space\n"))
  }

  @Test func `add takes it, too`() async throws {
    let giftctl = try await Giftctl.stocked()
    let bytes = try Fixtures.bytes("heart", blanks: 1)
    let outcome = try await giftctl.run("add", "rose", "-", "--json", input: bytes)
    #expect(outcome.exitCode == 0)
    let versions = try outcome.json()["gifts"]?[0]?["after"]?["versions"]
    #expect(versions?[1]?["byteCount"] == .integer(Int64(bytes.count)))
    let refused = try await giftctl.run("add", "rose", "-", input: Array("[1,]".utf8))
    #expect(refused.exitCode == 4)
    #expect(refused.errorText.hasPrefix("standard input:1:3: error: "))
  }
}
