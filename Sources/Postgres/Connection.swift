// Postgres owns access to PostgreSQL: libpq, connections, a pool, statements with typed parameters
// and rows, transactions, notifications, and their errors. It must not know what is stored there,
// has no SQL except for transactions, and never retries what may have happened.

/// One connection to a server.
///
/// Its work runs on its own thread; concurrent calls wait for their turn. Every call ends by its
/// deadline, even if the server hangs, and then the connection is dropped.
package actor Connection {
  private let thread: ConnectionThread
  private let settings: ConnectionSettings
  private var link: Link?

  /// The thread that may wait for the server.
  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    // Safe: the actor keeps its executor alive.
    unsafe thread.asUnownedSerialExecutor()
  }

  /// Connects within `connectDeadline`, or until the task is cancelled; looking up a host's name
  /// may take longer.
  ///
  /// - Throws: `unreachable`, `refusedAtConnect`, `limitExceeded` for too many hosts.
  package static func open(
    _ settings: ConnectionSettings
  ) async throws(PostgresError) -> Connection {
    let connection = Connection(settings)
    try await connection.connect()
    return connection
  }

  private init(_ settings: ConnectionSettings) {
    self.thread = ConnectionThread()
    self.settings = settings
  }

  private func connect() throws(PostgresError) { link = try Link(settings) }

  /// The link, on which a new call may begin.
  private func alive(until deadline: Deadline) throws(PostgresError) -> Link {
    guard let link else { throw .closed }
    try link.checkAlive(until: deadline)
    return link
  }

  /// Whether the next call is likely to work; a lost server may not have been noticed yet.
  package var isUsable: Bool { link?.isUsable ?? false }

  /// Ends the connection; later calls throw `closed`.
  package func close() { link?.close() }

  /// Runs `body` in a transaction and returns what it returns.
  ///
  /// If `body` throws, everything is rolled back.
  ///
  /// - Parameters:
  ///   - mode: what it may do.
  ///   - ending: what to do when `body` returns.
  ///   - deadline: the longest time from BEGIN to COMMIT; nil: the settings' `callDeadline`.
  ///   - mapError: maps errors of `body`, and a `PostgresError` of BEGIN or COMMIT:
  ///     `unreachable`, `deadlineExceeded`, `server`, `closed`, and only from COMMIT
  ///     `outcomeUnknown`.
  ///   - body: what happens inside, on the connection's own thread.
  /// - Returns: what `body` returns.
  /// - Throws: what `mapError` returns.
  package func transaction<R: Sendable, E: Error>(
    _ mode: TransactionMode, ending: TransactionEnd = .commit, deadline: Duration? = nil,
    mapError: @Sendable (any Error) -> E, _ body: @Sendable (borrowing Session) throws -> R
  ) async throws(E) -> R {
    switch try attempt(mode, ending: ending, deadline: deadline, mapError: mapError, body) {
    case .finished(let value): return value
    case .notBegun(let error): throw mapError(error)
    }
  }

  /// The outcome of an attempt at a transaction.
  enum Attempt<R: Sendable>: Sendable {
    case finished(R)
    /// The connection was dead before BEGIN was answered, and with it the first statements: on
    /// another one it may be tried again.
    case notBegun(PostgresError)
  }

  func attempt<R: Sendable, E: Error>(
    _ mode: TransactionMode, ending: TransactionEnd, deadline: Duration?,
    mapError: @Sendable (any Error) -> E, _ body: @Sendable (borrowing Session) throws -> R
  ) throws(E) -> Attempt<R> {
    let deadline = Deadline(after: deadline ?? settings.callDeadline)
    let link: Link
    do throws(PostgresError) {
      link = try alive(until: deadline)
    } catch {
      if case .unreachable = error { return .notBegun(error) }
      throw mapError(error)
    }
    let lockWait = mode == .readOnly ? settings.readLockWait : settings.lockWait
    let last = LastCalls()
    link.begin(
      mode.opening(role: settings.role, searchPath: settings.searchPath, lockWait: lockWait))
    defer { link.forgetTransaction() }
    let value: R
    do {
      value = try body(Session(link: link, deadline: deadline, last: last))
    } catch {
      if let loss = link.lossBeforeBegin { return .notBegun(loss) }
      rollBack(link, until: deadline)
      throw mapError(error)
    }
    do throws(PostgresError) {
      try end(link, mode, ending, last.calls, until: deadline)
    } catch {
      rollBack(link, until: deadline)
      throw mapError(error)
    }
    return .finished(value)
  }

  private func end(
    _ link: Link, _ mode: TransactionMode, _ ending: TransactionEnd, _ last: [Call],
    until deadline: Deadline
  ) throws(PostgresError) {
    guard link.hasBegun || !last.isEmpty else { return }
    switch ending {
    // What was read is read, whatever becomes of the connection.
    case .commit where mode == .readOnly: try link.commitReading()
    case .commit: try link.commit(after: last, until: deadline)
    case .rollback:
      defer { rollBack(link, until: deadline) }
      _ = try link.runSimple("SET CONSTRAINTS ALL IMMEDIATE", name: "constraints", until: deadline)
    }
  }

  /// Whatever goes wrong here, the transaction is not committed: a dropped connection rolls back
  /// too.
  private func rollBack(_ link: Link, until deadline: Deadline) {
    guard link.isOpen, link.isInTransaction else { return }
    do throws(PostgresError) {
      _ = try link.runSimple("ROLLBACK", name: "ROLLBACK", until: deadline)
    } catch {
      link.drop(error)
    }
  }
}

// Notifications.
extension Connection {
  /// Whether the server is a standby, as far as it has told: by its last answer.
  package var isStandby: Bool { link?.isStandby ?? false }

  /// When the server's certificate ends, in seconds since 1970-01-01T00:00:00Z; nil without TLS.
  package var certificateEnd: Int64? { link?.certificateEnd }

  /// Subscribes to a channel, for as long as the connection lives; a standby refuses this.
  ///
  /// - Parameter channel: 1 to 63 bytes.
  /// - Throws: `server`, `unreachable`, `deadlineExceeded`, `closed`.
  package func listen(_ channel: String) async throws(PostgresError) {
    precondition((1...PostgresLimits.channelNameBytes).contains(channel.utf8.count))
    let deadline = Deadline(after: settings.callDeadline)
    let sql = "LISTEN \(quoted(identifier: channel))"
    _ = try alive(until: deadline).runSimple(sql, name: "LISTEN", until: deadline)
  }

  /// Waits for notifications; none after `wait`, or when the task is cancelled.
  ///
  /// If none has come, checks under `callDeadline` that the server is alive, unless `isTrusted`.
  ///
  /// - Throws: `unreachable` or `deadlineExceeded` when it is not, `closed`.
  package func nextNotification(
    within wait: Duration, isTrusted: Bool = false
  ) async throws(PostgresError) -> [Notification] {
    let link = try alive(until: Deadline(after: settings.callDeadline))
    let end = ContinuousClock.now.advanced(by: wait)
    while true {
      let notifications = try link.takeNotifications()
      if !notifications.isEmpty || Task.isCancelled { return notifications }
      let left = end - ContinuousClock.now
      if left <= .zero { break }
      try link.awaitInput(until: Deadline(after: min(left, cancellationGranularity)))
    }
    if isTrusted { return [] }
    _ = try link.runSimple("", name: "alive", until: Deadline(after: settings.callDeadline))
    return try link.takeNotifications()
  }
}
