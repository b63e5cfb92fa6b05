import Foundation
import Pictures
import Support
import SystemPackage
import Testing

/// `giftctl poster`.
@Suite(.serialized) struct PosterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the stored poster is written as PNG, and nothing else is left in the folder`()
    async throws
  {
    defer { folder.remove() }
    let giftctl = try await Giftctl.unchanging()
    let path = folder.path + "/rose.png"
    let outcome = try await giftctl.done("poster", "rose", "-o", path)
    #expect(outcome.outputText.hasPrefix("\(path): rose version 1: poster, 256×256, "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["rose.png"])
    let image = try await PNGFile(path)
    #expect(image.width == 256 && image.height == 256)
    #expect(image.pixel(0, 0) == [0, 0, 0, 0])
    #expect(image.pixels.contains(255))
    let piped = try await giftctl.done("poster", "rose", "-o", "-")
    #expect((piped.output == [UInt8](try Data(contentsOf: URL(filePath: path)))) == true)
    #expect(piped.errorText.hasPrefix("rose version 1: poster, "))
  }

  @Test(arguments: [([], 512), (["--size", "1"], 1), (["--size", "1024"], 1_024)])
  func `a frame is drawn as it is, as large as asked for`(
    _ options: [String], _ side: Int
  ) async throws {
    defer { folder.remove() }
    let path = folder.path + "/rose.png"
    let outcome = try await Giftctl.unchanging().run(
      ["poster", "rose@1", "--frame", "45", "-o", path, "--json"] + options)
    let document = try outcome.json()
    #expect(document.keys == ["byteCount", "frame", "height", "id", "out", "version", "width"])
    #expect(document["frame"] == 45)
    let tool = DrawingTool(path: FilePath(try Places.builtProduct("giftdraw")))
    let expected = try await tool.frame(of: Fixtures.bytes("rose"), 45, longerSide: side)
    let image = try await PNGFile(path)
    #expect(image.width == side && image.height == side)
    #expect((image.pixels == expected.pixels) == true)
  }

  @Test func `a frame that is not there is a usage error with the number of frames`() async throws {
    defer { folder.remove() }
    let giftctl = try await Giftctl.unchanging()
    let path = folder.path + "/rose.png"
    try await giftctl.done("poster", "rose", "--frame", "89", "-o", path)
    let outcome = try await giftctl.run("poster", "rose", "--frame", "90", "-o", path)
    #expect(outcome.exitCode == 64)
    #expect(
      outcome.errorText == "giftctl: rose version 1 has 90 frames: --frame takes 0 to 89.\n")
  }

  @Test(arguments: [
    ("rose", 64), ("rose -o rose.jpg", 64), ("rose -o", 64), ("rose@x -o r.png", 64),
    ("rose --size 5 -o r.png", 64), ("rose --draw-with x -o r.png", 64),
    ("rose --frame 1 --size 0 -o r.png", 64), ("rose --frame 1 --size 1025 -o r.png", 64),
    ("rose --frame -1 -o r.png", 64), ("rose -o - --json", 64), ("rose@9 -o r.png", 2),
    ("nothing -o r.png", 2), ("rose -o /nowhere/r.png", 1), ("rose -o folder.png", 1),
    ("rose --frame 1 --draw-with /nowhere -o r.png", 1),
  ])
  func `what cannot be written is said, and nothing is written`(
    _ line: String, _ exitCode: Int32
  ) async throws {
    defer { folder.remove() }
    _ = try folder.folder("folder.png")
    let giftctl = try await Giftctl.unchanging()
    let outcome = try await runProcess(
      "sh",
      ["-c", "exec \"$0\" poster \(line)", try Places.builtProduct("giftctl")],
      environment: giftctl.environment, folder: folder.path, limit: .seconds(60))
    #expect(outcome.exitCode == exitCode)
    #expect(outcome.output.isEmpty || line.hasSuffix("--json"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["folder.png"])
  }

  @Test func `an older file is replaced, with its permissions, and a terminal gets no PNG`()
    async throws
  {
    defer { folder.remove() }
    let giftctl = try await Giftctl.unchanging()
    let path = try folder.write("rose.PNG", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try await giftctl.done("poster", "rose", "-o", path)
    #expect(try FilePath(path).stat().permissions.rawValue == 0o640)
    #expect(try await PNGFile(path).width == 256)
    let outcome = try await giftctl.runOnTerminal("giftctl poster rose -o -")
    #expect(outcome.exitCode == 64)
    #expect(!outcome.outputText.contains("PNG\r"))
  }

  @Test func `a stored poster of another size than its row tells is not shown`() async throws {
    defer { folder.remove() }
    let giftctl = try await Giftctl.stocked()
    try await giftctl.sql(
      "SET session_replication_role = replica", "UPDATE version_picture SET poster_width = 255")
    let outcome = try await giftctl.run("poster", "rose", "-o", folder.path + "/rose.png")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errorText.contains("The stored picture of rose version 1"))
  }
}
