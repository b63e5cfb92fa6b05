import PostgresCluster
import Subprocess
import SystemPackage

/// A shell in a session of its own that cleans up after the test process.
///
/// It reads from a pipe whose other end only the test process holds: however that process ends,
/// the pipe closes, and the shell stops the server at once and deletes its folders.
struct Watchdog: Sendable {
  private let pipe: FileDescriptor

  /// Starts the watch over a cluster that need not run yet.
  static func watching(_ cluster: PostgresCluster) async throws -> Watchdog {
    let pipe = try FileDescriptor.pipe(options: .closeOnExec)
    var options = PlatformOptions()
    options.createSession = true
    let result = try await run(
      .path("/bin/sh"), arguments: ["-c", script, cluster.folder, cluster.socketFolder],
      workingDirectory: "/", platformOptions: options,
      input: .fileDescriptor(pipe.readEnd, closeAfterSpawningProcess: true), output: .discarded)
    guard result.terminationStatus == .exited(0) else {
      throw WatchdogError.notStarted(status: String(describing: result.terminationStatus))
    }
    return Watchdog(pipe: pipe.writeEnd)
  }

  /// Lets the shell do its work now.
  func release() throws { try pipe.close() }

  /// Waits for the pipe to close, then stops the server and deletes its folders.
  ///
  /// The number in `postmaster.pid` may be anybody's by then, so the process has to name the data
  /// folder before it is sent anything. SIGQUIT is an immediate shutdown; SIGCONT comes after
  /// it for a server that was hung. A shell gives background jobs an empty standard input, hence
  /// the second name for the pipe.
  private static let script = """
    exec 3<&0
    (
      cat <&3
      pid=$(head -n 1 "$0/data/postmaster.pid")
      if grep -aqF "$0/data" "/proc/$pid/cmdline"; then
        kill -QUIT "$pid"
        kill -CONT "$pid"
        tries=100
        while kill -0 "$pid" && [ "$tries" -gt 0 ]; do sleep 0.05; tries=$((tries - 1)); done
        [ "$tries" -gt 0 ] || kill -KILL "$pid"
      fi
      rm -rf "$0" "$1"
    ) >/dev/null 2>&1 &
    """
}

/// Why the watch could not begin.
enum WatchdogError: Error {
  case notStarted(status: String)
}
