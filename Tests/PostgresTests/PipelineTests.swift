import Postgres
import Support
import Testing

/// Statements that are sent together are answered in order, up to the first that is refused.
@Suite(.timeLimit(.minutes(1)))
struct PipelineTests {
  private let insert = Statement(name: "insert", sql: "INSERT INTO flower (id) VALUES ($1)")
  private let count = Statement(name: "count", sql: "SELECT count(*) AS value FROM flower")
  private let echo = Statement(name: "echo", sql: "SELECT $1 AS value")

  @Test func `each sees what those before it wrote`() async throws {
    let connection = try await garden()
    let seen = try await connection.transaction { session in
      try session.query([
        Call(insert, [.int(1)]), Call(count), Call(insert, [.int(2)]), Call(count),
      ]).map { rows throws(PostgresError) in try rows.first?.int("value") }
    }
    #expect(seen == [nil, 1, nil, 2])
    #expect(try await connection.int(count.sql) == 2)
  }

  @Test func `after a refusal nothing is run, and the connection goes on`() async throws {
    let connection = try await garden()
    let late = Statement(name: "late", sql: "INSERT INTO flower (id) VALUES ($1 + 10)")
    let error = await failure {
      try await connection.transaction { session in
        try session.query([
          Call(insert, [.int(1)]), Call(insert, [.int(1)]), Call(late, [.int(2)]),
        ]).count
      }
    }
    guard case .server("23505", "flower_is_unique", "insert", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // What was to be prepared behind the refusal is prepared when it is needed again.
    try await connection.execute(late, [.int(2)])
    #expect(try await connection.int("SELECT id AS value FROM flower") == 12)
  }

  @Test func `a statement that cannot be prepared is named, and can be mended`() async throws {
    let connection = try await garden()
    let statement = Statement(name: "late", sql: "SELECT petals AS value FROM flower")
    for _ in 1...2 {
      let error = await failure {
        try await connection.transaction { session in
          try session.query([Call(count), Call(statement), Call(count)]).count
        }
      }
      guard case .server("42703", nil, "late", _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    try await connection.script(
      "ALTER TABLE flower ADD petals int8; INSERT INTO flower VALUES (1, NULL, 5)")
    #expect(try await connection.query(statement) { $0.count } == 1)
  }

  @Test func `the same statement is prepared once for each list of types`() async throws {
    let connection = try await garden()
    let values = try await connection.transaction { session in
      try session.query([
        Call(echo, [.int(1)]), Call(echo, [.text("a")]), Call(echo, [.int(2)]),
        Call(
          Statement(
            name: "prepared",
            sql: "SELECT count(*) AS value FROM pg_prepared_statements WHERE name LIKE 'echo%'")),
      ]).map { rows throws(PostgresError) in rows[0] }.enumerated()
        .map { index, row throws(PostgresError) in
          index == 1 ? try row.text("value") : String(try row.int("value"))
        }
    }
    #expect(values == ["1", "a", "2", "2"])
  }

  /// Neither side may wait for the other to read first.
  @Test func `megabytes go both ways`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    let big = [UInt8](repeating: 7, count: 1 << 20)
    let counts = try await connection.transaction(deadline: .seconds(50)) {
      session in
      try session.query(Array(repeating: Call(echo, [.bytes(big)]), count: 40))
        .map { rows throws(PostgresError) in try rows[0].bytes("value").count }
    }
    #expect(counts == Array(repeating: big.count, count: 40))
  }

  @Test func `a server that dies in the middle is unreachable`() async throws {
    let connection = try await garden()
    let end = Statement(name: "end", sql: "SELECT pg_terminate_backend(pg_backend_pid())")
    let error = await failure {
      try await connection.transaction { session in
        try session.query([Call(insert, [.int(1)]), Call(end), Call(count)]).count
      }
    }
    guard case .unreachable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(await !connection.isUsable)
  }

  @Test func `nothing asked is nothing answered`() async throws {
    let connection = try await Connection.open(try await anyDatabase())
    let count = try await connection.transaction { session in
      try session.query([]).count
    }
    #expect(count == 0)
  }
}
