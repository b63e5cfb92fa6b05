import GiftDomain
import GiftSQL
import Postgres

extension Statement {
  init(_ file: SQLFile) {
    self.init(name: file.name, sql: file.text)
  }
}

extension Session {
  /// The rows of a statement, each mapped.
  func rows<Value>(
    _ file: SQLFile, _ parameters: [Parameter] = [],
    _ read: (StoredRow) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    let rows: Rows
    do {
      rows = try query(Statement(file), parameters)
    } catch {
      throw StoreError(error)
    }
    return try rows.map { row throws(StoreError) in try read(StoredRow(row)) }
  }

  /// The only row of a statement.
  func row<Value>(
    _ file: SQLFile, _ parameters: [Parameter] = [],
    _ read: (StoredRow) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let value = try rows(file, parameters, read).first else {
      throw .unexpected(sqlState: "-", statement: file.name, message: "no row")
    }
    return value
  }

  /// How many rows a statement touched.
  @discardableResult
  func run(_ file: SQLFile, _ parameters: [Parameter] = []) throws(StoreError) -> Int {
    do {
      return try execute(Statement(file), parameters)
    } catch {
      throw StoreError(error)
    }
  }

  /// The database's clock.
  func clock() throws(StoreError) -> Timestamp {
    try row(SQL.clockNow) { row throws(StoreError) in try row.instant("now") }
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
