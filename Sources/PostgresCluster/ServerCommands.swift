import SystemPackage

/// PostgreSQL's programs, run as the server's user, each under a limit, holding the cluster's lock.
struct ServerCommands: Sendable {
  let user: ServerUser
  let lock: FileDescriptor

  /// Fills the empty folder `data` with a new cluster in UTF-8.
  ///
  /// The encoding is named because `initdb` takes SQL_ASCII from a C locale.
  func initialise(_ data: String, tools: Tools, syncs: Bool) async throws(ClusterError) {
    try await checkReachable(data)
    let outcome = try await command(
      [
        tools.initdb, "--pgdata", data, "--encoding", "UTF8", "--locale", "C.UTF-8",
        "--username", ServerUser.superuser, "--auth-local", "trust", "--auth-host", "reject",
        "--no-instructions",
      ] + (syncs ? [] : ["--no-sync"]),
      step: .initialise, limit: ClusterLimits.initialise)
    guard outcome.isSuccess else { throw .initdbFailed(output: outcome.output) }
  }

  /// Starts the server and waits until it accepts connections.
  ///
  /// `pg_ctl` gives it a session and a log of its own, so it holds none of our pipes and
  /// no terminal signal reaches it.
  func start(
    files: ClusterFiles, tools: Tools, settings: [String: String]
  ) async throws(ClusterError) {
    let outcome = try await command(
      [
        tools.pgCtl, "start", "--pgdata", files.data, "--log", files.log, "--wait",
        "--timeout", seconds(ClusterLimits.start), "--options", ServerSettings.shellWords(settings),
      ], step: .start, limit: ClusterLimits.start + .seconds(10))
    if outcome.output.contains("did not start in time") {
      throw .timedOut(.start, limit: ClusterLimits.start)
    }
    guard outcome.isSuccess else {
      throw .startFailed(output: outcome.output, log: files.logTail())
    }
  }

  /// Waits for a server that lives but does not accept connections yet, as in crash recovery.
  func awaitReady(files: ClusterFiles, tools: Tools) async throws(ClusterError) {
    let script = "until \"$0\" --quiet --host \"$1\" --port \"$2\"; do sleep 0.05; done"
    let outcome = try await command(
      ["sh", "-c", script, tools.isReady, files.socketFolder, String(ClusterFiles.port)],
      step: .start, limit: ClusterLimits.start)
    guard outcome.isSuccess else {
      throw .startFailed(output: outcome.output, log: files.logTail())
    }
  }

  /// Creates the database, unless it is there.
  func createDatabase(files: ClusterFiles, tools: Tools) async throws(ClusterError) {
    let database = ClusterFiles.database
    let outcome = try await command(
      [
        tools.createdb, "--host", files.socketFolder, "--port", String(ClusterFiles.port),
        "--username", ServerUser.superuser, "--no-password", database,
      ], step: .createDatabase, limit: ClusterLimits.createDatabase)
    guard outcome.isSuccess || outcome.output.contains("already exists") else {
      throw .createFailed(database: database, output: outcome.output)
    }
  }

  /// Stops the server, ending its connections, and waits until its process is gone.
  func stop(files: ClusterFiles, tools: Tools) async throws(ClusterError) {
    let outcome = try await command(
      [
        tools.pgCtl, "stop", "--pgdata", files.data, "--mode", "fast", "--wait",
        "--timeout", seconds(ClusterLimits.stop),
      ], step: .stop, limit: ClusterLimits.stop + .seconds(10))
    if outcome.output.contains("does not shut down") {
      throw .timedOut(.stop, limit: ClusterLimits.stop)
    }
    guard outcome.isSuccess else { throw .stopFailed(output: outcome.output) }
  }

  private func checkReachable(_ folder: String) async throws(ClusterError) {
    guard let name = user.name else { return }
    let outcome = try await command(
      ["test", "-w", folder], step: .initialise, limit: ClusterLimits.initialise)
    guard outcome.isSuccess else {
      throw .folderNotUsable(path: folder, .notReachable(user: name))
    }
  }

  /// timeout(1) ends a command that takes too long, also when we are no longer there to do it.
  private func command(
    _ words: [String], step: ClusterStep, limit: Duration
  ) async throws(ClusterError) -> CommandOutcome {
    let limited = ["timeout", "--kill-after=5", seconds(limit)] + words
    let outcome = try await CommandOutcome.of(user.prefix + limited, input: lock)
    if outcome.isTimeout { throw .timedOut(step, limit: limit) }
    return outcome
  }

  private func seconds(_ duration: Duration) -> String { String(duration.components.seconds) }
}
