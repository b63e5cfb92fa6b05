internal import CLibPQ
internal import Glibc

/// Connects without blocking in libpq, except for host name lookups.
enum Connecting {
  /// A connection in non-blocking mode, to the first host of the settings that accepts it.
  ///
  /// Gives up when the task is cancelled.
  ///
  /// - Throws: `unreachable`, `refusedAtConnect`, `misconfigured`, `limitExceeded`.
  static func connect(_ settings: ConnectionSettings) throws(PostgresError) -> OpaquePointer {
    try settings.login?.mayConnect()
    do throws(PostgresError) {
      let connection = try unsafe connect(by: ConnectPlan(settings))
      settings.login?.note(nil)
      return unsafe connection
    } catch {
      settings.login?.note(error)
      throw error
    }
  }

  private static func connect(by plan: ConnectPlan) throws(PostgresError) -> OpaquePointer {
    let deadline = Deadline(after: plan.deadline)
    var reasons: [String] = []
    for (index, options) in plan.attempts.enumerated() {
      let share = deadline.share(of: plan.attempts.count - index)
      do throws(PostgresError) {
        return try unsafe attempt(options, plan, until: share)
      } catch .unreachable(let reason) {
        if !reasons.contains(reason) { reasons.append(reason) }
      }
      if Task.isCancelled { break }
    }
    throw .unreachable(reason: reasons.joined(separator: "; "))
  }

  /// Throws `unreachable` if another host may accept the connection.
  ///
  /// Safe: the connection is freed here unless it is handed out, the strings live during the call
  /// that copies them, and the plan's login during those that call back.
  private static func attempt(
    _ options: [ConnectPlan.Option], _ plan: ConnectPlan, until deadline: Deadline
  ) throws(PostgresError) -> OpaquePointer {
    let started = unsafe withCStrings(options.map(\.keyword)) { keywords in
      unsafe withCStrings(options.map(\.value)) { values in
        unsafe PQconnectStartParams(keywords, values, 1)
      }
    }
    guard let connection = unsafe started else { throw .unreachable(reason: "out of memory") }
    // Only then libpq reports the SQLSTATE of a refusal. Notices must not reach standard error.
    unsafe PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    unsafe PQsetNoticeReceiver(
      connection,
      { login, notice in
        guard let login = unsafe login else { return }
        unsafe Unmanaged<Login>.fromOpaque(login).takeUnretainedValue().pass(notice)
      }, plan.login.map { unsafe Unmanaged.passUnretained($0).toOpaque() })
    do throws(PostgresError) {
      try unsafe awaitConnected(connection, plan, until: deadline)
    } catch {
      unsafe PQfinish(connection)
      throw error
    }
    unsafe PQsetnonblocking(connection, 1)
    return unsafe connection
  }

  /// The socket may be another one after every step.
  private static func awaitConnected(
    _ connection: OpaquePointer, _ plan: ConnectPlan, until deadline: Deadline
  ) throws(PostgresError) {
    var next = PGRES_POLLING_WRITING
    if let fault = unsafe fault(ofOptions: connection) { throw fault }
    while unsafe PQstatus(connection) != CONNECTION_BAD, next != PGRES_POLLING_FAILED {
      if next == PGRES_POLLING_OK { return }
      let events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard unsafe awaitTurn(events, on: PQsocket(connection), until: deadline) else {
        let place = unsafe "\(text(of: PQhost(connection))):\(text(of: PQport(connection)))"
        throw .unreachable(reason: "no answer in time from the server at \(place)")
      }
      next = unsafe PQconnectPoll(connection)
    }
    let needsPassword = unsafe PQconnectionNeedsPassword(connection) == 1
    let failure = unsafe failure(
      text(of: PQerrorMessage(connection)), needsPassword: needsPassword)
    guard needsPassword, case .refusedAtConnect(let sqlState, let reason) = failure,
      let file = plan.refusedPasswordFile
    else { throw failure }
    throw .refusedAtConnect(
      sqlState: sqlState,
      reason: "\(reason), and \(file) is not used, because its group or others may use it")
  }

  /// libpq checks the values of its options before it begins to connect: what it refuses then, it
  /// refuses always.
  private static func fault(ofOptions connection: OpaquePointer) -> PostgresError? {
    guard unsafe PQstatus(connection) == CONNECTION_BAD, unsafe PQsocket(connection) < 0 else {
      return nil
    }
    let message = unsafe oneLine(text(of: PQerrorMessage(connection)))
    guard message.hasPrefix("invalid ") || message.hasPrefix("could not match ") else { return nil }
    return .misconfigured(reason: "the connection string is of no use: \(message)")
  }

  /// The error for a failed attempt, from libpq's message, which is all that it provides.
  ///
  /// It was written with `PQERRORS_VERBOSE`, as `… FATAL:  28000: text`, then `DETAIL:` and
  /// `LOCATION:` lines, of which only the first is for people.
  private static func failure(_ message: String, needsPassword: Bool) -> PostgresError {
    let kept = message.split(separator: "\n").prefix { line in
      !["DETAIL:", "HINT:", "CONTEXT:", "LOCATION:"].contains { line.hasPrefix($0) }
    }
    let line = oneLine(kept.joined(separator: " "))
    // Every SQLSTATE has a digit, and `FATAL` and `PANIC` have none.
    guard let match = line.firstMatch(of: #/: (?=[A-Z]*[0-9])([0-9A-Z]{5}): /#) else {
      return needsPassword
        ? .refusedAtConnect(sqlState: nil, reason: line) : .unreachable(reason: line)
    }
    let sqlState = String(match.1)
    let reason = line.replacing(line[match.range], with: ": ", maxReplacements: 1)
    return passingStates.contains(sqlState) && !needsPassword
      ? .unreachable(reason: reason) : .refusedAtConnect(sqlState: sqlState, reason: reason)
  }

  /// A server that starts, stops or is full may take the next attempt, or another host may
  /// (PostgreSQL documentation, appendix A).
  private static let passingStates = ["53300", "57P01", "57P02", "57P03"]

  /// `awaitEvent`, which also ends when the task is cancelled: another attempt was faster.
  private static func awaitTurn(
    _ events: Int32, on socket: Int32, until deadline: Deadline
  ) -> Bool {
    while true {
      let part = Deadline(after: min(deadline.remaining, cancellationGranularity))
      if awaitEvent(events, on: socket, until: part) { return true }
      if deadline.hasPassed || Task.isCancelled { return false }
    }
  }
}
