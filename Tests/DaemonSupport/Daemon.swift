// DaemonSupport owns what tests over a running giftd share: the process, a client that reads its
// sockets, and a database that is edited without a pause. It must not know what is under test.

import Glibc
import Subprocess
package import Support
import Testing

/// A `giftd` that runs as a process of its own.
package struct Daemon: Sendable {
  /// The process that signals are sent to.
  package let pid: Int32
  /// Where it said it listens.
  package let publicPort: Int
  /// Where it said it is watched.
  package let operationsPort: Int
  /// The line that said so.
  package let notice: String

  /// A daemon that said less than `notice` says.
  package init(pid: Int32, publicPort: Int, operationsPort: Int, notice: String) {
    self.pid = pid
    self.publicPort = publicPort
    self.operationsPort = operationsPort
    self.notice = notice
  }
}

/// How a daemon ended, and what it said from its notice on.
package struct DaemonEnd<Value: Sendable>: Sendable {
  /// What was done meanwhile returned this.
  package let value: Value
  /// How the process ended.
  package let status: ProcessStatus
  /// What it said, a line each.
  package let log: [String]
}

/// Why there is no daemon.
package enum DaemonFailure: Error {
  /// It ended before it listened, and said this.
  case neverListened(log: [String])
}

/// Runs `giftd` on free ports, hands it to `body` once both are open, and ends it with SIGTERM.
///
/// timeout(1) ends it also when the test process is killed, and so ends every wait of a test.
/// `prefix` are the words of a command that runs it otherwise, such as `nice`; `start` says of a
/// line of its log whether it is the one to wait for.
package func withDaemon<Value: Sendable>(
  database: String, _ arguments: [String] = [], prefix: [String] = [],
  start: @Sendable (Int32, String) -> Daemon? = { Daemon($0, notice: $1) },
  _ body: @escaping @Sendable (Daemon) async throws -> Value
) async throws -> DaemonEnd<Value> {
  let limit = ["--foreground", "--signal=KILL", "100"]
  let daemon = [
    try Places.builtProduct("giftd"), "--listen", "127.0.0.1:0", "--operations-listen", "[::1]:0",
    "--database", database,
  ]
  let result = try await run(
    .name("timeout"), arguments: Arguments(limit + prefix + daemon + arguments), input: .none,
    output: .discarded,
    error: .sequence
  ) { execution in
    var log: [String] = []
    let value = try await withThrowingTaskGroup(of: Value.self) { group in
      var isStarted = false
      // Also while `body` runs: what nobody reads would be lost.
      for try await line in execution.standardError.strings() {
        log.append(line)
        guard !isStarted, let daemon = start(execution.processIdentifier.value, line)
        else { continue }
        isStarted = true
        group.addTask {
          defer { kill(daemon.pid, SIGTERM) }
          return try await body(daemon)
        }
      }
      return try await group.next()
    }
    guard let value else { throw DaemonFailure.neverListened(log: log) }
    return (value, log)
  }
  let status: ProcessStatus =
    switch result.terminationStatus {
    case .exited(let code): .exited(code)
    case .signaled(let signal): .signalled(signal)
    }
  return DaemonEnd(value: result.closureResult.0, status: status, log: result.closureResult.1)
}

/// The same, handing the daemon to `body` once it has a catalogue.
package func withServingDaemon<Value: Sendable>(
  database: String, _ arguments: [String] = [], prefix: [String] = [],
  _ body: @escaping @Sendable (Daemon) async throws -> Value
) async throws -> DaemonEnd<Value> {
  try await withDaemon(database: database, arguments, prefix: prefix) { daemon in
    #expect(try await poll("/readyz", port: daemon.operationsPort, host: "::1", until: 200) != nil)
    return try await body(daemon)
  }
}

extension Daemon {
  /// Nil for a line that is not the notice.
  package init?(_ pid: Int32, notice: String) {
    guard notice.contains("listening"), let client = Self.port(behind: "127.0.0.1:", in: notice),
      let operations = Self.port(behind: "[::1]:", in: notice)
    else { return nil }
    self.init(pid: pid, publicPort: client, operationsPort: operations, notice: notice)
  }

  private static func port(behind text: String, in line: String) -> Int? {
    guard let range = line.firstRange(of: text) else { return nil }
    return Int(line[range.upperBound...].prefix { $0.isNumber })
  }
}
