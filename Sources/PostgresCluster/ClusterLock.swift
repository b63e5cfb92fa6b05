import Subprocess
import SystemPackage

/// The lock that lets one process at a time make, start or stop a cluster.
///
/// It is a `flock` on a file, so the kernel frees it with the last process that holds the open
/// file. The commands run under it inherit it as their standard input: when we are killed, an
/// `initdb` or `pg_ctl` that is still at work keeps the next starter waiting until it is done.
enum ClusterLock {
  /// Waits for the lock, runs `body` and frees it.
  ///
  /// - Throws: `timedOut(.lock)` after `ClusterLimits.lockWait`, and whatever `body` throws.
  static func held<Result>(
    _ path: String, _ body: (FileDescriptor) async throws(ClusterError) -> Result
  ) async throws(ClusterError) -> Result {
    let file = try open(path)
    let outcome: Swift.Result<Result, ClusterError>
    do throws(ClusterError) {
      try await acquire(file)
      outcome = .success(try await body(file))
    } catch {
      outcome = .failure(error)
    }
    try attempt(path) { try file.close() }
    return try outcome.get()
  }

  private static func open(_ path: String) throws(ClusterError) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        FilePath(path), .readWrite, options: [.create, .closeOnExec, .noFollow],
        permissions: .ownerReadWrite)
    } catch {
      throw .folderNotUsable(path: path, .system(String(describing: error)))
    }
  }

  /// flock(1) locks the open file that we share with it as its standard input, and waits in a
  /// process of its own instead of on one of our threads.
  private static func acquire(_ file: FileDescriptor) async throws(ClusterError) {
    let seconds = String(ClusterLimits.lockWait.components.seconds)
    let outcome = try await CommandOutcome.of(["flock", "--timeout", seconds, "0"], input: file)
    guard outcome.isSuccess else { throw .timedOut(.lock, limit: ClusterLimits.lockWait) }
  }
}
