internal import CLibPQ

/// The result of one statement: its rows, and how many rows it touched.
///
/// Owns libpq's memory for as long as someone holds it. It cannot leave a transaction's body,
/// because that may only return `Sendable` values.
@safe package final class Rows {
  private let result: OpaquePointer
  private let columns: [String: Int32]

  /// The name of the statement that this is the result of.
  package let statement: String

  /// Takes ownership of `result`, which nothing else may clear.
  init(owning result: OpaquePointer, statement: String) {
    // Safe, here and below: `result` is valid until `deinit` clears it, and never changes.
    let names = unsafe (0..<PQnfields(result)).map { column in
      unsafe (text(of: PQfname(result, column)), column)
    }
    unsafe self.result = result
    self.columns = Dictionary(names) { first, _ in first }
    self.statement = statement
  }

  deinit {
    unsafe PQclear(result)
  }

  /// How many rows there are.
  package var count: Int { unsafe Int(PQntuples(result)) }

  /// How many rows the statement selected, inserted, updated or deleted; 0 for other statements.
  package var affected: Int { unsafe Int(text(of: PQcmdTuples(result))) ?? 0 }

  /// The first row, if there is one.
  package var first: Row? { count > 0 ? self[0] : nil }

  /// The row at `index`, which must be in `0..<count`.
  package subscript(index: Int) -> Row {
    precondition((0..<count).contains(index), "row \(index) of \(count)")
    return Row(rows: self, index: Int32(index))
  }

  /// The result of `body` for each row, in order.
  ///
  /// - Throws: what `body` throws.
  package func map<T, E: Error>(_ body: (Row) throws(E) -> T) throws(E) -> [T] {
    try (0..<count).map { index throws(E) in try body(self[index]) }
  }

  /// The position of a column by its exact name.
  func column(_ name: String) -> Int32? { columns[name] }

  func type(of column: Int32) -> UInt32 { unsafe PQftype(result, column) }

  func isNull(row: Int32, column: Int32) -> Bool {
    unsafe PQgetisnull(result, row, column) == 1
  }

  /// The bytes of a field, without copying them; they live only during `body`.
  func withField<T>(row: Int32, column: Int32, _ body: (Span<UInt8>) -> T) -> T {
    unsafe body(field(row: row, column: column).span)
  }

  /// The bytes of a field, copied once.
  func bytes(row: Int32, column: Int32) -> [UInt8] {
    unsafe [UInt8](field(row: row, column: column))
  }

  /// Safe: libpq's field is `PQgetlength` bytes at `PQgetvalue` and lives as long as `result`,
  /// which the two callers above keep until they are done with it.
  private func field(row: Int32, column: Int32) -> UnsafeBufferPointer<UInt8> {
    let count = unsafe Int(PQgetlength(result, row, column))
    let start = unsafe UnsafeRawPointer(PQgetvalue(result, row, column))
    return unsafe UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self), count: count)
  }
}

// Checks of a result before it is passed on.
extension Rows {
  var status: ExecStatusType { unsafe PQresultStatus(result) }

  /// The command's tag, such as `COMMIT` or `INSERT 0 1`.
  var commandTag: String { unsafe text(of: PQcmdStatus(result)) }

  /// One field of an error's report, by its code of `postgres_ext.h`.
  func errorField(_ code: UInt8) -> String? {
    unsafe PQresultErrorField(result, Int32(code)).map { field in unsafe text(of: field) }
  }

  /// libpq's message if the server sent none.
  var errorMessage: String { unsafe text(of: PQresultErrorMessage(result)) }

  /// The answer to a description of a prepared statement.
  var shape: StatementShape {
    unsafe StatementShape(
      parameters: (0..<PQnparams(result)).map { index in unsafe PQparamtype(result, index) },
      columns: (0..<PQnfields(result)).map { column in
        unsafe StatementShape.Column(
          name: text(of: PQfname(result, column)), type: PQftype(result, column))
      })
  }
}
