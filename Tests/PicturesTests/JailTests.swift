import Support
import Testing

struct JailTests {
  /// What an intruder would try; as each must succeed outside, none fails for another reason.
  static let attempts = [
    "open", "open-device", "tcp", "udp", "unix", "fork", "thread", "exec", "kill", "tgkill",
    "ptrace", "map-executable", "make-executable", "setrlimit",
  ]
  /// Those that the test's own surroundings may refuse.
  static let rareAttempts = ["io_uring", "write-stdin"]

  @Test(arguments: attempts)
  func `outside the jail an attempt succeeds`(_ attempt: String) async throws {
    let outcome = try await probe("bare", attempt)
    #expect(outcome.status == .exited(0))
    #expect(outcome.outputText == "allowed\n")
  }

  @Test(arguments: attempts + rareAttempts, ["jailed", "threaded"])
  func `inside the jail it is refused, or ends the process`(
    _ attempt: String, _ mode: String
  ) async throws {
    let outcome = try await probe(mode, attempt)
    if outcome.status == .exited(0) {
      #expect(outcome.outputText.hasPrefix("refused "))
    } else {
      #expect(outcome.status == .signalled(Self.badSystemCall))
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func `files are refused, so that an image outside is merely not drawn`() async throws {
    // EACCES of errno(3).
    #expect(try await probe("threaded", "open").outputText == "refused 13\n")
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
