import Foundation
import Support
import Testing

@Suite(.serialized) struct CheckFolderTests {
  private let giftctl = Giftctl(over: "host=/nowhere")

  @Test func `of a folder every JSON file is checked, in the order of names, without hidden ones`()
    async throws
  {
    try await inFolder { folder in
      let rose = try Fixtures.bytes("rose")
      let names = ["b.json", "a.JSON", ".hidden.json", "note.txt", "玫瑰.json", "وردة 🌹.json"]
      for name in names { _ = try folder.write(name, rose) }
      _ = try folder.folder("ab").folder("deep").write("x.json", rose)
      _ = try folder.folder(".git").write("x.json", rose)
      let checked = try await self.files(folder.path)
      let expected = ["a.JSON", "ab/deep/x.json", "b.json", "وردة 🌹.json", "玫瑰.json"]
      #expect(checked == expected.map { folder.path + "/" + $0 })
      #expect(try await self.files(folder.path + "/") == checked)
    }
  }

  @Test func `links in circles end, and each folder is entered once`() async throws {
    try await inFolder { folder in
      let inner = try folder.folder("inner")
      _ = try inner.write("a.json", try Fixtures.bytes("rose"))
      let files = FileManager.default
      for (name, target) in [("self", "."), ("up", ".."), ("twin", "../inner")] {
        try files.createSymbolicLink(
          atPath: inner.path + "/" + name, withDestinationPath: target)
      }
      #expect(try await self.files(folder.path) == [inner.path + "/a.json"])
    }
  }

  @Test func `a folder without any is said, and exit 2`() async throws {
    try await inFolder { folder in
      _ = try folder.write("note.txt", "no animation")
      let report = try await self.giftctl.json("check", folder.path, exiting: 2)["files"]?[0]
      #expect(report?["findings"]?[0]?["code"] == "file.none")
      let outcome = try await self.giftctl.run("check", folder.path, Fixtures.refused)
      #expect(outcome.exitCode == 4)
      #expect(outcome.outputText.contains("There is no *.json, *.lottie or *.tgs in "))
    }
  }

  @Test func `what is no file is not opened, and the others are checked`() async throws {
    try await inFolder { folder in
      _ = try folder.write("b.json", try Fixtures.bytes("rose"))
      let making = "mkfifo a.json; truncate -s 1G c.json; ln -s nothing d.json; mkdir e.json"
      let made = try await runProcess("sh", ["-c", making], folder: folder.path)
      #expect(made.exitCode == 0)
      let reports = try await self.giftctl.json("check", folder.path, exiting: 4)["files"]?.values
      let codes = (reports ?? []).map { $0["findings"]?[0]?["code"]?.string ?? "" }
      #expect(codes == ["file.no-file", "", "file.too-large", "file.missing"])
    }
  }

  @Test func `folders inside each other without end are not followed to it`() async throws {
    try await inFolder { folder in
      let names = Array(repeating: "d", count: 100).joined(separator: "/")
      let deep = try folder.folder(names)
      _ = try deep.write("x.json", try Fixtures.bytes("rose"))
      let report = try await self.giftctl.json("check", folder.path, exiting: 1)["files"]?[0]
      #expect(report?["findings"]?[0]?["message"]?.string?.contains("more than 64 folders") == true)
    }
  }

  private func files(_ path: String) async throws -> [String] {
    let document = try await giftctl.json("check", path)
    return (document["files"]?.values ?? []).compactMap { $0["file"]?.string }
  }

  private func inFolder(_ body: (TemporaryFolder) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await body(folder)
  }
}
