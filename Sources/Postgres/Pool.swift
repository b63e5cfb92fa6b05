/// A bounded number of connections, shared by tasks that each use one at a time.
///
/// A broken connection is dropped together with all idle ones, which are probably broken too; new
/// ones are made when needed.
package actor Pool {
  private let settings: ConnectionSettings
  private let limit: Int
  private let waitLimit: Duration
  private var idle: [Connection] = []
  private var inUse = 0
  private var queue = PoolQueue()
  private var isClosed = false

  /// A pool without connections yet.
  ///
  /// - Parameters:
  ///   - settings: how each connection is made.
  ///   - limit: the most connections at once, at least 1.
  ///   - waitLimit: the longest wait for one of them to come free.
  package init(_ settings: ConnectionSettings, limit: Int, waitLimit: Duration = .seconds(5)) {
    precondition(limit >= 1, "a pool has at least one connection")
    self.settings = settings
    self.limit = limit
    self.waitLimit = waitLimit
  }

  /// The number of connections open or opening, of those that are idle, and of tasks that wait for
  /// one.
  package var statistics: (open: Int, idle: Int, waiting: Int) {
    (inUse + idle.count, idle.count, queue.count)
  }

  /// Whether an idle connection is one to a standby.
  package var isOnStandby: Bool {
    get async {
      guard let connection = idle.last else { return false }
      return await connection.isStandby
    }
  }

  /// Ends the idle connections at once, and those in use when they come back.
  ///
  /// Waiting tasks, and later calls, get `closed`.
  package func close() async {
    isClosed = true
    while queue.answerFirst(.closed) {}
    await discardIdle()
  }

  /// `Connection.transaction` on a connection of the pool.
  ///
  /// A connection that died while it idled is replaced once, if BEGIN was not answered on it.
  ///
  /// - Parameters:
  ///   - mode: what it may do.
  ///   - ending: what to do when `body` returns.
  ///   - deadline: the longest time from BEGIN to COMMIT; nil: the settings' `callDeadline`.
  ///   - mapError: maps errors of `body`, and a `PostgresError` of the pool, of
  ///     connecting, of BEGIN or COMMIT: every case but `unexpectedShape`.
  ///   - body: what happens inside, on the connection's own thread.
  /// - Returns: what `body` returns.
  /// - Throws: what `mapError` returns.
  nonisolated package func transaction<R: Sendable, E: Error>(
    _ mode: TransactionMode, ending: TransactionEnd = .commit, deadline: Duration? = nil,
    mapError: @Sendable (any Error) -> E, _ body: @Sendable (borrowing Session) throws -> R
  ) async throws(E) -> R {
    let lease = try await lease(mapError)
    let whole = Deadline(after: deadline ?? settings.callDeadline)
    let first = try await using(lease.connection) { connection throws(E) in
      try await connection.attempt(
        mode, ending: ending, deadline: deadline, mapError: mapError, body)
    }
    switch first {
    case .finished(let value): return value
    case .notBegun(let error): if lease.isFresh { throw mapError(error) }
    }
    // Dropping the dead connection has emptied the pool, so this one is fresh or was in use just
    // now.
    return try await withConnection(mapError: mapError) { connection throws(E) in
      try await connection.transaction(
        mode, ending: ending, deadline: whole.remaining, mapError: mapError, body)
    }
  }

  /// Lends a connection to `body`, which must not keep it.
  ///
  /// - Parameters:
  ///   - mapError: maps an error of the pool or of connecting: `poolExhausted`,
  ///     `closed`, `unreachable`, `refusedAtConnect`, `limitExceeded`.
  ///   - body: uses the connection.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws or `mapError` returns.
  nonisolated package func withConnection<R: Sendable, E: Error>(
    mapError: @Sendable (PostgresError) -> E, _ body: (Connection) async throws(E) -> R
  ) async throws(E) -> R {
    try await using(lease(mapError).connection, body)
  }

  nonisolated private func using<R: Sendable, E: Error>(
    _ connection: Connection, _ body: (Connection) async throws(E) -> R
  ) async throws(E) -> R {
    do throws(E) {
      let value = try await body(connection)
      await giveBack(connection)
      return value
    } catch {
      await giveBack(connection)
      throw error
    }
  }

  nonisolated private func lease<E: Error>(
    _ mapError: (PostgresError) -> E
  ) async throws(E) -> (connection: Connection, isFresh: Bool) {
    do throws(PostgresError) {
      if let connection = try await admission() {
        return (connection, false)
      }
    } catch {
      throw mapError(error)
    }
    do throws(PostgresError) {
      let connection = try await Connection.open(settings)
      return (connection, true)
    } catch {
      await free(nil)
      throw mapError(error)
    }
  }

  /// A slot in the pool, with an idle connection or without.
  private func admission() async throws(PostgresError) -> Connection? {
    if isClosed { throw .closed }
    if inUse < limit {
      inUse += 1
      return idle.popLast()
    }
    let start = ContinuousClock.now
    let ticket = queue.newTicket()
    // It also ends the wait of a cancelled task, since a sleep ends when its task is cancelled.
    async let _: Void = giveUp(ticket, after: waitLimit)
    let answer = await withCheckedContinuation { queue.append(ticket, $0) }
    switch answer {
    case .granted(let connection): return connection
    case .gaveUp: throw .poolExhausted(waited: ContinuousClock.now - start)
    case .closed: throw .closed
    }
  }

  private func giveUp(_ ticket: Int, after wait: Duration) async {
    // Cancelled or not, the wait is over.
    try? await ContinuousClock().sleep(for: wait)
    queue.giveUp(ticket)
  }

  private func giveBack(_ connection: Connection) async {
    if await connection.isUsable {
      await free(connection)
    } else {
      await connection.close()
      await discardIdle()
      await free(nil)
    }
  }

  /// Passes a slot to the first waiting task, or frees it.
  private func free(_ connection: Connection?) async {
    if queue.answerFirst(.granted(connection)) { return }
    inUse -= 1
    guard let connection else { return }
    if isClosed {
      await connection.close()
    } else {
      idle.append(connection)
    }
  }

  private func discardIdle() async {
    let discarded = idle
    idle = []
    for connection in discarded { await connection.close() }
  }
}
