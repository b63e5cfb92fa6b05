import Glibc
import Subprocess
import Support

/// Runs a program, hands what it prints to `body` line by line, and kills it once that is done.
///
/// timeout(1) kills it also when the test process is killed before. The program has a pid of its
/// own, which signals can be sent to; what it says on standard error goes nowhere.
package func withProcess<Value: Sendable>(
  _ executable: String, _ arguments: [String], environment: [String: String] = [:],
  _ body: @escaping @Sendable (Int32, AsyncStream<String>) async throws -> Value
) async throws -> Value {
  // The shell says its pid, and then becomes the program.
  let shell = ["--foreground", "--signal=KILL", "100", "sh", "-c", "echo $$; exec \"$0\" \"$@\""]
  let variables = Dictionary(
    uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) })
  let result = try await run(
    .name("timeout"), arguments: Arguments(shell + [executable] + arguments),
    environment: .inherit.updating(variables.mapValues(Optional.some)), input: .none,
    output: .sequence, error: .discarded
  ) { execution in
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    return try await withThrowingTaskGroup(of: Value.self) { group in
      var isStarted = false
      for try await line in execution.standardOutput.strings() {
        if isStarted {
          continuation.yield(line)
        } else if let pid = Int32(line) {
          isStarted = true
          group.addTask {
            defer { kill(pid, SIGKILL) }
            return try await body(pid, lines)
          }
        }
      }
      continuation.finish()
      return try await group.next()
    }
  }
  guard let value = result.closureResult else { throw NeverStarted(executable: executable) }
  return value
}

/// A program that could not be run.
package struct NeverStarted: Error {
  /// Its path.
  package let executable: String
}
