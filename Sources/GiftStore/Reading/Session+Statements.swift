import GiftDomain
import GiftSQL
import Postgres

extension Statement {
  init(_ file: SQLFile) {
    self.init(name: file.name, sql: file.text)
  }
}

/// A query, and the mapping of its rows.
struct Question<Value> {
  let call: Call
  let read: (Row) throws -> Value

  init(_ file: SQLFile, _ parameters: [Parameter] = [], _ read: @escaping (Row) throws -> Value) {
    call = Call(Statement(file), parameters)
    self.read = read
  }
}

extension Call {
  init(_ file: SQLFile, _ parameters: [Parameter] = []) {
    self.init(Statement(file), parameters)
  }
}

extension Session {
  /// The results of several queries, in one round trip, in which `first` are run before them.
  func answers<each Value>(
    after first: [Call] = [], _ questions: repeat Question<each Value>
  ) throws -> (repeat [each Value]) {
    var calls = first
    for question in repeat each questions { calls.append(question.call) }
    var answers = try run(calls).dropFirst(first.count)
    return (repeat try answers.removeFirst().map((each questions).read))
  }

  /// Runs statements in one round trip; after one that fails, none is run.
  @discardableResult
  func run(_ calls: [Call]) throws -> [Rows] { try query(calls) }

  /// The rows of a statement, each mapped.
  func rows<Value>(
    _ file: SQLFile, _ parameters: [Parameter] = [],
    _ read: (Row) throws -> Value
  ) throws -> [Value] {
    try run([Call(file, parameters)])[0].map(read)
  }

  /// The only row of a statement.
  func row<Value>(
    _ file: SQLFile, _ parameters: [Parameter] = [],
    _ read: (Row) throws -> Value
  ) throws -> Value {
    guard let value = try rows(file, parameters, read).first else {
      throw StoreError.unexpected(sqlState: "-", statement: file.name, message: "no row")
    }
    return value
  }

  /// Runs a statement and returns the number of rows that it touched.
  @discardableResult
  func run(_ file: SQLFile, _ parameters: [Parameter] = []) throws -> Int {
    try run([Call(file, parameters)])[0].affected
  }

  /// The database's clock.
  func clock() throws -> Timestamp {
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
}
