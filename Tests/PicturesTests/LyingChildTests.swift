import DrawProtocol
import Foundation
import Pictures
import Support
import SystemPackage
import Testing

struct LyingChildTests {
  /// A child that misbehaves, and the error that it costs.
  struct Lie: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let lines: String
    let error: DrawingError

    /// Short where only the limit ends the child, else longer than a busy machine needs.
    var wallLimit: Duration {
      error == .failure(.timeLimit(LyingChildTests.limit)) ? LyingChildTests.limit : patience
    }
  }

  private static let limit = Duration.seconds(1)

  static let lies = [
    Lie("says nothing", "wait", .failure(.timeLimit(limit))),
    Lie("ends at once", "exit 0", .failure(.exited(0))),
    Lie("fails at once", "exit 9", .failure(.exited(9))),
    Lie(
      "lacks a library", "echo 'lib\\033.so: no such file' >&2; echo more >&2; exit 127",
      .failure(.notRunnable(reason: "lib.so: no such file"))),
    Lie("dies before its greeting", "kill -SEGV $$", .failure(.killed(signal: 11))),
    Lie("is forbidden to jail itself", "kill -SYS $$", .failure(.jailMissing(Self.noSeccomp))),
    Lie("greets with other words", "send pixels; send pixels; send pixels; wait", wrongMark),
    Lie("greets for ever", "exec /bin/cat /dev/zero", wrongMark),
    Lie("greets in part", "send hello | head -c 20; wait", .failure(.timeLimit(limit))),
    Lie("has no jail", "send no-jail; wait", .failure(.jailMissing(Self.obstacle))),
    Lie(
      "speaks another version", "send other-version; wait",
      .failure(.broken(.message(.wrongVersion)))),
    Lie("answers before it is asked, wrongly", "send hello; send hello; wait", wrongMark),
    Lie("refuses, and goes on", "send hello; send refused; send hello; wait", surplus),
    Lie("refuses, and stays", "send hello; send refused; wait", .failure(.timeLimit(limit))),
    Lie("draws nothing", "send hello; send loaded; wait", .failure(.timeLimit(limit))),
    Lie("draws another frame", "send hello; send loaded; send second; wait", wrongFrame),
    Lie("draws another size", "send hello; send loaded; send large; wait", wrongFrame),
    Lie("draws in part", "send hello; send loaded; send first; exit 0", .failure(.exited(0))),
    Lie(
      "draws too much", "send hello; send loaded; send first; send pixels; send pixels; wait",
      surplus),
    Lie(
      "has drawn, and fails", "send hello; send loaded; send first; send pixels; exit 1",
      .failure(.exited(1))),
    Lie(
      "has drawn, and stays", "send hello; send loaded; send first; send pixels; exec >&2; wait",
      .failure(.timeLimit(limit))),
    Lie(
      "complains for ever", "/bin/cat /dev/zero >&2; exit 0",
      .failure(.broken(.tooManyErrors))),
    Lie(
      "leaves a child behind that has its pipes", "$here/tail -f /dev/null & exit 0",
      .failure(.exited(0))),
    Lie(
      "makes a call that is forbidden", "send hello; send loaded; kill -SYS $$",
      .failure(.forbiddenCall)),
    Lie("crashes while it loads", "send hello; kill -SEGV $$", .fault(.crashed(.loading))),
    Lie("crashes while it draws", "send hello; send loaded; kill -BUS $$", crashedAtFirst),
    Lie("is late", "send hello; send loaded; kill -XCPU $$", .fault(.late(.frame(0)))),
    Lie(
      "runs out of memory", "send hello; echo std::bad_alloc >&2; kill -ABRT $$",
      .fault(.memory(.loading))),
    Lie(
      "is killed by another", "send hello; send loaded; kill -KILL $$",
      .failure(.killed(signal: 9))),
  ]

  private static let wrongMark = DrawingError.failure(.broken(.message(.wrongMark)))
  private static let wrongFrame = DrawingError.failure(.broken(.wrongFrame))
  private static let surplus = DrawingError.failure(.broken(.surplus))
  private static let crashedAtFirst = DrawingError.fault(.crashed(.frame(0)))
  private static let obstacle = JailObstacle(step: .seccomp, error: 1)
  // ENOSYS of errno(3).
  private static let noSeccomp = JailObstacle(step: .seccomp, error: 38)

  @Test(arguments: lies)
  func `a child that lies costs one error, and is not left`(_ lie: Lie) async throws {
    try await DrawingFolder.with { folder in
      try Self.writeMessages(folder)
      let tool = DrawingTool(path: try folder.script(lie.lines), wallLimit: lie.wallLimit)
      await #expect(throws: lie.error) { try await Self.drawFirst(tool) }
      // What the child started is not ours to wait for, and dies a moment later.
      let none = try await eventually { try folder.survivors().isEmpty ? true : nil }
      #expect(none == true)
    }
  }

  @Test func `a child that does as it is told is believed`() async throws {
    try await DrawingFolder.with { folder in
      try Self.writeMessages(folder)
      let script = try folder.script(
        "send hello; send loaded; send first; send pixels; exec /bin/cat >/dev/null")
      #expect(try await Self.drawFirst(DrawingTool(path: script)) == [7])
    }
  }

  @Test func `a child that reads nothing of a large animation is bounded`() async throws {
    try await DrawingFolder.with { folder in
      try Self.writeMessages(folder)
      let script = try folder.script("send hello; wait")
      let tool = DrawingTool(path: script, wallLimit: Self.limit)
      await #expect(throws: DrawingError.failure(.timeLimit(Self.limit))) {
        try await tool.draw([UInt8](repeating: 32, count: 1_000_000)) {
          _ throws(DrawingEnd) in
        }
      }
      #expect(try folder.survivors() == [])
    }
  }

  @Test func `a program that does not exist is named`() async throws {
    let tool = DrawingTool(path: "/nowhere/giftdraw")
    await #expect(throws: DrawingFailure.notFound(path: "/nowhere/giftdraw")) {
      try await tool.check([])
    }
  }

  @Test func `a program for another system is not runnable, here or later`() async throws {
    try await DrawingFolder.with { folder in
      let script = try folder.script("")
      try folder.write(Array("foreign".utf8), "script")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: script.string)
      let failure = DrawingFailure.notRunnable(reason: "Exec format error")
      await #expect(throws: failure) { try await DrawingTool(path: script).check([]) }
      #expect(failure.isLasting)
    }
  }

  /// The values of the pixels of the first frame.
  private static func drawFirst(_ tool: DrawingTool) async throws(DrawingError) -> Set<UInt8> {
    try await tool.draw(Array("{}".utf8)) { session throws(DrawingEnd) in
      var values: Set<UInt8> = []
      try await session.frames(from: 0, count: 1, side(2)) { values.formUnion($1) }
      return values
    }
  }

  private static func side(_ side: Int) -> FrameSize {
    FrameSize(clampingWidth: side, height: side)
  }

  private static func writeMessages(_ folder: DrawingFolder) throws {
    let renderer = Renderer(buildID: [])
    let hello = DrawHello(.jailed(landlock: 0), renderer: renderer)
    try folder.write(hello.bytes, "hello")
    var other = hello.bytes
    other[4] = 2
    try folder.write(other, "other-version")
    try folder.write(DrawHello(.noJail(obstacle), renderer: renderer).bytes, "no-jail")
    try folder.write(DrawLoaded.refused.bytes, "refused")
    let animation = DrawnAnimation(width: 9, height: 9, frameCount: .max, frameRateHz: .nan)
    try folder.write(DrawLoaded.loaded(animation).bytes, "loaded")
    try folder.write(FrameHeader(frame: 0, size: side(2)).bytes, "first")
    try folder.write(FrameHeader(frame: 1, size: side(2)).bytes, "second")
    try folder.write(FrameHeader(frame: 0, size: side(3)).bytes, "large")
    try folder.write(Array(repeating: 7, count: side(2).byteCount), "pixels")
  }
}

extension LyingChildTests.Lie {
  init(_ description: String, _ lines: String, _ error: DrawingError) {
    self.init(testDescription: description, lines: lines, error: error)
  }
}
