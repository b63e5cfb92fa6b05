import Foundation
import Support
import Testing

/// `giftctl edit` with real files and folders.
@Suite(.serialized) struct EditFileTests {
  /// `edit` reads no database: this one cannot be reached.
  private let giftctl = Giftctl(over: "host=/nowhere")
  private static let layer =
    ##"{"ty":1,"sw":9,"sh":9,"sc":"#ff0000","ind":1,"ks":{},"ip":0,"op":60,"st":0}"##
  private static let animation =
    #"{ "v":"5.7.4","fr":60,"ip":0,"op":60,"w":9,"h":9,"nm":"a","layers":[ \#(layer)] }"#
  private static let minified =
    #"{"v":"5.7.4","fr":60,"ip":0,"op":60,"w":9,"h":9,"nm":"a","layers":[\#(layer)]}"#

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test func `a result goes to a file, over the file itself, into a folder or to standard output`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("a.json", Self.animation)
    let other = folder.path + "/other.json"
    let inner = try folder.folder("inner")
    try await giftctl.done("edit", file, "--minify", "-o", other)
    #expect(try Self.text(other) == Self.minified)
    try await giftctl.done("edit", file, "--minify", "--output", inner.path)
    #expect(try Self.text(inner.path + "/a.json") == Self.minified)
    let outcome = try await giftctl.done("edit", file, "--minify", "-o", "-")
    #expect(outcome.outputText == Self.minified)
    #expect(outcome.errorText.contains("removed 3 bytes of white space"))
    #expect(try Self.text(file) == Self.animation)
    try await giftctl.done("edit", file, "--minify", "-o", file)
    #expect(try Self.text(file) == Self.minified)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a.json", "inner", "other.json"])
  }

  @Test func `nothing to change is exit 0, said as such, and written byte for byte`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let out = folder.path + "/out.json"
    let outcome = try await giftctl.done(
      "edit", Fixtures.file("rose"), "--strip-expressions", "--embed-images", folder.path, "-o",
      out)
    #expect(outcome.lines.first == "\(out): unchanged")
    #expect(try Data(contentsOf: URL(filePath: out)) == Data(Fixtures.bytes("rose")))
    let json = try await giftctl.json(
      "edit", Fixtures.file("rose"), "--strip-expressions", "-o", out)
    #expect(json["files"]?[0]?["outcome"] == "unchanged")
    #expect(json["files"]?[0]?["changes"] == .list([]))
  }

  @Test func `several files go into a folder, each judged, and the gravest decides`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let good = try folder.write(
      "good.json",
      Self.animation.replacing("\"layers\":[ ", with: #""layers":[{"nm":"Guide"},"#))
    let none = try folder.write("none.json", Self.animation)
    let broken = try folder.write("broken.json", "{,}")
    let out = try folder.folder("out")
    let words = ["edit", good, none, broken, "/nowhere.json", "--drop-layer", "Guide", "-o"]
    let outcome = try await giftctl.run(words + [out.path, "--json"])
    #expect(outcome.exitCode == 4)
    #expect(outcome.errors.isEmpty)
    let files = try outcome.json()["files"]?.values ?? []
    #expect(files.map { $0["outcome"] } == ["done", "failed", "failed", "failed"])
    #expect(files.map { $0["error"]?["code"] } == [nil, "layer_not_found", nil, "file_not_found"])
    #expect(files[2]["check"]?["verdict"] == "refused")
    #expect(try FileManager.default.contentsOfDirectory(atPath: out.path) == ["good.json"])
    #expect(try await giftctl.run("edit", none, "--drop-layer", "x", "-o", "-").exitCode == 2)
    #expect(try await giftctl.run("edit", good, none, "--minify", "-o", none).exitCode == 1)
    #expect(try await giftctl.run("edit", good, none, "--minify", "-o", "/nowhere").exitCode == 64)
    #expect(try await giftctl.run("edit", good, good, "--minify", "-o", out.path).exitCode == 64)
  }

  @Test func `a result that the check refuses is written, with its findings, and is exit 4`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("a.json", #"{"layers":[{"ks":{"o":{"k":1,"x":"y"}}}]}"#)
    let out = folder.path + "/out.json"
    let outcome = try await giftctl.run("edit", file, "--strip-expressions", "-o", out)
    #expect(outcome.exitCode == 4)
    #expect(try Self.text(out) == #"{"layers":[{"ks":{"o":{"k":1}}}]}"#)
    #expect(outcome.lines.first == "\(out): stripped 1 expression")
    #expect(outcome.outputText.contains("top.missing"))
    #expect(!outcome.outputText.contains("code.expression"))
  }

  @Test func `a file keeps its permissions, and a link stays a link`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("a.json", Self.animation)
    let link = folder.path + "/link.json"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    try await giftctl.done("edit", file, "--minify", "-o", link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try Self.text(file) == Self.minified)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test(arguments: ["/dev/null", "/nowhere/out.json", "/proc/out.json", "/tmp/nowhere/"])
  func `what cannot be written is exit 1 or 2 and changes nothing`(out: String) async throws {
    let before = try await runProcess("stat", ["--format", "%F", "/dev/null"])
    let outcome = try await giftctl.run("edit", Fixtures.file("rose"), "--minify", "-o", out)
    #expect([1, 2].contains(outcome.exitCode))
    #expect(outcome.errorText.hasPrefix("giftctl: "))
    #expect(outcome.output.isEmpty)
    let after = try await runProcess("stat", ["--format", "%F", "/dev/null"])
    #expect(before.output == after.output)
  }

  @Test func `standard output that takes nothing is exit 1`() async throws {
    let outcome = try await shell(
      "\"$GIFTCTL\" edit \"$FILE\" --minify -o - > /dev/full", on: "/dev/null")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errorText.contains("standard output"))
  }

  /// A limit on the sizes of files does what a full disk does.
  ///
  /// It is 1 MiB, because the thread sanitizer writes a file of half of that when a process starts.
  @Test func `a disk that fills up keeps the older file, and no part of a new one`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let out = try folder.write("out.json", "older")
    let markers = Array(repeating: #"{"cm":"a","tm":1,"dr":0}"#, count: 50_000)
    let large = try folder.folder("large").write(
      "in.json", "{\"markers\":[\(markers.joined(separator: ","))]}")
    let outcome = try await shell(
      "trap '' XFSZ; ulimit -f 1024; \"$GIFTCTL\" edit \"$FILE\" --minify -o \"$OUT\"",
      from: large, on: out)
    #expect(outcome.exitCode == 1)
    #expect(outcome.errorText.contains("cannot be written"))
    #expect(try Self.text(out) == "older")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "large", "out.json",
      ])
  }

  private func shell(
    _ line: String, from file: String = Fixtures.file("rose"), on out: String
  ) async throws -> ProcessOutcome {
    let environment = [
      "GIFTCTL": try Places.builtProduct("giftctl"), "FILE": file, "OUT": out,
    ]
    return try await runProcess("bash", ["-c", line], environment: environment)
  }

  @Test(arguments: [
    [], ["--minify"], ["-o", "/tmp/x"], ["--minify", "-o", ""], ["--minify", "-o", "-", "--json"],
    ["--rename", String(repeating: "n", count: 10_000), "-o", "-"],
    ["--rename", "a", "/nowhere", "-o", "/tmp"], ["--minify", "/nowhere", "-o", "-"],
    ["--minify", "--max-bytes", "0", "-o", "-"],
  ])
  func `a command line that makes no sense is exit 64`(words: [String]) async throws {
    let outcome = try await giftctl.run(["edit", Fixtures.file("rose")] + words)
    #expect(outcome.exitCode == 64)
  }

  @Test func `the help says what is written and when`() async throws {
    let help = try await giftctl.done("edit", "--help").outputText
    #expect(help.contains("written even if the check refuses it"))
    for word in ["--drop-layer", "--strip-expressions", "--embed-images", "--rename", "--minify"] {
      #expect(help.contains(word))
    }
  }
}
