internal import CLibPQ

/// Becomes connected without ever blocking in libpq, except where a host's name has to be looked
/// up.
enum Connecting {
  /// A connection in non-blocking mode, to the first host of the settings that takes us.
  ///
  /// Gives up when the task is cancelled.
  ///
  /// - Throws: `unreachable`, `refusedAtConnect`, `limitExceeded`.
  static func connect(_ settings: ConnectionSettings) throws(PostgresError) -> OpaquePointer {
    let plan = try ConnectPlan(settings)
    let deadline = Deadline(after: settings.connectDeadline)
    var reasons: [String] = []
    for (index, options) in plan.attempts.enumerated() {
      let share = deadline.share(of: plan.attempts.count - index)
      switch try unsafe attempt(options, until: share) {
      case .connected(let connection): return unsafe connection
      case .failed(let reason): if !reasons.contains(reason) { reasons.append(reason) }
      }
      if Task.isCancelled { break }
    }
    throw .unreachable(reason: reasons.joined(separator: "; "))
  }

  @unsafe private enum Outcome {
    case connected(OpaquePointer)
    case failed(reason: String)
  }

  /// Safe: the connection is freed here unless it is handed out, and the strings live during the
  /// call that copies them.
  private static func attempt(
    _ options: [ConnectPlan.Option], until deadline: Deadline
  ) throws(PostgresError) -> Outcome {
    let started = unsafe withCStrings(options.map(\.keyword)) { keywords in
      unsafe withCStrings(options.map(\.value)) { values in
        unsafe PQconnectStartParams(keywords, values, 1)
      }
    }
    guard let connection = unsafe started else { return unsafe .failed(reason: "out of memory") }
    // Only so does libpq say the SQLSTATE of a refusal. Notices are for nobody's standard error.
    unsafe PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    unsafe PQsetNoticeReceiver(connection, { _, _ in }, nil)
    if let failure = unsafe awaitConnected(connection, until: deadline) {
      unsafe PQfinish(connection)
      if let refusal = failure.refusal { throw refusal }
      return unsafe .failed(reason: failure.reason)
    }
    unsafe PQsetnonblocking(connection, 1)
    return unsafe .connected(connection)
  }

  private struct Failure {
    let reason: String
    let refusal: PostgresError?
  }

  /// Nil once connected; the socket may be another one after every step.
  private static func awaitConnected(
    _ connection: OpaquePointer, until deadline: Deadline
  ) -> Failure? {
    var next = PGRES_POLLING_WRITING
    while unsafe PQstatus(connection) != CONNECTION_BAD, next != PGRES_POLLING_FAILED {
      if next == PGRES_POLLING_OK { return nil }
      let event: SocketEvent = next == PGRES_POLLING_READING ? .readable : .writable
      guard unsafe awaitTurn(event, on: PQsocket(connection), until: deadline) else {
        let place = unsafe "\(text(of: PQhost(connection))):\(text(of: PQport(connection)))"
        return Failure(reason: "no answer in time from the server at \(place)", refusal: nil)
      }
      next = unsafe PQconnectPoll(connection)
    }
    let failure = unsafe ConnectFailure(message: text(of: PQerrorMessage(connection)))
    let needsPassword = unsafe PQconnectionNeedsPassword(connection) == 1
    let refusal = PostgresError.refusedAtConnect(sqlState: failure.sqlState, reason: failure.reason)
    return Failure(
      reason: failure.reason, refusal: failure.isPassing && !needsPassword ? nil : refusal)
  }

  /// `awaitEvent`, which also ends when the task is cancelled: another attempt was faster.
  private static func awaitTurn(
    _ event: SocketEvent, on socket: Int32, until deadline: Deadline
  ) -> Bool {
    while true {
      let part = Deadline(after: min(deadline.remaining, cancellationGranularity))
      if awaitEvent(event, on: socket, until: part) { return true }
      if deadline.hasPassed || Task.isCancelled { return false }
    }
  }

  /// A thread that waits in `poll(2)` looks this often whether its task was cancelled.
  private static let cancellationGranularity = Duration.milliseconds(100)
}
