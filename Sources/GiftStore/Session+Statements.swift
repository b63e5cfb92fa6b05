import GiftDomain
import GiftSQL
import Postgres

extension Statement {
  init(_ file: SQLFile) {
    self.init(name: file.name, sql: file.text)
  }
}

/// A statement whose rows are asked for, and what becomes of each.
struct Question<Value> {
  let call: Call
  let read: (Row) throws -> Value

  init(
    _ file: SQLFile, _ parameters: [Parameter] = [],
    _ read: @escaping (Row) throws -> Value
  ) {
    call = Call(Statement(file), parameters)
    self.read = read
  }

  fileprivate func answer(_ rows: Rows) throws(StoreError) -> [Value] {
    try rows.values(read)
  }
}

extension Rows {
  /// What each row is.
  fileprivate func values<Value>(_ read: (Row) throws -> Value) throws(StoreError) -> [Value] {
    do {
      return try map(read)
    } catch let error as DomainError {
      throw .rowBroken(error)
    } catch let error as PostgresError {
      throw StoreError(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .unexpected(sqlState: "-", statement: "-", message: "\(error)")
    }
  }
}

extension Call {
  init(_ file: SQLFile, _ parameters: [Parameter] = []) {
    self.init(Statement(file), parameters)
  }
}

extension Session {
  /// What several questions are answered with, in one exchange with the server.
  func answers<each Value>(
    _ questions: repeat Question<each Value>
  ) throws(StoreError) -> (repeat [each Value]) {
    var calls: [Call] = []
    for question in repeat each questions { calls.append(question.call) }
    var answers = try run(calls)[...]
    return (repeat try (each questions).answer(answers.removeFirst()))
  }

  /// Runs statements in one exchange with the server; after one that is refused none is run.
  @discardableResult
  func run(_ calls: [Call]) throws(StoreError) -> [Rows] {
    do {
      return try query(calls)
    } catch {
      throw StoreError(error)
    }
  }

  /// The rows of a statement, each mapped.
  func rows<Value>(
    _ file: SQLFile, _ parameters: [Parameter] = [],
    _ read: (Row) throws -> Value
  ) throws(StoreError) -> [Value] {
    try run([Call(file, parameters)])[0].values(read)
  }

  /// The only row of a statement.
  func row<Value>(
    _ file: SQLFile, _ parameters: [Parameter] = [],
    _ read: (Row) throws -> Value
  ) throws(StoreError) -> Value {
    guard let value = try rows(file, parameters, read).first else {
      throw .unexpected(sqlState: "-", statement: file.name, message: "no row")
    }
    return value
  }

  /// How many rows a statement touched.
  @discardableResult
  func run(_ file: SQLFile, _ parameters: [Parameter] = []) throws(StoreError) -> Int {
    try run([Call(file, parameters)])[0].affected
  }

  /// The database's clock.
  func clock() throws(StoreError) -> Timestamp {
    try row(SQL.clockNow) { row in try row.instant("now") }
  }
}

extension Parameter {
  /// An instant; nil is NULL.
  static func instant(_ instant: Timestamp?) -> Parameter {
    instant.map { .timestamp($0.microseconds) } ?? .null
  }

  /// A change's number; nil is NULL.
  static func change(_ change: ChangeNumber?) -> Parameter {
    change.map { .int($0.value) } ?? .null
  }

  /// A version's number; nil is NULL.
  static func version(_ version: VersionNumber?) -> Parameter {
    version.map { .int($0.value) } ?? .null
  }
}
