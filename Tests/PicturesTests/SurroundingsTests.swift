import DrawProtocol
import Foundation
import Pictures
import Support
import Testing

/// giftdraw where the system around it lacks what its jail is made of.
struct SurroundingsTests {
  @Test func `without Landlock it draws all the same`() async throws {
    #expect(try await check("confined no-landlock") == .drawn)
  }

  @Test(arguments: ["no-seccomp", "system-service"])
  func `where seccomp is refused, nothing is drawn`(_ surroundings: String) async throws {
    let failure = await #expect(throws: DrawingFailure.self) {
      try await check("confined \(surroundings)")
    }
    guard case .jailMissing(let obstacle) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(obstacle.step == .seccomp)
  }

  @Test(arguments: ["killed", "system-service-killing"])
  func `where seccomp is deadly, nothing is drawn`(_ surroundings: String) async throws {
    // ENOSYS of errno(3).
    let obstacle = JailObstacle(step: .seccomp, error: 38)
    await #expect(throws: DrawingFailure.jailMissing(obstacle)) {
      try await check("confined \(surroundings)")
    }
  }

  @Test(arguments: [
    // KiB of memory, of stack, and seconds.
    "ulimit -v 400000", "ulimit -s 4096", "ulimit -t 3",
  ])
  func `under limits that are too tight, nothing is drawn, and no file gets the blame`(
    _ limit: String
  ) async throws {
    let obstacle = JailObstacle(step: .outerLimits, error: 0)
    await #expect(throws: DrawingFailure.jailMissing(obstacle)) { try await check("", limit) }
  }

  @Test(arguments: ["ulimit -Ss 512", "ulimit -Ss unlimited", "ulimit -St 1", "ulimit -Hs 8192"])
  func `limits that can be raised, or are wide, decide nothing`(_ limit: String) async throws {
    #expect(try await check("", limit) == .drawn)
    #expect(
      try await check("", limit, Sample.nested(2_000)) == check("", ":", Sample.nested(2_000)))
    #expect(
      try await check("", limit, Sample.nested(20_000)) == check("", ":", Sample.nested(20_000)))
  }

  @Test(arguments: [18, 40, 100])
  func `where too few files can be opened, nothing is drawn, and nothing waits for ever`(
    _ files: Int
  ) async throws {
    let bench = try Places.builtProduct("DrawBench")
    let outcome = try await DrawingFolder.with { folder in
      try folder.write(try Sample.fixture("rose"), "rose.json")
      let line = "ulimit -n \(files); exec '\(bench)' verdicts '\(folder.path)' 0 1 0 1"
      return try await runProcess("/bin/sh", ["-c", line])
    }
    #expect(outcome.outputText.contains("notStarted(reason: \"Too many open files\")"))
    #expect(!DrawingFailure.notStarted(reason: "").isLasting)
  }

  @Test func `a rlottie without a build id draws nothing, as others would pass for it`()
    async throws
  {
    let libraries = try await runProcess("ldd", [try Places.builtProduct("giftdraw")]).outputText
    let library = try #require(libraries.firstMatch(of: /(librlottie\S*) => (\S+)/))
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: String(library.2))))
    // The header of the note, of which the third word is the type (elf(5)).
    let note = [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0] + Array("GNU\0".utf8)
    let place = try #require(bytes.firstRange(of: note))
    bytes[place.lowerBound + 8] = 9
    let obstacle = JailObstacle(step: .buildID, error: 0)
    try await DrawingFolder.with { folder in
      try folder.write(bytes, String(library.1))
      let script = try folder.script(
        "export LD_LIBRARY_PATH=$here\nexec '\(try Places.builtProduct("giftdraw"))'")
      await #expect(throws: DrawingFailure.jailMissing(obstacle)) {
        try await DrawingTool(path: script).renderer()
      }
    }
  }

  @Test func `nobody can draw, without a capability`() async throws {
    let isRoot = try await runProcess("id", ["-u"]).outputText == "0\n"
    let words = "/usr/bin/setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set -all"
    #expect(try await check("", isRoot ? "set -- \(words)" : ":", copied: true) == .drawn)
  }

  /// The outcome of drawing with giftdraw, started by JailProbe with `words` if there are any,
  /// after `setup` of a shell, whose parameters are a program that starts it.
  ///
  /// It is copied to a folder that everybody may enter if `copied`.
  private func check(
    _ words: String, _ setup: String = ":", _ animation: [UInt8]? = nil, copied: Bool = false
  ) async throws -> DrawOutcome {
    let rose = try animation ?? Sample.fixture("rose")
    let program = try Places.builtProduct("giftdraw")
    let probe = words.isEmpty ? "" : "'\(try Places.builtProduct("JailProbe"))' \(words)"
    return try await DrawingFolder.with { folder in
      let copy = folder.path + "/copy"
      if copied { try FileManager.default.copyItem(atPath: program, toPath: copy) }
      let script = try folder.script(
        "\(setup)\nexec \"$@\" \(probe) '\(copied ? copy : program)'")
      return try await DrawingTool(path: script).check(rose).outcome
    }
  }
}
