import DrawProtocol
import Foundation
import Support
import Testing

/// Pictures as the content team knows them: `add` makes them, `pictures update` makes them again.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PicturesCommandTests {
  private let giftctl: Giftctl
  private let folder: TemporaryFolder

  init() async throws {
    giftctl = try await Giftctl.empty()
    folder = try TemporaryFolder()
  }

  private func add(_ others: String...) async throws -> ProcessOutcome {
    try await giftctl.run(
      ["add", "rose", Fixtures.file("rose"), "--name", "en=Rose", "--price", "1"] + others)
  }

  private func version() async throws -> JSONValue? {
    try await giftctl.json("show", "rose")["gift"]?["versions"]?.values.first
  }

  @Test func `a gift is added with its pictures, and a second run finds nothing to do`()
    async throws
  {
    defer { folder.remove() }
    try await add().expectDone()
    let pictures = try await version()?["pictures"]
    #expect(pictures?["poster"]?["width"] == .integer(256))
    #expect(pictures?["preview"]?["width"] == .integer(192))
    #expect(try await add().outputText.contains("rose: unchanged"))
    let update = try await giftctl.done("pictures", "update")
    #expect(update.outputText == "all pictures are up to date\n")
    #expect(try await giftctl.json("history")["changes"]?.values.count == 1)
  }

  @Test func `without a jail a version is stored undrawn with a warning, and drawn later`()
    async throws
  {
    defer { folder.remove() }
    let obstacle = JailObstacle(step: .seccomp, error: 1)
    let script = try folder.giftdraw(
      sending: [DrawHello(.noJail(obstacle), renderer: Renderer(buildID: [])).bytes], "exit 3")
    let added = try await add("--draw-with", script)
    try added.expectDone()
    #expect(
      added.errorText.split(separator: "\n").joined(separator: " ")
        == "giftctl: warning: Nothing is drawn, as giftdraw cannot jail itself here: the system "
        + "refuses its seccomp filter (Operation not permitted). The version has no pictures; to "
        + "make them later: giftctl pictures update")
    #expect(try await giftctl.done("show", "rose").outputText.contains("no pictures yet"))
    let refused = try await giftctl.run("pictures", "update", "--draw-with", script)
    #expect(refused.exitCode == 1)
    let update = try await giftctl.json("pictures", "update", "rose")
    #expect(update["drawn"] == .integer(1) && update["remaining"] == .integer(0))
    #expect(update["change"] == .integer(2))
    let history = try await giftctl.done("history").outputText
    #expect(history.contains("pictures") && history.contains("rose: version 1 drawn"))
    try await giftctl.done("undo", "2")
    #expect(try await version()?["pictures"] == nil)
  }

  @Test func `a machine that fails is exit 1, never a finding, and stores nothing`() async throws {
    defer { folder.remove() }
    let script = try folder.giftdraw(
      sending: [DrawHello(.jailed(landlock: 0), renderer: Renderer(buildID: [])).bytes],
      "kill -KILL $$")
    let added = try await add("--draw-with", script, "--json")
    #expect(added.exitCode == 1)
    #expect(try added.json()["error"]?["code"]?.string == "giftdraw_killed")
    #expect(try await giftctl.run("show", "rose").exitCode == 2)
  }

  /// The kills are spread evenly over the time that a run takes, most of which is drawing.
  @Test func `killed while drawing, nothing is half done, and no process is left`() async throws {
    defer { folder.remove() }
    let link = folder.path + "/giftdraw"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try Places.builtProduct("giftdraw"))
    try await add("--draw-with", link).expectDone()
    var usual = Duration.milliseconds(300)
    for round in 1...20 {
      let file = try folder.write("rose.json", try Fixtures.bytes("rose", blanks: round))
      let words = ["add", "rose", file, "--draw-with", link]
      let before = try await giftctl.rows()
      _ = try await giftctl.run(words, killedAfter: usual * (Double(round) / 20))
      let left = try await giftctl.rows()
      usual = try await ContinuousClock().measure { try await giftctl.run(words).expectDone() }
      let after = try await giftctl.rows()
      #expect(left == before || left == after)
      #expect(after != before)
    }
    let versions = try await giftctl.json("show", "rose")["gift"]?["versions"]?.values ?? []
    #expect(versions.count == 21)
    #expect(versions.allSatisfy { $0["pictures"]?["poster"] != nil })
    #expect(
      try await eventually { try Self.processes(startedAs: link).isEmpty ? true : nil } == true)
  }

  /// The command lines of living processes that contain a path.
  private static func processes(startedAs path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
      .compactMap { process in
        // A process may end meanwhile.
        guard let line = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline")) else {
          return nil
        }
        let text = String(decoding: line, as: UTF8.self)
        return text.contains(path) ? text : nil
      }
  }
}
