import Postgres
import Support
import Testing

/// A transaction happens completely or not at all, and says which.
@Suite(.timeLimit(.minutes(1)))
struct TransactionTests {
  private let insert = Statement(name: "insert", sql: "INSERT INTO flower (id) VALUES ($1)")
  private let countSQL = "SELECT count(*) AS value FROM flower"

  @Test func `what was committed is there`() async throws {
    let connection = try await garden()
    let touched = try await connection.transaction { session in
      try session.execute(insert, [.int(1)])
    }
    #expect(touched == 1)
    #expect(try await connection.int(countSQL) == 1)
  }

  @Test func `a body that throws leaves nothing, and its error arrives`() async throws {
    struct Wilted: Error {}
    let same: @Sendable (any Error) -> any Error = { $0 }
    let connection = try await garden()
    await #expect(throws: Wilted.self) {
      try await connection.transaction(.readWrite, mapError: same) { session in
        do throws(PostgresError) {
          try session.execute(insert, [.int(1)])
        } catch {
          Issue.record(error)
        }
        throw Wilted()
      }
    }
    #expect(try await connection.int(countSQL) == 0)
  }

  @Test func `a dry run returns its result and leaves nothing`() async throws {
    let connection = try await garden()
    let touched = try await connection.transaction(ending: .rollback) {
      session in try session.execute(insert, [.int(1)])
    }
    #expect(touched == 1)
    #expect(try await connection.int(countSQL) == 0)
  }

  @Test(arguments: [TransactionEnd.commit, .rollback])
  func `a deferred constraint is reported by a commit and by a dry run`(ending: TransactionEnd)
    async throws
  {
    let connection = try await garden()
    try await connection.script(
      """
      CREATE TABLE leaf (flower int8
        CONSTRAINT leaf_of_flower REFERENCES flower (id) DEFERRABLE INITIALLY DEFERRED)
      """)
    let error = await failure {
      try await connection.transaction(ending: ending) { session in
        try session.execute(Statement(name: "leaf", sql: "INSERT INTO leaf VALUES (7)"))
      }
    }
    let statement = ending == .commit ? "COMMIT" : "constraints"
    guard case .server("23503", "leaf_of_flower", statement, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await connection.int("SELECT count(*) AS value FROM leaf") == 0)
  }

  @Test func `a violated constraint is named, the values are not`() async throws {
    let connection = try await garden()
    let error = await failure {
      try await connection.transaction { session in
        try session.execute(insert, [.int(424_242)])
        try session.execute(insert, [.int(424_242)])
      }
    }
    let message = "duplicate key value violates unique constraint \"flower_is_unique\""
    #expect(
      error
        == .server(
          sqlState: "23505", constraint: "flower_is_unique", statement: "insert", message: message))
    #expect(try await connection.int(countSQL) == 0)
  }

  @Test func `an error that the body swallows is not committed`() async throws {
    let connection = try await garden()
    let error = await failure {
      try await connection.transaction { session in
        try session.execute(insert, [.int(1)])
        do throws(PostgresError) {
          try session.script("SELECT 1/0")
          Issue.record("division by zero")
        } catch {
          #expect(error != .closed)
        }
      }
    }
    guard case .server("25P02", nil, "COMMIT", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await connection.int(countSQL) == 0)
  }

  @Test func `a read-only transaction cannot write`() async throws {
    let connection = try await garden()
    let error = await failure {
      try await connection.transaction(.readOnly) { session in
        try session.execute(insert, [.int(1)])
      }
    }
    guard case .server("25006", nil, "insert", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `transactions of one connection run one after the other`() async throws {
    let connection = try await garden()
    let steps = Notes()
    try await withThrowingTaskGroup { group in
      for id in 0..<20 {
        group.addTask {
          try await connection.transaction { session in
            steps.add(id)
            try session.execute(insert, [.int(Int64(id))])
            steps.add(id)
          }
        }
      }
      try await group.waitForAll()
    }
    let all = steps.all
    #expect(all.count == 40)
    #expect(stride(from: 0, to: all.count, by: 2).allSatisfy { all[$0] == all[$0 + 1] })
    #expect(try await connection.int(countSQL) == 20)
  }

  @Test func `a script runs all its statements and names itself in errors`() async throws {
    let connection = try await garden()
    try await connection.script("INSERT INTO flower VALUES (1); INSERT INTO flower VALUES (2);")
    #expect(try await connection.int(countSQL) == 2)
    let error = await failure {
      try await connection.script("INSERT INTO flower VALUES (3); INSERT INTO weed VALUES (1)")
    }
    #expect(
      error
        == .server(
          sqlState: "42P01", constraint: nil, statement: "script",
          message: "relation \"weed\" does not exist"))
    #expect(try await connection.int(countSQL) == 2)
  }

  @Test func `a statement is described without being run`() async throws {
    let connection = try await garden()
    let statement = Statement(
      name: "described",
      sql: "INSERT INTO flower (id, name) VALUES ($1, $2) RETURNING id, name AS label")
    let shape = try await connection.transaction { session in
      try session.describe(statement)
    }
    #expect(shape.parameters == [20, 25])
    #expect(shape.columns.map(\.name) == ["id", "label"])
    #expect(shape.columns.map(\.type) == [20, 25])
    #expect(try await connection.int(countSQL) == 0)
  }

  @Test func `COPY is refused and the connection given up`() async throws {
    let connection = try await garden()
    let expected = PostgresError.unexpectedShape(
      statement: "script", column: "", reason: "COPY is not spoken here")
    await #expect(throws: expected) { try await connection.script("COPY flower FROM STDIN") }
    #expect(await !connection.isUsable)
  }

  @Test func `after a change of a table that a statement reads, the connection is given up`()
    async throws
  {
    let connection = try await garden()
    let all = Statement(name: "all", sql: "SELECT * FROM flower")
    try await connection.execute(all)
    try await connection.script("ALTER TABLE flower ADD COLUMN colour text")
    let error = await failure { try await connection.execute(all) }
    guard case .server("0A000", nil, "all", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(await !connection.isUsable)
  }
}
