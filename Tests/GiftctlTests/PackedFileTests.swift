import Foundation
import Support
import Testing

/// `.lottie` and `.tgs` files where an animation is read.
@Suite(.serialized) struct PackedFileTests {
  private let giftctl = Giftctl(over: "host=/nowhere")

  private static func archive(_ path: String = "a/rose.json", blanks: Int = 0) throws -> [UInt8] {
    let bytes = try Fixtures.bytes("rose", blanks: blanks)
    return TestArchive(animations: [(path, bytes)], ids: ["rose"]).bytes
  }

  @Test func `check opens them, in a folder, too, and names what is inside`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let one = try folder.write("1.lottie", try Self.archive("animations/rose.json"))
    let two = try folder.write("2.lottie", try Self.archive())
    let json = try folder.write("rose.json", try Fixtures.bytes("rose"))
    _ = try await runProcess("sh", ["-c", "gzip -c \"$0\" > \"$1\"", json, folder.path + "/3.tgs"])
    let names = [
      one + " (animations/rose.json)", two + " (a/rose.json)", folder.path + "/3.tgs", json,
    ]
    let document = try await giftctl.json("check", folder.path)
    #expect(document["files"]?.values.map { $0["file"]?.string } == names)
    let sizes = document["files"]?.values.map { $0["summary"]?["byteCount"] }
    #expect(Set(sizes ?? []) == [.integer(Int64(try Fixtures.bytes("rose").count))])
    let piped = try await giftctl.done("check", "-", input: try Self.archive())
    #expect(piped.lines.last?.hasPrefix("standard input (a/rose.json): accepted") == true)
  }

  @Test func `add and import store the JSON inside, byte for byte`() async throws {
    let giftctl = try await Giftctl.stocked()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("rose.lottie", try Self.archive(blanks: 1))
    let plain = try folder.write("rose.json", try Fixtures.bytes("rose", blanks: 1))
    try await giftctl.done("add", "rose", file)
    let again = try await giftctl.json("add", "rose", plain)
    #expect(again["outcome"] == "unchanged")
    _ = try folder.write("heart.lottie", try Self.archive(blanks: 2))
    _ = try folder.write(
      "manifest.json", #"{"gifts":[{"id":"heart","file":"heart.lottie","price":1}]}"#)
    try await giftctl.done("import", folder.path, "--yes")
    _ = try folder.write("rose.json", try Fixtures.bytes("rose", blanks: 2))
    #expect(try await giftctl.json("add", "heart", plain)["outcome"] == "unchanged")
  }

  @Test func `what cannot be opened is refused with what to do, and the others are checked`()
    async throws
  {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let rose = try Fixtures.bytes("rose")
    let two = TestArchive(animations: [("a/x.json", rose), ("a/y.json", rose)], ids: ["x", "y"])
    let file = try folder.write("two.lottie", two.bytes)
    let files = try await giftctl.json("check", file, Fixtures.file("rose"), exiting: 64)["files"]
    #expect(files?.values.map { $0["verdict"] } == ["refused", "accepted"])
    let finding = files?[0]?["findings"]?[0]
    #expect(finding?["code"] == "file.packed")
    let says = "name one, as in FILE.lottie#x"
    #expect(finding?["message"]?.string?.contains("2 animations, \"x\", \"y\"") == true)
    #expect(finding?["message"]?.string?.contains(says) == true)
    let added = try await giftctl.run("add", "rose", file)
    #expect(added.exitCode == 64)
    #expect(added.errorText.contains(says))
    _ = try folder.write("manifest.json", #"{"gifts":[{"id":"rose","file":"two.lottie"}]}"#)
    let imported = try await giftctl.run("import", folder.path, "--yes")
    #expect(imported.exitCode == 4)
    #expect(imported.errorText.contains(says))
    #expect(try await giftctl.rows() == before)
  }

  @Test func `edit writes JSON, under a name that says so`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("rose.lottie", try Self.archive())
    try await giftctl.done("edit", file, "--strip-expressions", "-o", folder.path)
    let written = try Data(contentsOf: URL(filePath: folder.path + "/rose.json"))
    #expect(try Array(written) == Fixtures.bytes("rose"))
    let over = try await giftctl.run("edit", file, "--minify", "-o", file)
    #expect(over.exitCode == 64)
    #expect(try Data(contentsOf: URL(filePath: file)) == Data(try Self.archive()))
  }

  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAkAAAAJCAIAAABv85FHAAAAEUlEQVR42mP4z8CACzEMczkACiVQsM/C"
    + "DcIAAAAASUVORK5CYII="

  @Test func `one of several animations is named after a hash`() async throws {
    let giftctl = try await Giftctl.stocked()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let animations = [
      ("a/x.json", try Fixtures.bytes("rose", blanks: 3)),
      ("a/y.json", try Fixtures.bytes("rose", blanks: 4)),
    ]
    let two = TestArchive(animations: animations, ids: ["x", "y"])
    let file = try folder.write("two.lottie", two.bytes)
    let checked = try await giftctl.done("check", file + "#y")
    #expect(checked.lines.last?.hasPrefix("\(file) (a/y.json): accepted") == true)
    try await giftctl.done("add", "rose", file + "#y")
    try await giftctl.done("edit", file + "#y", "--rename", "R", "-o", folder.path)
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/two-y.json")).isEmpty == false)
    _ = try folder.write("manifest.json", #"{"gifts":[{"id":"rose","file":"two.lottie#x"}]}"#)
    try await giftctl.done("import", folder.path, "--yes")
    let plain = try folder.write("plain.json", animations[0].1)
    #expect(try await giftctl.json("add", "rose", plain)["outcome"] == "unchanged")
  }

  @Test func `images of the archive are embedded, and others are missed`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let animation =
      #"{"v":"5.7.4","fr":60,"ip":0,"op":60,"w":9,"h":9,"layers":["#
      + ##"{"ty":1,"sw":9,"sh":9,"sc":"#ff0000","ks":{},"ip":0,"op":60,"st":0}],"assets":"##
      + #"[{"id":"1","w":9,"h":9,"u":"images/","p":"1.png","e":0}]}"#
    let archive = TestArchive([
      ("manifest.json", Array(#"{"animations":[{"id":"x"}]}"#.utf8)),
      ("animations/x.json", Array(animation.utf8)),
      ("images/1.png", try #require(Data(base64Encoded: Self.png)).map(\.self)),
      ("t/dark.json", []),
    ])
    let file = try folder.write("x.lottie", archive.bytes)
    let outcome = try await giftctl.done("check", file)
    let name = "\(file) (animations/x.json)"
    #expect(outcome.errorText.contains("\(name): embedded from the archive: \"images/1.png\""))
    #expect(outcome.errorText.contains("\(name): not kept: 1 theme, \"dark\""))
    let without = TestArchive(
      animations: [("animations/x.json", Array(animation.utf8))], ids: ["x"])
    let missing = try await giftctl.run("check", try folder.write("y.lottie", without.bytes))
    #expect(missing.exitCode == 4)
    #expect(missing.outputText.contains("[asset.external]"))
  }
}
