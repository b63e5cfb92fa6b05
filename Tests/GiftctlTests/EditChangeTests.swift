import Foundation
import Support
import Testing

/// The changes that `giftctl edit` makes, and how it tells of them.
@Suite(.serialized) struct EditChangeTests {
  /// `edit` reads no database: this one cannot be reached.
  private let giftctl = Giftctl(over: "host=/nowhere")
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + "IHDR".utf8
    + [0, 0, 0, 2, 0, 0, 0, 3]
  private static let uri = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAAD"

  private static func animation(assets: String = "", layers: String = "") -> String {
    #"{"v":"5.7.4","fr":60,"ip":0,"op":60,"w":9,"h":9,"assets":["#
      + "\(assets)],\"layers\":[\(layers)]}"
  }

  @Test func `all changes work together, and each is told`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write(
      "a.json",
      Self.animation(
        assets: #"{"u":"images/","p":"img_0.png","e":0}"#,
        layers: #"{"nm":"M","td":1}, {"nm":"A","tt":1}, {"nm":"B","x":"code"}"#))
    _ = try folder.folder("images").write("img_0.png", Self.png)
    let out = folder.path + "/out.json"
    let document = try await giftctl.json(
      "edit", file, "--minify", "--rename", "Rose \"1\"", "--embed-images", folder.path,
      "--strip-expressions", "--drop-layer", "A", "-o", out, exiting: 4)
    let expected =
      "{\"nm\":\"Rose \\\"1\\\"\","
      + Self.animation(
        assets: #"{"u":"","p":"\#(Self.uri)","e":1}"#, layers: #"{"nm":"B"}"#
      ).dropFirst()
    #expect(try String(contentsOfFile: out, encoding: .utf8) == expected)
    let changed = try #require(document["files"]?[0])
    #expect(
      changed.keys == ["file", "outcome", "out", "changes", "bytesBefore", "bytesAfter", "check"])
    #expect(changed["outcome"] == "done")
    #expect(changed["out"]?.string == out)
    let changes = try changed["changes"]?.values.map { try $0.sortedLine }
    #expect(
      changes == [
        #"{"edit":"drop-layer","layers":["#
          + #"{"matteOf":"/layers/1","name":"M","pointer":"/layers/0"},"#
          + #"{"name":"A","pointer":"/layers/1"}]}"#,
        #"{"count":1,"edit":"strip-expressions"}"#,
        #"{"edit":"embed-images","images":[{"byteCount":24,"mediaType":"image/png","#
          + #""name":"images/img_0.png","pointer":"/assets/0"}]}"#,
        #"{"edit":"rename"}"#,
      ])
  }

  @Test func `an image is taken from its path, else from its last name`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write(
      "a.json", Self.animation(assets: #"{"u":"./images/","p":"a.png"},{"u":"x/","p":"b.png"}"#))
    let images = try folder.folder("dir")
    _ = try images.folder("images").write("a.png", Self.png)
    _ = try images.write("a.png", "not this one")
    _ = try images.write("b.png", Self.png)
    let outcome = try await giftctl.run(
      "edit", file, "--embed-images", images.path + "/", "-o", "-")
    let asset = "{\"u\":\"\",\"p\":\"\(Self.uri)\",\"e\":1}"
    #expect(outcome.outputText == Self.animation(assets: "\(asset),\(asset)"))
    #expect(outcome.errorText.contains("embedded \"x/b.png\" as image/png, 24 bytes"))
  }

  @Test func `all images that are missing are named, and nothing is written`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write(
      "a.json", Self.animation(assets: #"{"u":"i/","p":"a.png"},{"p":"b.png"}"#))
    let out = folder.path + "/out.json"
    let outcome = try await giftctl.run("edit", file, "--embed-images", folder.path, "-o", out)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errorText.contains("\"i/a.png\""))
    #expect(outcome.errorText.contains("\"b.png\""))
    #expect(!FileManager.default.fileExists(atPath: out))
    #expect(
      try await giftctl.run("edit", file, "--embed-images", "/nowhere", "-o", out).exitCode == 2)
    #expect(try await giftctl.run("edit", file, "--embed-images", file, "-o", out).exitCode == 1)
  }

  /// What an asset says, with a link `out` to the folder's parent and `in` to the folder beside it.
  @Test(arguments: [
    #""p":"../secret.png""#, #""u":"/","p":"etc/passwd""#, #""p":"https://example.org/a.png""#,
    #""p":"out/secret.png""#, #""p":"secret-link.png""#, #""u":"elsewhere/","p":"secret-link.png""#,
    #""p":"a.svg""#, #""p":"a\u001b[31m.png""#, #""p":"..\\secret.png""#, #""p":"pipe""#,
    #""p":"inner""#,
  ])
  func `what lies outside the folder or is no image is refused`(asset: String) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let images = try folder.folder("images")
    let secret = try folder.write("secret.png", Self.png)
    _ = try images.write("a.svg", "<svg/>")
    _ = try images.folder("inner")
    for (link, target) in [("out", folder.path), ("secret-link.png", secret)] {
      try FileManager.default.createSymbolicLink(
        atPath: images.path + "/" + link, withDestinationPath: target)
    }
    _ = try await runProcess("mkfifo", [images.path + "/pipe"])
    let file = try folder.write("a.json", Self.animation(assets: "{\(asset)}"))
    let out = folder.path + "/out.json"
    let outcome = try await giftctl.run("edit", file, "--embed-images", images.path, "-o", out)
    #expect(outcome.exitCode == 1)
    #expect(outcome.errorText.hasPrefix("giftctl: "))
    #expect(!outcome.errors.contains(0x1B))
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test func `a link within the folder is followed`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try folder.folder("deep").write("b.png", Self.png)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/a.png", withDestinationPath: "deep/b.png")
    let file = try folder.write("a.json", Self.animation(assets: #"{"p":"a.png"}"#))
    let outcome = try await giftctl.run("edit", file, "--embed-images", folder.path, "-o", "-")
    #expect(outcome.outputText.contains(Self.uri))
  }

  @Test func `an image that makes the file too large is refused`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("a.json", Self.animation(assets: #"{"p":"a.png"}"#))
    _ = try folder.write("a.png", Self.png + Array(repeating: 0, count: 500))
    for limit in [200, 600] {
      let outcome = try await giftctl.run(
        "edit", file, "--embed-images", folder.path, "--max-bytes", "\(limit)", "-o", "-")
      #expect(outcome.exitCode == 4)
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func `a layer that others need stays, and they are named without what plays tricks`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let long = String(repeating: "n", count: 10_000)
    let file = try folder.write(
      "a.json",
      Self.animation(
        layers:
          #"{"nm":"\u001b[31m","ind":1},{"nm":"\u202e\#(long)","parent":1},{"nm":"\u202e\#(long)"}"#
      ))
    let used = try await giftctl.run("edit", file, "--drop-layer", "\u{1B}[31m", "-o", "-")
    #expect(used.exitCode == 1)
    #expect(
      used.errorText.contains(#"/layers/0 "\u{1B}[31m" is the parent of /layers/1 "\u{202E}n"#))
    let ambiguous = try await giftctl.run(
      "edit", file, "--drop-layer", "\u{202E}" + long, "-o", "-")
    #expect(ambiguous.exitCode == 1)
    #expect(ambiguous.errorText.contains("/layers/1, /layers/2"))
    let missing = try await giftctl.run(
      "edit", file, "--drop-layer", "/layers/3", "--drop-layer", "\u{1B}" + long, "-o", "-")
    #expect(missing.exitCode == 2)
    for outcome in [used, ambiguous, missing] {
      #expect(outcome.output.isEmpty)
      #expect(!outcome.errors.contains(0x1B) && outcome.errors.count < 1_000)
      #expect(!outcome.errorText.unicodeScalars.contains("\u{202E}"))
    }
  }
}
