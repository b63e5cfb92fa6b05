/// How to reach a server, and how long to wait for it.
///
/// What the connection string or a `PG…` variable names wins over everything here except `role`.
package struct ConnectionSettings: Sendable, Hashable {
  /// A libpq connection string or URI; empty: what the `PG…` variables say.
  ///
  /// Several hosts work, each tried in turn with an equal share of what is left of
  /// `connectDeadline`.
  package var conninfo: String

  /// The name shown in `pg_stat_activity`.
  package var applicationName: String

  /// The role that each transaction runs under, or is refused with `server`; nil: the user's own.
  package var role: String?

  /// Which of several hosts is tried first, counted round and round from 0.
  package var firstHost = 0

  /// Whether, of several hosts, one that takes writes is wanted before any other, where the
  /// connection string does not choose between them (`target_session_attrs`).
  package var prefersPrimary = false

  /// The longest time to become connected, all hosts together.
  package var connectDeadline: Duration

  /// The longest time for a call that names no deadline of its own.
  package var callDeadline: Duration

  /// How long a statement that may write waits for a lock, at most; nil: what the server says.
  package var lockWait: Duration?

  /// The same for a statement that only reads, which waits for whoever changes a table.
  package var readLockWait: Duration?

  /// Settings for `conninfo`, with deadlines that suit a person who waits.
  package init(
    conninfo: String, applicationName: String, role: String? = nil,
    connectDeadline: Duration = .seconds(5), callDeadline: Duration = .seconds(10)
  ) {
    self.conninfo = conninfo
    self.applicationName = applicationName
    self.role = role
    self.connectDeadline = connectDeadline
    self.callDeadline = callDeadline
  }
}
