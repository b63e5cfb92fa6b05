import Foundation
import Support
import Testing

@Suite(.serialized) struct CheckTests {
  /// `check` reads no database: this one cannot be reached.
  private let giftctl = Giftctl(over: "host=/nowhere")

  @Test func `several files are judged, each in its order, and one refused is exit 4`()
    async throws
  {
    let files = [Fixtures.file("rose"), Fixtures.refused, Fixtures.file("heart")]
    let outcome = try await giftctl.run(["check"] + files + ["--json"])
    #expect(outcome.exitCode == 4)
    #expect(outcome.errors.isEmpty)
    let document = try outcome.json()
    #expect(document.keys == ["files"])
    let reports = document["files"]?.values ?? []
    #expect(reports.map { $0["file"]?.string } == files)
    #expect(reports.map { $0["verdict"] } == ["accepted", "refused", "accepted"])
    #expect(try await giftctl.run(["check"] + files).exitCode == 4)
    #expect(try await giftctl.run("check", Fixtures.file("rose")).exitCode == 0)
  }

  @Test func `a report has the members that scripts rely on`() async throws {
    let accepted = try await giftctl.json("check", Fixtures.file("rose"))["files"]?[0]
    #expect(accepted?.keys == ["file", "verdict", "findings", "summary"])
    #expect(accepted?["findings"]?.values.allSatisfy { $0["severity"] != "error" } == true)
    let bytes = try Fixtures.bytes("rose").count
    #expect(accepted?["summary"]?["byteCount"] == .integer(Int64(bytes)))
    let refused = try await giftctl.json("check", Fixtures.refused, exiting: 4)["files"]?[0]
    let finding = refused?["findings"]?[0]
    #expect(finding?.keys == ["code", "severity", "pointer", "line", "column", "message"])
    #expect(finding?["code"] == "top.missing")
    #expect(finding?["severity"] == "error")
    #expect(finding?["line"] == 1)
  }

  @Test func `text names file, line, column, severity and code, as compilers do`() async throws {
    let file = Places.packageRoot + "/fixtures/lottie/invalid/json.trailing-comma/in-array.json"
    let outcome = try await giftctl.run("check", file)
    let first = try #require(outcome.lines.first)
    #expect(
      first.firstMatch(of: /^.*in-array\.json:\d+:\d+: error: .* \[json\.trailing-comma\]$/) != nil
    )
    #expect(outcome.outputText.contains(": refused: 1 error"))
  }

  @Test func `a limit of one's own refuses what is larger`() async throws {
    let file = Fixtures.file("rose")
    #expect(try await giftctl.run("check", file, "--max-bytes", "1000").exitCode != 0)
    #expect(try await giftctl.run("check", file, "--max-bytes", "100000").exitCode == 0)
  }

  /// Words for the files, and the exit code.
  private static let orders: KeyValuePairs<String, Int32> = [
    "rose /nowhere": 2, "/nowhere rose": 2, "/dev/null rose": 1, "/dev/null /nowhere": 2,
    "/nowhere /dev/null": 2, "/nowhere refused": 4, "refused /nowhere": 4,
    "/dev/null refused rose": 4, "refused /dev/null": 4,
  ]

  @Test(arguments: orders.map { (files: $0.key, exitCode: $0.value) })
  func `the exit code is that of the gravest, in whatever order the files come`(
    _ order: (files: String, exitCode: Int32)
  ) async throws {
    let files = order.files.split(separator: " ").map { word in
      word == "rose" ? Fixtures.file("rose") : word == "refused" ? Fixtures.refused : String(word)
    }
    #expect(try await giftctl.run(["check"] + files).exitCode == order.exitCode)
  }

  @Test func `a file's name is told whole, and without what plays tricks`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write(
      String(repeating: "x", count: 200) + "\u{1B}[31m\n\u{202E}.json", "[1,]")
    let shown = String(file.split(separator: "\u{1B}")[0]) + "\\u{1b}[31m\\u{a}\\u{202e}.json"
    let outcome = try await giftctl.run("check", file)
    #expect(outcome.lines.first?.hasPrefix(shown + ":1:3: error: ") == true)
    #expect(outcome.lines.last?.hasPrefix(shown + ": refused") == true)
    #expect(outcome.lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("  ") })
  }

  @Test(arguments: ["/nowhere", "/dev/null", "/dev/zero"])
  func `what cannot be read is reported like the rest, which are judged all the same`(
    _ file: String
  ) async throws {
    let outcome = try await giftctl.run("check", file, Fixtures.file("rose"), "--json")
    #expect(outcome.exitCode != 0)
    let reports = try outcome.json()["files"]?.values ?? []
    #expect(reports.map { $0["verdict"] } == ["refused", "accepted"])
    #expect(reports.first?["findings"]?[0]?["code"]?.string?.hasPrefix("file.") == true)
  }
}
