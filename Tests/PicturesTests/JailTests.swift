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

  @Test func `no capability is left, though root runs it`() async throws {
    let sets = try await probe("privileges", "").outputText.split(separator: "\n")
    #expect(sets.count == 4)
    #expect(sets.allSatisfy { $0.hasSuffix("\t0000000000000000") })
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
