/// Why a private cluster could not be found, made, started or stopped.
package enum ClusterError: Error, Sendable, Equatable {
  /// No PostgreSQL of a suitable version; `searched` are the folders searched, in order.
  case postgresNotFound(version: Int?, searched: [String])
  /// `initdb` failed with this output.
  case initdbFailed(output: String)
  /// The server did not start; `output` is what `pg_ctl` printed, `log` the log's last lines.
  case startFailed(output: String, log: String)
  /// The server did not stop; this is the output of `pg_ctl`.
  case stopFailed(output: String)
  /// The database could not be created in the running server.
  case createFailed(database: String, output: String)
  /// A step took longer than its limit.
  case timedOut(ClusterStep, limit: Duration)
  /// A folder cannot hold the cluster.
  case folderNotUsable(path: String, FolderProblem)
  /// A program that every Linux system has could not be run.
  case commandNotRun(name: String, reason: String)
  /// None of `GIFT_DATA`, `XDG_DATA_HOME` and `HOME` is set, so there is no place for the data.
  case noDataFolder
}

/// The step of a cluster's life that a limit ended.
package enum ClusterStep: String, Sendable, Equatable {
  /// Waiting for another process that starts or stops the same cluster.
  case lock
  /// `initdb`.
  case initialise
  /// Waiting until the server accepts connections.
  case start
  /// Waiting until the server's process is gone.
  case stop
  /// Creating the database.
  case createDatabase
}

/// Why a folder cannot hold the cluster.
package enum FolderProblem: Sendable, Equatable {
  /// The path does not begin with a slash.
  case relative
  /// The path has a character that `pg_ctl` cannot hand on safely: a control character or `"$\``.
  case characters
  /// The server's user, named here, has no access to the folder.
  case notReachable(user: String)
  /// The path belongs to another user, or others may write to it.
  case notOurs
  /// The system refused an operation, in the system's words.
  case system(String)
}
