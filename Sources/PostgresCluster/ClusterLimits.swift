/// The limits of everything the module waits for or reads.
enum ClusterLimits {
  /// Longest wait for another process that starts or stops the same cluster.
  static let lockWait = Duration.seconds(120)
  /// `initdb` takes about a second, and some ten on a slow disk.
  static let initialise = Duration.seconds(120)
  /// Longest wait for a server to accept connections, crash recovery included.
  static let start = Duration.seconds(60)
  /// Longest wait for a server to shut down.
  static let stop = Duration.seconds(60)
  /// Longest wait for one `createdb`.
  static let createDatabase = Duration.seconds(30)
  /// What one command may print, in bytes.
  static let outputBytes = 64 * 1024
  /// Lines of the server's log that an error carries.
  static let logTailLines = 20
  /// A Unix socket's path has 107 bytes (`sun_path` in unix(7)), of which `/.s.PGSQL.5432` takes 14
  /// and the lock beside it, `.lock`, five more.
  static let socketFolderBytes = 88
}
