import Foundation
import Support
import Testing

/// Something that is no animation, where one is expected.
struct HostileFile: CustomTestStringConvertible {
  let name: String
  /// A line of a shell that makes it as `$0`.
  let making: String
  let says: String
  var testDescription: String { name }

  static let all = [
    HostileFile(name: "1 GB", making: "truncate -s 1G \"$0\"", says: "1,073,741,824 bytes"),
    // Nobody has the time to read this one, however little is in it.
    HostileFile(name: "1 TB", making: "truncate -s 1T \"$0\"", says: "1,099,511,627,776 bytes"),
    HostileFile(name: "folder", making: "mkdir \"$0\"", says: "is a folder"),
    HostileFile(name: "FIFO", making: "mkfifo \"$0\"", says: "is a pipe"),
    HostileFile(name: "missing", making: "true", says: "There is no"),
    HostileFile(name: "link to nothing", making: "ln -s nothing \"$0\"", says: "There is no"),
    HostileFile(name: "link to itself", making: "ln -s \"$0\" \"$0\"", says: "\""),
    HostileFile(name: "/dev/zero", making: "ln -s /dev/zero \"$0\"", says: "is a device"),
    HostileFile(name: "/dev/stdin", making: "ln -s /dev/stdin \"$0\"", says: "\""),
    // Not even root can read this one from its beginning.
    HostileFile(name: "unreadable", making: "ln -s /proc/self/mem \"$0\"", says: "read"),
    HostileFile(name: "empty", making: ": > \"$0\"", says: "json.empty"),
    HostileFile(name: "zeros", making: "head -c 100000 /dev/zero > \"$0\"", says: "json."),
    HostileFile(name: "program", making: "head -c 100000 /bin/sh > \"$0\"", says: "json."),
  ]

  func make(at path: String) async throws {
    let outcome = try await runProcess("sh", ["-c", making, path])
    guard outcome.exitCode == 0 else { throw Surprise.exit(["sh", making], outcome) }
  }
}

@Suite(.serialized) struct HostileFileTests {
  private static let limit = Duration.seconds(20)

  @Test(arguments: HostileFile.all)
  func `what is no animation is answered at once, and nothing is stored`(
    _ file: HostileFile
  ) async throws {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path + "/animation.json"
    try await file.make(at: path)
    let added = try await giftctl.run("add", "rose", path, limit: Self.limit)
    #expect(added.exitCode != 0)
    #expect(added.output.isEmpty)
    #expect(added.errorText.contains(file.says))
    #expect(added.errorText.split(separator: "\n").count <= 8)
    let checked = try await giftctl.run("check", path, limit: Self.limit)
    #expect(checked.exitCode != 0)
    _ = try folder.write(
      "manifest.json",
      "{\"gifts\":[{\"id\":\"rose\",\"file\":\"animation.json\",\"price\":11}]}")
    let imported = try await giftctl.run("import", folder.path, limit: Self.limit)
    #expect(imported.exitCode != 0)
    let leadsOut = file.making.hasPrefix("ln -s /")
    #expect(imported.errorText.contains(leadsOut ? "leads out of its folder" : file.says))
    #expect(try await giftctl.rows() == before)
  }

  @Test(arguments: HostileFile.all.dropLast(3), ["manifest.json", "archive.jsonl"])
  func `what is no manifest or archive is answered at once, too`(
    _ file: HostileFile, _ name: String
  ) async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await file.make(at: folder.path + "/" + name)
    let outcome = try await giftctl.run("import", folder.path, limit: Self.limit)
    #expect(outcome.exitCode != 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.split(separator: "\n").count == 1)
  }

  @Test(arguments: HostileFile.all.filter { $0.name != "folder" })
  func `what is no folder cannot be imported`(_ file: HostileFile) async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await file.make(at: folder.path + "/export")
    let outcome = try await giftctl.run("import", folder.path + "/export", limit: Self.limit)
    #expect(outcome.exitCode == 1 || outcome.exitCode == 2)
    #expect(outcome.errorText.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    "cat /dev/zero", "yes", "cat /dev/urandom", "true", "yes '{}'", "printf '{'",
    "printf '{\"gifts\":[]}\\n{\"file\":5}\\n'", "tr '\\0' '[' < /dev/zero",
  ])
  func `a stream that no export wrote is refused at once`(_ source: String) async throws {
    var giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    giftctl.environment["GIFTCTL"] = try Places.builtProduct("giftctl")
    let outcome = try await runProcess(
      "sh", ["-c", "\(source) | \"$GIFTCTL\" import -"], environment: giftctl.environment,
      limit: Self.limit)
    #expect((outcome.exitCode ?? 0) != 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains("giftctl: "))
    #expect(try await giftctl.rows() == before)
  }

  @Test func `a path that is long or plays tricks is answered in one line`() async throws {
    let giftctl = try await Giftctl.unchanging()
    for path in [String(repeating: "x", count: 10_000), "/tmp/\u{1B}[31m\n\u{202E}x", ""] {
      for words in [["add", "rose", path], ["import", path]] {
        let outcome = try await giftctl.run(words)
        #expect(outcome.exitCode != 0)
        #expect(!outcome.errors.contains(0x1B))
        #expect(outcome.errors.count < 1_000)
        #expect(outcome.errorText.split(separator: "\n").count == 1)
      }
    }
  }
}
