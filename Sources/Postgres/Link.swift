internal import CLibPQ
internal import Glibc

/// One libpq connection, used from one thread at a time, and every exchange over it.
///
/// No call here blocks beyond its deadline. After a failure that leaves the connection in doubt, it
/// is dropped at once, and the rest of the call throws that failure.
@safe final class Link {
  var handle: OpaquePointer?
  var failure: PostgresError?
  private var statements = PreparedStatements()
  private var isStale = false
  private var wasWarned = false
  /// Whether the last result is an error, and not that of the last step.
  private var lastErrorIsEarly = false
  /// Whether the answer to a COMMIT is still to come.
  private var owesAnswer = false
  private var transaction = Transaction.none
  private let login: Login?

  /// The state of a transaction.
  private enum Transaction {
    case none
    /// It begins with its first statement, in the same exchange.
    case due(opening: [(name: String, sql: String)])
    case begun
  }

  /// Connects within the settings' `connectDeadline`.
  init(_ settings: ConnectionSettings) throws(PostgresError) {
    login = settings.login
    let connection = try unsafe Connecting.connect(settings)
    unsafe handle = connection
    certificateEnd = unsafe ServerCertificate.end(of: connection)
    // Safe: libpq calls back only from within calls that this object makes, so it is alive.
    unsafe PQsetNoticeReceiver(
      connection, { link, notice in unsafe Link.receive(notice, for: link) },
      Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    unsafe PQfinish(handle)
  }

  /// Whether the server said that it is a standby; it also tells when it no longer is.
  var isStandby: Bool {
    // Safe: libpq's text is read before any other call.
    unsafe text(of: PQparameterStatus(handle, "in_hot_standby")) == "on"
  }

  /// When the server's certificate ends, in seconds since 1970; nil without TLS.
  let certificateEnd: Int64?

  /// Whether the next call is likely to work.
  var isUsable: Bool { unsafe handle != nil && !isStale }

  var isOpen: Bool { unsafe handle != nil }

  var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

  /// Lets a transaction begin with the next statements.
  func begin(_ opening: [(name: String, sql: String)]) { transaction = .due(opening: opening) }

  /// Forgets a transaction that has ended, or that had no statement.
  func forgetTransaction() { transaction = .none }

  /// Whether the server has confirmed the beginning of the transaction.
  var hasBegun: Bool { if case .begun = transaction { true } else { false } }

  /// The error that lost the connection before the transaction had begun; nil if it had, or is
  /// open.
  var lossBeforeBegin: PostgresError? {
    guard case .due = transaction, case .unreachable = failure else { return nil }
    return failure
  }

  /// Closes the connection politely, as far as possible without waiting.
  func close() { drop(.closed, politely: true) }

  /// Drops the connection; its socket is closed first, so that libpq cannot try to send.
  func drop(_ error: PostgresError, politely: Bool = false) {
    guard let connection = unsafe handle else { return }
    unsafe handle = nil
    failure = error
    if !politely { shutdown(unsafe PQsocket(connection), Int32(SHUT_RDWR)) }
    // Safe: freed once, because `handle` is nil from here on.
    unsafe PQfinish(connection)
  }

  private func fail(_ error: PostgresError) -> PostgresError {
    drop(error)
    return error
  }

  func open() throws(PostgresError) -> OpaquePointer {
    guard let connection = unsafe handle else { throw failure ?? .closed }
    return unsafe connection
  }

  /// Runs statements one after the other in one exchange, libpq's pipeline; each is prepared first
  /// if this connection does not know it yet, and a transaction that is due begins before them.
  func run(_ calls: [Call], until deadline: Deadline) throws(PostgresError) -> [Rows] {
    try run(calls, isCommitting: false, until: deadline)
  }

  /// With `isCommitting`, COMMIT follows in the same exchange, and its result is the last.
  private func run(
    _ calls: [Call], isCommitting: Bool, until deadline: Deadline
  ) throws(PostgresError) -> [Rows] {
    let encoded = try calls.map { call throws(PostgresError) in
      try EncodedParameters(call.parameters)
    }
    var opening: [(name: String, sql: String)] = []
    if case .due(let parts) = transaction { opening = parts }
    guard isCommitting || !(opening.isEmpty && calls.isEmpty) else { return [] }
    let connection = try unsafe open()
    var steps = opening.map { Step(name: $0.name, prepared: nil) }
    let isSent = { (sql: String) in
      unsafe PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1) == 1
    }
    guard unsafe PQenterPipelineMode(connection) == 1,
      opening.allSatisfy({ isSent($0.sql) }),
      unsafe send(calls, encoded, over: connection, &steps),
      !isCommitting || isSent(Self.commit), unsafe PQpipelineSync(connection) == 1
    else { throw unsafe lost(connection) }
    if isCommitting { steps.append(Step(name: Self.commit, prepared: nil)) }
    // A slow statement also delays the answer to BEGIN, which the server holds back.
    let late = min(opening.count, steps.count - 1)
    try unsafe flush(connection, steps[late].name, until: deadline)
    return try unsafe receive(connection, steps, opening: opening.count, until: deadline)
  }

  /// A step of a pipeline, answered by one result.
  private struct Step {
    /// Its name in errors.
    let name: String
    /// The statement that is prepared, and the name under which it is; nil if one is run.
    let prepared: (statement: Statement, name: String)?
  }

  private func send(
    _ calls: [Call], _ encoded: [EncodedParameters], over connection: OpaquePointer,
    _ steps: inout [Step]
  ) -> Bool {
    for (statement, parameters) in zip(calls.lazy.map(\.statement), encoded) {
      var name = statements.name(of: statement, types: parameters.types)
      if name == nil {
        let new = statements.newName(of: statement)
        let count = Int32(parameters.types.count)
        guard unsafe PQsendPrepare(connection, new, statement.sql, count, parameters.types) == 1
        else { return false }
        statements.remember(new, of: statement, types: parameters.types)
        steps.append(Step(name: statement.name, prepared: (statement, new)))
        name = new
      }
      let isSent = unsafe parameters.withPointers { count, values, lengths, formats in
        unsafe PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1)
      }
      guard isSent == 1 else { return false }
      steps.append(Step(name: statement.name, prepared: nil))
    }
    return true
  }

  /// The results of a pipeline's statements, after the steps that begin a transaction; nothing
  /// after a refused one was run.
  private func receive(
    _ connection: OpaquePointer, _ steps: [Step], opening: Int, until deadline: Deadline
  ) throws(PostgresError) -> [Rows] {
    var answers: [Rows] = []
    var refusal: PostgresError?
    var answered = 0
    // The last result is that of the end of the pipeline.
    while answered <= steps.count {
      let place = min(answered, steps.count - 1)
      let late = min(max(place, opening), steps.count - 1)
      let answer = try unsafe next(
        of: connection, steps[place].name, late: steps[late].name, until: deadline)
      guard let rows = answer else {
        // Nothing is also between the results of two steps.
        guard unsafe PQstatus(connection) == CONNECTION_OK else { throw unsafe lost(connection) }
        continue
      }
      answered += 1
      if rows.status == PGRES_PIPELINE_SYNC { continue }
      // What ends the session here ends it before the last step.
      lastErrorIsEarly = place < steps.count - 1 && rows.errorField(ErrorField.sqlState) != nil
      let isSkipped = rows.status == PGRES_PIPELINE_ABORTED
      let error = isSkipped ? nil : try failure(of: rows)
      refusal = refusal ?? error
      if place < opening {
        transaction = .begun
      } else if let (statement, name) = steps[place].prepared {
        if isSkipped || error != nil { statements.forget(name, of: statement) }
      } else if error == nil, !isSkipped {
        answers.append(rows)
      }
    }
    guard unsafe PQexitPipelineMode(connection) == 1 else { throw unsafe lost(connection) }
    if let refusal { throw refusal }
    return answers
  }

  /// Runs any number of statements without parameters; the last one's result.
  func runSimple(
    _ sql: String, name: String, until deadline: Deadline
  ) throws(PostgresError) -> Rows {
    try unsafe exchange(name, until: deadline) { connection in
      unsafe PQsendQuery(connection, sql)
    }
  }

  private static let commit = "COMMIT"

  /// Runs the last statements of a transaction and COMMIT, in one exchange.
  ///
  /// It only succeeds if the server confirms it without a warning: a warning means that a
  /// synchronous standby may lack the transaction. The answer decides what is stored, so a loss
  /// after sending is `outcomeUnknown`; a refusal of the server leaves the connection open, and the
  /// outcome is known.
  func commit(after calls: [Call], until deadline: Deadline) throws(PostgresError) {
    _ = try unsafe open()
    (wasWarned, lastErrorIsEarly) = (false, false)
    let answers: [Rows]
    do throws(PostgresError) {
      answers = try run(calls, isCommitting: true, until: deadline)
    } catch {
      // A server that ended the session in a statement before COMMIT has committed nothing.
      throw isOpen || lastErrorIsEarly ? error : .outcomeUnknown
    }
    guard answers.last?.commandTag == Self.commit else {
      // SQLSTATE in_failed_sql_transaction: an earlier error was swallowed.
      throw .server(
        sqlState: "25P02", constraint: nil, statement: Self.commit,
        message: "the transaction had failed and was rolled back")
    }
    guard !wasWarned else { throw fail(.outcomeUnknown) }
  }

  /// Sends COMMIT for a transaction that only read, which has nothing to lose: its answer is taken
  /// before the next call.
  func commitReading() throws(PostgresError) {
    let connection = try unsafe open()
    guard unsafe PQsendQuery(connection, Self.commit) == 1 else { throw unsafe lost(connection) }
    owesAnswer = true
  }

  /// Takes the answer to the last COMMIT, if there is one to come.
  func settle(until deadline: Deadline) throws(PostgresError) {
    guard owesAnswer, let connection = unsafe handle else { return }
    owesAnswer = false
    try unsafe flush(connection, Self.commit, until: deadline)
    _ = try unsafe receive(connection, Self.commit, until: deadline)
  }

  /// What the server infers of a statement's parameters and result.
  func describe(
    _ statement: Statement, until deadline: Deadline
  ) throws(PostgresError) -> StatementShape {
    _ = try unsafe exchange(statement.name, until: deadline) { connection in
      unsafe PQsendPrepare(connection, "", statement.sql, 0, nil)
    }
    return try unsafe exchange(statement.name, until: deadline) { connection in
      unsafe PQsendDescribePrepared(connection, "")
    }.shape
  }

  /// Sends, and waits until the server has answered completely.
  ///
  /// Safe, like the closures passed in: they get a connection that stays open until `drop`, and
  /// all they pass is copied by libpq before it returns.
  private func exchange(
    _ statement: String, until deadline: Deadline, _ send: (OpaquePointer) -> Int32
  ) throws(PostgresError) -> Rows {
    let connection = try unsafe open()
    guard unsafe send(connection) == 1 else { throw unsafe lost(connection) }
    try unsafe flush(connection, statement, until: deadline)
    return try unsafe receive(connection, statement, until: deadline)
  }

  private func flush(
    _ connection: OpaquePointer, _ statement: String, until deadline: Deadline
  ) throws(PostgresError) {
    while true {
      switch unsafe PQflush(connection) {
      case 0: return
      case 1:
        // A server that waits for us to read would otherwise never read from us.
        guard unsafe awaitEvent(POLLIN | POLLOUT, on: PQsocket(connection), until: deadline)
        else { throw fail(.deadlineExceeded(statement: statement)) }
        try unsafe consumeInput(connection)
      default: return
      }
    }
  }

  private func receive(
    _ connection: OpaquePointer, _ statement: String, until deadline: Deadline
  ) throws(PostgresError) -> Rows {
    var last: Rows?
    var refusal: PostgresError?
    while let rows = try unsafe next(of: connection, statement, late: statement, until: deadline) {
      let error = try failure(of: rows)
      refusal = refusal ?? error
      last = rows
    }
    if let refusal { throw refusal }
    guard let last, unsafe PQstatus(connection) == CONNECTION_OK else {
      throw unsafe lost(connection)
    }
    return last
  }

  /// The next result of a statement when it arrives, or nil if there is none; `late` names the
  /// statement in a timeout error.
  private func next(
    of connection: OpaquePointer, _ statement: String, late: String, until deadline: Deadline
  ) throws(PostgresError) -> Rows? {
    while unsafe PQisBusy(connection) == 1, unsafe PQstatus(connection) == CONNECTION_OK {
      guard unsafe awaitEvent(POLLIN, on: PQsocket(connection), until: deadline) else {
        throw fail(.deadlineExceeded(statement: late))
      }
      try unsafe consumeInput(connection)
    }
    guard let result = unsafe PQgetResult(connection) else { return nil }
    return unsafe Rows(owning: result, statement: statement)
  }

  func lost(_ connection: OpaquePointer) -> PostgresError {
    let message = unsafe text(of: PQerrorMessage(connection))
    return fail(.unreachable(reason: oneLine(message)))
  }

  /// A lost connection shows in its state, and the result that follows may say why; anything else,
  /// such as a lack of memory, would only repeat itself.
  private func consumeInput(_ connection: OpaquePointer) throws(PostgresError) {
    let isFine = unsafe PQconsumeInput(connection) == 1
    if !isFine, unsafe PQstatus(connection) == CONNECTION_OK { throw unsafe lost(connection) }
  }

  /// The server's refusal, or nil.
  ///
  /// - Throws: errors that make the connection unusable.
  private func failure(of rows: Rows) throws(PostgresError) -> PostgresError? {
    switch rows.status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
    case PGRES_FATAL_ERROR: break
    default:
      throw fail(
        .unexpectedShape(statement: rows.statement, column: "", reason: "COPY is not spoken here"))
    }
    guard let sqlState = rows.errorField(ErrorField.sqlState),
      rows.errorField(ErrorField.severity) == "ERROR"
    else {
      // FATAL and PANIC end the session, and without SQLSTATE it was libpq that gave up.
      let message = rows.errorField(ErrorField.primaryMessage) ?? rows.errorMessage
      throw fail(.unreachable(reason: oneLine(message)))
    }
    if PreparedStatements.areOutdated(after: sqlState) { isStale = true }
    return .server(
      sqlState: sqlState, constraint: rows.errorField(ErrorField.constraint),
      statement: rows.statement, message: oneLine(rows.errorField(ErrorField.primaryMessage) ?? ""))
  }

  /// Drops notices; of a warning, only its occurrence is recorded.
  ///
  /// Safe: `context` is the link that registered this function, and `notice` lives during the call.
  private static func receive(_ notice: OpaquePointer?, for context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context,
      let severity = unsafe PQresultErrorField(notice, Int32(ErrorField.severity))
    else { return }
    guard unsafe text(of: severity) == "WARNING" else { return }
    let link = unsafe Unmanaged<Link>.fromOpaque(context).takeUnretainedValue()
    link.wasWarned = true
    unsafe link.login?.pass(notice)
  }
}

/// The fields of an error's report (`postgres_ext.h`: `PG_DIAG_…`).
enum ErrorField {
  static let severity = UInt8(ascii: "V")
  static let sqlState = UInt8(ascii: "C")
  static let primaryMessage = UInt8(ascii: "M")
  static let constraint = UInt8(ascii: "n")
}
