import DrawProtocol
import Pictures
import Support
import Testing

struct JailTests {
  /// How an attempt must end in the jail.
  enum Refusal: Sendable {
    /// With SIGSYS: nothing that is drawn makes such a call.
    case deadly
    /// With EACCES (errno(3)): rlottie then goes without.
    case forbidden
  }

  /// What an intruder would try; as each must succeed outside, none fails for another reason.
  static let attempts: [String: Refusal] = [
    "open": .forbidden, "open-device": .forbidden, "tcp": .deadly, "udp": .deadly,
    "unix": .deadly, "fork": .deadly, "thread": .deadly, "exec": .deadly, "kill": .deadly,
    "tgkill": .deadly, "ptrace": .deadly, "map-executable": .deadly, "make-executable": .deadly,
    "setrlimit": .deadly, "map-shared": .deadly, "advise-willneed": .deadly,
  ]
  /// Those that the test's own surroundings may refuse.
  static let rareAttempts: [String: Refusal] = [
    "io_uring": .deadly, "write-stdin": .deadly, "map-locked": .deadly, "map-huge": .deadly,
    "map-file": .deadly, "advise-mergeable": .deadly,
  ]

  @Test(arguments: attempts.keys)
  func `outside the jail an attempt succeeds`(_ attempt: String) async throws {
    let outcome = try await probe("bare", attempt)
    #expect(outcome.status == .exited(0))
    #expect(outcome.outputText == "allowed\n")
  }

  @Test(
    arguments: attempts.merging(rareAttempts) { one, _ in one },
    ["jailed", "threaded", "visited"])
  func `inside the jail it is refused, or ends the process, in each thread`(
    _ attempt: (key: String, value: Refusal), _ mode: String
  ) async throws {
    let outcome = try await probe(mode, attempt.key)
    switch attempt.value {
    case .forbidden:
      #expect(outcome.status == .exited(0))
      #expect(outcome.outputText == "refused 13\n")
    case .deadly:
      #expect(outcome.status == .signalled(Self.badSystemCall))
      #expect(outcome.output.isEmpty)
    }
  }

  @Test(arguments: ["jailed", "threaded", "visited"])
  func `what malloc needs is allowed in each thread`(_ mode: String) async throws {
    #expect(try await probe(mode, "advise-free").outputText == "allowed\n")
  }

  @Test func `no thread of giftdraw has a capability or can gain one, and each is filtered`()
    async throws
  {
    let statuses = try await DrawingFolder.with { folder in
      let tool = DrawingTool(path: try folder.giftdraw())
      // It has loaded the animation, and waits for a request.
      return try await tool.draw(try Sample.fixture("rose")) { _ throws(DrawingEnd) in
        Result { try folder.threadStatuses() }
      }.get()
    }
    #expect(statuses.count == 2)
    let none = "0000000000000000"
    // proc(5).
    let expected = [
      "CapInh": none, "CapPrm": none, "CapEff": none, "CapAmb": none, "NoNewPrivs": "1",
      "Seccomp": "2",
    ]
    for status in statuses {
      #expect(status.filter { expected.keys.contains($0.key) } == expected)
    }
  }

  @Test func `giftdraw is in the newest Landlock that it and the system know`() async throws {
    let system = try #require(UInt32(try await probe("landlock", "").outputText.dropLast()))
    let outcome = try await runProcess(try Places.builtProduct("giftdraw"))
    #expect(outcome.status == .exited(0))
    let hello = try DrawHello(bytes: outcome.output)
    #expect(hello.outcome == .jailed(landlock: min(system, 6)))
  }

  @Test func `rlottie starts one thread, whatever the number of processors`() async throws {
    #expect(try await probe("threads", "").outputText == "2\n")
  }

  /// SIGSYS of signal(7).
  private static let badSystemCall: Int32 = 31

  private func probe(_ mode: String, _ attempt: String) async throws -> ProcessOutcome {
    try await runProcess(try Places.builtProduct("JailProbe"), [mode, attempt])
  }
}
