/// Everything that can go wrong between this process and PostgreSQL.
///
/// No case carries a parameter value or a password: `reason` and `message` are one line each, and
/// of a server's answer only the primary message is kept, never its detail.
package enum PostgresError: Error, Sendable, Hashable {
  /// No connection could be made, or it was lost before COMMIT was sent: nothing was changed.
  case unreachable(reason: String)

  /// The connection string can never be used: it is malformed, or has an unknown option.
  case misconfigured(reason: String)

  /// A server answered and refused: authentication, a missing role or database; or there is no
  /// password (then without `sqlState`).
  case refusedAtConnect(sqlState: String?, reason: String)

  /// The deadline passed before COMMIT was sent. The connection is dropped, so the server rolls
  /// back.
  case deadlineExceeded(statement: String)

  /// COMMIT, or a statement outside a transaction, was sent and no trustworthy answer came.
  case outcomeUnknown

  /// The server refused a statement: the five characters of SQLSTATE and the violated constraint,
  /// if any.
  case server(sqlState: String, constraint: String?, statement: String, message: String)

  /// No connection of the pool came free in time, or the waiting task was cancelled.
  case poolExhausted(waited: Duration)

  /// The connection or the pool was closed by this process.
  case closed

  /// A result does not look as the reader expects: its column, its type, or a null.
  case unexpectedShape(statement: String, column: String, reason: String)

  /// A parameter is beyond one of the named limits of `PostgresLimits`.
  case limitExceeded(limit: String, maximum: Int)
}

/// The bounds of what one call may carry.
package enum PostgresLimits {
  /// Parameters of one statement: bulk data travels in arrays, so a few dozen suffice.
  package static let parameters = 256

  /// Bytes of all parameters of one statement together: 512 MiB, half of what PostgreSQL takes in
  /// one message (MaxAllocSize, 1 GiB - 1).
  package static let parameterBytes = 512 * 1024 * 1024

  /// Bytes of a statement's name: PostgreSQL tells names apart by 63 bytes (NAMEDATALEN - 1), and a
  /// few are kept for the number of a second preparation.
  package static let statementNameBytes = 56

  /// Bytes of a channel's name: NAMEDATALEN - 1.
  package static let channelNameBytes = 63

  /// Seconds for which the server waits for the next statement of a transaction before it ends the
  /// session: a client does nothing but compute there.
  ///
  /// Shorter than an edit waits for the one before it.
  package static let idleInTransactionSeconds = 20

  /// Connection attempts for one call: hosts named, times the passes over them.
  package static let hosts = 16

  /// Seconds for all attempts to connect, whatever `connect_timeout` says: ten minutes.
  package static let connectSeconds = 600
}
