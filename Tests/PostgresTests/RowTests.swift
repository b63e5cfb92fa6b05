import Postgres
import Support
import Testing

/// A row that is not what its reader expects is an error that names the place.
@Suite(.timeLimit(.minutes(1)))
struct RowTests {
  @Test(arguments: [
    ("missing", "does not exist"), ("nothing", "is null"), ("word", "has the type of OID 25"),
    ("number", "has the type of OID 1700"),
  ])
  func `what is no integer is not read as one`(column: String, reason: String) async throws {
    let expected = PostgresError.unexpectedShape(
      statement: "shapes", column: column, reason: reason)
    await #expect(throws: expected) {
      try await shapes { row throws(PostgresError) in try row.int(column) }
    }
  }

  @Test func `null is nil to the readers that take it, and no other type is`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    let sql = "SELECT NULL::bytea AS nothing, ''::bytea AS empty, '\\x0102'::bytea AS two"
    let read = try await connection.query(Statement(name: "nulls", sql: sql)) {
      rows throws(PostgresError) in
      try ["nothing", "empty", "two"].map { column throws(PostgresError) in
        try rows[0].optionalBytes(column)
      }
    }
    #expect(read == [nil, [], [1, 2]])
    let wrong = PostgresError.unexpectedShape(
      statement: "shapes", column: "word", reason: "has the type of OID 25")
    await #expect(throws: wrong) {
      try await shapes { row throws(PostgresError) in try row.optionalBytes("word") }
    }
  }

  @Test(arguments: ["never", "forever"])
  func `an infinite timestamp is not read`(column: String) async throws {
    let expected = PostgresError.unexpectedShape(
      statement: "shapes", column: column, reason: "has a value that cannot be read")
    await #expect(throws: expected) {
      try await shapes { row throws(PostgresError) in try row.timestamp(column) }
    }
  }

  @Test(arguments: ["square", "gaps"])
  func `an array with nulls or two dimensions is not read`(column: String) async throws {
    let expected = PostgresError.unexpectedShape(
      statement: "shapes", column: column, reason: "has a value that cannot be read")
    await #expect(throws: expected) {
      try await shapes { row throws(PostgresError) in try row.intArray(column) }
    }
  }

  @Test func `rows are mapped in their order`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    let series = Statement(name: "series", sql: "SELECT generate_series(1, 3) AS n")
    let (numbers, count, first) = try await connection.query(series) { rows throws(PostgresError) in
      let numbers = try rows.map { row throws(PostgresError) in try row.int("n") }
      return (numbers, rows.count, try rows.first?.int("n"))
    }
    #expect(numbers == [1, 2, 3])
    #expect(count == 3)
    #expect(first == 1)
  }

  @Test func `a result without rows has no first row`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    let none = Statement(name: "none", sql: "SELECT 1 AS n WHERE false")
    #expect(try await connection.query(none) { $0.first == nil && $0.count == 0 })
  }

  private func shapes<R: Sendable>(
    _ read: @Sendable (Row) throws(PostgresError) -> R
  ) async throws -> R {
    let connection = try await Connection.open(try await anyDatabase())
    let sql = """
      SELECT NULL::int4 AS nothing, 'a'::text AS word, 1.5 AS number,
        '-infinity'::timestamptz AS never, 'infinity'::timestamptz AS forever,
        ARRAY[[1,2],[3,4]] AS square, ARRAY[1,NULL] AS gaps
      """
    return try await connection.query(Statement(name: "shapes", sql: sql)) {
      rows throws(PostgresError) in try read(rows[0])
    }
  }
}
