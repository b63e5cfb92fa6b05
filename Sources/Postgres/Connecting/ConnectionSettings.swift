/// How to reach a server, and how long to wait for it.
///
/// The connection string and `PG…` variables override everything here except `role`, `searchPath`
/// and the password of `login`.
package struct ConnectionSettings: Sendable {
  /// A libpq connection string or URI; empty for only the `PG…` variables.
  ///
  /// Several hosts work, each tried in turn with an equal share of what is left of
  /// `connectDeadline`.
  package var conninfo: String

  /// The name shown in `pg_stat_activity`.
  package var applicationName: String

  /// The role that each transaction runs under, or is refused with `server`; nil: the user's own.
  package var role: String?

  /// The schemas in which each transaction looks up names, in order; empty: the server's setting.
  package var searchPath: [String] = []

  /// The index of the host that is tried first, counted cyclically from 0.
  package var firstHost = 0

  /// Whether, of several hosts, one that takes writes is wanted before any other, where the
  /// connection string does not choose between them (`target_session_attrs`).
  package var prefersPrimary = false

  /// Whether nothing is written: of several hosts, any will do where none takes writes, even if the
  /// connection string wants one that does.
  package var onlyReads = false

  /// How the process logs in; nil: as the connection string and the environment say.
  package var login: Login?

  /// The longest time to become connected, all hosts together; nil: `connect_timeout` for each
  /// host, or 5 seconds for all where that is not set either.
  package var connectDeadline: Duration?

  /// The default deadline of a call.
  package var callDeadline: Duration

  /// The longest lock wait of a writing statement; nil for the server's setting.
  package var lockWait: Duration?

  /// The longest lock wait of a reading statement, which only waits for schema changes.
  package var readLockWait: Duration?

  /// Throws `misconfigured` for a connection string that is malformed or has an unknown option,
  /// without connecting; values are only checked then.
  package static func check(conninfo: String) throws(PostgresError) {
    _ = try ConnectionOptions.named(in: conninfo)
  }

  /// Settings for `conninfo`, with deadlines for interactive use.
  package init(
    conninfo: String, applicationName: String, role: String? = nil,
    connectDeadline: Duration? = nil, callDeadline: Duration = .seconds(10)
  ) {
    self.conninfo = conninfo
    self.applicationName = applicationName
    self.role = role
    self.connectDeadline = connectDeadline
    self.callDeadline = callDeadline
  }
}
