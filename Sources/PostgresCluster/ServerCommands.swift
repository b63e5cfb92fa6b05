import SystemPackage

/// PostgreSQL's programs, run as the server's user, each under a limit, holding the cluster's lock.
struct ServerCommands: Sendable {
  let user: ServerUser
  let lock: FileDescriptor
  let files: ClusterFiles
  /// The folder of the programs.
  let tools: String

  /// Fills the empty folder `data` with a new cluster in UTF-8.
  ///
  /// The encoding is named because `initdb` takes SQL_ASCII from a C locale.
  func initialise(_ data: String, syncs: Bool) async throws(ClusterError) {
    try await checkReachable(data)
    let outcome = try await command(
      [
        tools + "/initdb", "--pgdata", data, "--encoding", "UTF8", "--locale", "C.UTF-8",
        "--username", ServerUser.superuser, "--auth-local", "trust", "--auth-host", "reject",
        "--no-instructions",
      ] + (syncs ? [] : ["--no-sync"]),
      step: .initialise, limit: ClusterLimits.initialise)
    guard outcome.isSuccess else { throw .initdbFailed(output: outcome.output) }
  }

  /// Starts the server and waits until it accepts connections.
  ///
  /// `pg_ctl` gives it its own session and log, so it holds none of our pipes and
  /// no terminal signal reaches it.
  func start(settings: [String: String]) async throws(ClusterError) {
    let options = ServerSettings.shellWords(ServerSettings.all(files: files, extra: settings))
    let outcome = try await command(
      [
        tools + "/pg_ctl", "start", "--pgdata", files.data, "--log", files.log, "--wait",
        "--timeout", seconds(ClusterLimits.start), "--options", options,
      ], step: .start, limit: ClusterLimits.start + .seconds(10))
    if outcome.output.contains("did not start in time") {
      throw .timedOut(.start, limit: ClusterLimits.start)
    }
    guard outcome.isSuccess else {
      throw .startFailed(output: outcome.output, log: files.logTail())
    }
  }

  /// Waits for a server that lives but does not accept connections yet, as in crash recovery.
  func awaitReady() async throws(ClusterError) {
    let script = "until \"$0\" --quiet --host \"$1\" --port \"$2\"; do sleep 0.05; done"
    let outcome = try await command(
      ["sh", "-c", script, tools + "/pg_isready", files.socketFolder, String(ClusterFiles.port)],
      step: .start, limit: ClusterLimits.start)
    guard outcome.isSuccess else {
      throw .startFailed(output: outcome.output, log: files.logTail())
    }
  }

  /// Creates the database, unless it is there.
  func createDatabase() async throws(ClusterError) {
    let database = ClusterFiles.database
    let outcome = try await command(
      [
        tools + "/createdb", "--host", files.socketFolder, "--port", String(ClusterFiles.port),
        "--username", ServerUser.superuser, "--no-password", database,
      ], step: .createDatabase, limit: ClusterLimits.createDatabase)
    guard outcome.isSuccess || outcome.output.contains("already exists") else {
      throw .createFailed(database: database, output: outcome.output)
    }
  }

  /// Stops the server, ending its connections, and waits until its process is gone.
  func stop() async throws(ClusterError) {
    let outcome = try await command(
      [
        tools + "/pg_ctl", "stop", "--pgdata", files.data, "--mode", "fast", "--wait",
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
    guard outcome.isSuccess else { throw .folderNotUsable(path: folder, .notReachable(user: name)) }
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

/// The settings a private cluster runs with.
private enum ServerSettings {
  /// All settings, `extra` winning over the built-in ones.
  ///
  /// Those say where the server listens, take a modest share of the machine's memory for a
  /// catalogue of some hundred megabytes, and keep routine lines out of the log. `fsync` stays on,
  /// as it is by default.
  static func all(files: ClusterFiles, extra: [String: String]) -> [String: String] {
    let own = [
      "listen_addresses": "",
      "port": String(ClusterFiles.port),
      "unix_socket_directories": files.socketFolder,
      "unix_socket_permissions": "0700",
      "shared_buffers": "64MB",
      "log_checkpoints": "off",
    ]
    return own.merging(extra) { _, extra in extra }
  }

  /// The settings as `pg_ctl -o` takes them: words for a shell, sorted by name.
  static func shellWords(_ settings: [String: String]) -> String {
    settings.sorted { $0.key < $1.key }
      .map { "-c \(quotedForShell("\($0.key)=\($0.value)"))" }
      .joined(separator: " ")
  }

  private static func quotedForShell(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
