import Foundation
import Support
import Testing

/// `--loop` and `--segment`, and where they are shown.
@Suite(.serialized) struct PlaybackCommandTests {
  @Test func `how a gift is played is chosen, shown and served, and is a version of its own`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    let added = try await giftctl.done(
      "add", "rose", Fixtures.file("rose"), "--segment", "intro=0-30", "--segment", "main=30-59.5",
      "--loop", "main")
    #expect(
      added.outputText.contains("; loops main; segments intro 0–30, main 30–59.5)"))
    let shown = try await giftctl.done("show", "rose@2")
    #expect(shown.lines.contains("     loops main; segments intro 0–30, main 30–59.5"))
    let versions = try await giftctl.json("show", "rose")["gift"]?["versions"]?.values
    #expect(versions?.count == 2)
    #expect(versions?.first?["playback"]?["loop"] == .bool(false))
    #expect(versions?.last?["playback"]?["loop"] == "main")
    #expect(
      versions?.last?["playback"]?["segments"]?.values.map { $0["name"]?.string }
        == ["intro", "main"])
    #expect(versions?.first?["sha256"] == versions?.last?["sha256"])
    let difference = try await giftctl.done("diff", "rose@1", "rose@2")
    #expect(difference.lines.last?.hasPrefix("playback  once") == true)
    #expect(try await giftctl.json("diff", "rose@1", "rose@2")["playbackAfter"]?["loop"] == "main")
    // What is not named stays, and the file is not needed.
    let third = try await giftctl.json("add", "rose", "--loop", "3")
    #expect(third["outcome"] == "done")
    #expect(try await giftctl.json("add", "rose", "--loop", "3")["outcome"] == "unchanged")
    let last = try await giftctl.json("show", "rose@3")["gift"]?["versions"]?.values.last
    #expect(last?["playback"]?["loop"] == .integer(3))
    #expect(last?["playback"]?["segments"]?.values.count == 2)
    #expect(last?["pictures"] == versions?.first?["pictures"])
  }

  @Test(arguments: [
    (
      ["rose", "--loop", "main"], 64,
      "There is no segment \"main\" to loop: the animation has none."
    ),
    (["rose", "--segment", "main=30-30"], 64, "ends at frame 30, which is not after frame 30"),
    (["rose", "--segment", "main=30-91"], 64, "and the animation has frames 0 to 90"),
    (["rose", "--segment", "main"], 64, "write a name, then the first and last frame: intro=0-30"),
    (["rose", "--segment", "main=0-inf"], 64, "write a name, then the first and last frame"),
    (["rose", "--segment", "main=-10-20"], 64, "has frames -10 to 20"),
    (["rose", "--loop", "0"], 64, "0 is not a valid number of plays"),
    (["rose", "--loop", "1001"], 64, "1,001 is not a valid number of plays"),
    (["rose", "--segment", "a=0-1", "--no-segments"], 64, "not both"),
    (["rose", "heart", "--loop", "true"], 64, "name only that gift"),
    (["tulip", "--loop", "true"], 2, "tulip"),
  ])
  func `what cannot be played is refused with what to do`(
    words: [String], code: Int32, text: String
  ) async throws {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let outcome = try await giftctl.run(["add"] + words)
    #expect(outcome.status == .exited(code))
    #expect(outcome.errorText.replacing("\n", with: " ").contains(text), "\(outcome.errorText)")
    #expect(try await giftctl.rows() == before)
  }

  @Test func `a manifest says how gifts are played, and an export of the live ones, too`()
    async throws
  {
    let giftctl = try await Giftctl.empty()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try folder.write("rose.json", try Fixtures.bytes("rose"))
    _ = try folder.write(
      "manifest.json",
      """
      {"gifts":[{"id":"rose","file":"rose.json","names":{"en":"Rose"},"price":1,"publish":true,
      "loop":"main","segments":[{"name":"main","first":30,"last":60}]}]}
      """)
    try await giftctl.done("import", folder.path, "--yes")
    #expect(try await giftctl.json("import", folder.path, "--yes")["outcome"] == "unchanged")
    let shown = try await giftctl.done("show", "rose")
    #expect(shown.lines.contains("     loops main; segments main 30–60"))
    let target = folder.path + "/live"
    try await giftctl.done("export", "--live", target)
    #expect(try await giftctl.json("import", target, "--yes")["outcome"] == "unchanged")
    let manifest = try JSONValue(
      text:
        try String(contentsOfFile: target + "/manifest.json", encoding: .utf8))
    #expect(manifest["gifts"]?.values.first?["loop"] == "main")
  }
}
