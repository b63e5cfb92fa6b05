/// The state of a cluster.
package enum ClusterStatus: Sendable, Equatable {
  /// No cluster was ever made in the folder.
  case absent
  /// There is a cluster, and no server process for it.
  case stopped
  /// The server's process lives; `socketFolder` holds its Unix socket.
  case running(pid: Int32, socketFolder: String)
}

/// What `PostgresCluster.start()` had to do.
package enum ClusterStart: String, Sendable, Equatable {
  /// The cluster was made, then started.
  case created
  /// The cluster existed and was started.
  case started
  /// The server was already running.
  case alreadyRunning
}
