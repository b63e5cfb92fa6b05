import Subprocess
import SystemPackage

/// The output and exit status of a command.
struct CommandOutcome: Sendable {
  let status: TerminationStatus
  let output: String

  var isSuccess: Bool { status == .exited(0) }
  /// timeout(1) ends with 124 when it had to end the command, 137 when it had to kill it.
  var isTimeout: Bool { status == .exited(124) || status == .exited(137) }

  /// Runs a command in its own session, so that a terminal's Ctrl-C does not reach it, from
  /// the root folder, which every user may enter, and with an environment that no `PG…` or locale
  /// variable of ours can change.
  static func of(
    _ words: [String], input: FileDescriptor
  ) async throws(ClusterError) -> CommandOutcome {
    var options = PlatformOptions()
    options.createSession = true
    let name = words.first ?? ""
    do {
      let result = try await run(
        .name(name), arguments: Arguments(Array(words.dropFirst())),
        environment: .custom(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]),
        workingDirectory: "/", platformOptions: options,
        input: .fileDescriptor(input, closeAfterSpawningProcess: false),
        output: .string(limit: ClusterLimits.outputBytes), error: .combinedWithOutput)
      return CommandOutcome(status: result.terminationStatus, output: result.standardOutput)
    } catch {
      throw .commandNotRun(name: name, reason: String(describing: error))
    }
  }
}
