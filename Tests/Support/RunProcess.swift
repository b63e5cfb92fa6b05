import Foundation
import Subprocess
import SystemPackage

/// How a process ended.
package enum ProcessStatus: Sendable, Equatable {
  /// It exited with this code.
  case exited(Int32)
  /// A signal of this number ended it.
  case signalled(Int32)
}

/// What a process wrote, and how it ended.
package struct ProcessOutcome: Sendable {
  /// How it ended.
  package let status: ProcessStatus
  /// The bytes of its standard output.
  package let output: [UInt8]
  /// The bytes of its standard error.
  package let errors: [UInt8]
  /// Its standard output as text.
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  /// Its standard error as text.
  package var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// Why a process gave no outcome.
package enum ProcessFailure: Error {
  /// It was ended because it ran longer than the limit.
  case timedOut(executable: String, limit: Duration)
}

/// Runs an executable to its end and collects what it writes.
///
/// - Parameters:
///   - executable: a path, or a name to be found along `PATH`.
///   - arguments: its arguments, without its own name.
///   - environment: variables on top of our own, of which the `PG…`, `GIFT_…` and `XDG_…` ones are
///     left out, so that the machine's settings decide no test.
///   - input: the bytes of its standard input, followed by its end.
///   - folder: the working folder; nil: ours.
///   - limit: the longest run; after it the process and its children are killed. `PATIENCE=n` in
///     the environment makes it n times as long, for builds that are slow by intention.
///   - killedAfter: sends SIGKILL after this time; the outcome is then `signalled(9)`.
///   - outputLimit: the most bytes each of the two outputs may have.
/// - Returns: what it wrote, and how it ended.
/// - Throws: `ProcessFailure.timedOut`, and what Subprocess throws when nothing could be run.
package func runProcess(
  _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
  input: [UInt8] = [], folder: String? = nil, limit: Duration = .seconds(120),
  killedAfter: Duration? = nil, outputLimit: Int = 64 * 1024 * 1024
) async throws -> ProcessOutcome {
  let patience = ProcessInfo.processInfo.environment["PATIENCE"].flatMap { Int($0) } ?? 1
  let limit = limit * patience
  // timeout(1) ends the process also when the test process is killed before it.
  let words =
    if let killedAfter {
      ["--signal=KILL", decimalSeconds(killedAfter)]
    } else {
      ["--signal=KILL", decimalSeconds(limit)]
    }
  let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
    !["PG", "GIFT_", "XDG_"].contains { name.hasPrefix($0) }
  }
  let variables = inherited.merging(environment) { _, given in given }
    .map { (Environment.Key(stringLiteral: $0.key), $0.value) }
  let result = try await run(
    .name("timeout"), arguments: Arguments(words + [executable] + arguments),
    environment: .custom(Dictionary(uniqueKeysWithValues: variables)),
    workingDirectory: folder.map { FilePath($0) }, input: .array(input),
    output: .bytes(limit: outputLimit), error: .bytes(limit: outputLimit))
  let status: ProcessStatus =
    switch result.terminationStatus {
    case .exited(137): .signalled(9)
    case .exited(let code): .exited(code)
    case .signaled(let signal): .signalled(signal)
    }
  if status == .signalled(9) && killedAfter == nil {
    throw ProcessFailure.timedOut(executable: executable, limit: limit)
  }
  return ProcessOutcome(
    status: status, output: result.standardOutput, errors: result.standardError)
}

private func decimalSeconds(_ duration: Duration) -> String {
  let parts = duration.components
  return "\(Double(parts.seconds) + Double(parts.attoseconds) / 1e18)"
}
