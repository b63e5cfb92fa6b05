import Foundation
import GiftPublishing
import StoreSupport
import Support
import Testing

@testable import GiftStore

@Suite(.serialized) struct OutputFailureTests {
  private func shell(_ line: String) async throws -> ProcessOutcome {
    var giftctl = try await Giftctl.unchanging()
    giftctl.environment["GIFTCTL"] = try Places.builtProduct("giftctl")
    return try await runProcess(
      "bash", ["-c", line], environment: giftctl.environment, limit: .seconds(60))
  }

  @Test(arguments: ["list", "list --json", "show rose", "history --json", "diff", "export -"])
  func `an answer that cannot be written is exit 1, in one sentence`(_ verb: String) async throws {
    let outcome = try await shell("\"$GIFTCTL\" \(verb) > /dev/full")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errorText.split(separator: "\n").count == 1)
    #expect(outcome.errorText.contains("standard output"))
    #expect(outcome.errorText.contains("No space left"))
  }

  /// Ignored by the shell, the signal leaves the error number to the command.
  @Test func `a reader that goes away ends nothing`() async throws {
    let outcome = try await shell(
      "trap '' PIPE; { \"$GIFTCTL\" list; echo $? >&2; } | true")
    #expect(outcome.errorText == "0\n")
  }

  @Test(arguments: ["", "/", "///"])
  func `an export's folder may be named with slashes behind it`(_ slashes: String) async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await giftctl.done("export", folder.path + "/made/export" + slashes)
    #expect(outcome.outputText.hasSuffix(": 12 animations, 24 pictures\n"))
    let made = folder.path + "/made"
    #expect(try FileManager.default.contentsOfDirectory(atPath: made) == ["export"])
    let again = try await giftctl.run("export", made + "/export" + slashes)
    #expect(again.exitCode == 1)
    #expect(again.errorText.contains("already exists"))
  }

  @Test func `an export that fails leaves nothing behind`() async throws {
    let giftctl = try await Giftctl.stocked()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await giftctl.sql("REVOKE SELECT ON asset FROM gift_reader, gift_editor")
    let outcome = try await giftctl.run("export", folder.path + "/export")
    #expect(outcome.exitCode != 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `an export's folder is told without what plays tricks`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await giftctl.done("export", folder.path + "/\u{1B}[31m\u{202E}x")
    #expect(
      outcome.outputText == folder.path + "/\\u{1b}[31m\\u{202e}x: 12 animations, 24 pictures\n")
  }

  @Test func `add tells findings under a file's name without what plays tricks`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("\u{1B}[31m\u{202E}x.json", "{}")
    let outcome = try await giftctl.run("add", "rose", file)
    #expect(outcome.exitCode == 4)
    #expect(outcome.errorText.contains("/\\u{1b}[31m\\u{202e}x.json:1:1: error: "))
    #expect(!outcome.errors.contains(0x1B))
  }

  @Test func `findings of an archive that somebody wrote are shown without tricks`() async throws {
    let source = try await Giftctl.stocked()
    let finding =
      #"[{"code":"a.b","severity":"note","pointer":"/\u001b[31m","line":1,"#
      + #""column":1,"message":"\u202e"}]"#
    let stream = try await source.done("export", "-").output
    let end = try #require(stream.firstRange(of: Array("\n{\"base64\"".utf8))).lowerBound
    var archive = try Archive(text: Array(stream[...end]))
    for index in archive.gifts.indices {
      archive.gifts[index].findings = archive.gifts[index].findings.map { _ in finding }
    }
    let giftctl = try await Giftctl.empty()
    let input = try archive.proven().text() + stream[(end + 1)...]
    try await giftctl.done("import", "-", input: input)
    let shown = try await giftctl.done("show", "rose")
    #expect(shown.outputText.contains("note a.b at 1:1 /\\u{1b}[31m: \\u{202e}"))
    #expect(!shown.output.contains(0x1B))
  }
}
