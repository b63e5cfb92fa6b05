import Foundation
import GiftSQL
import Postgres
import Support
import Testing

/// Every statement is prepared against the migrated schema: what a code generator would check.
@Suite(.timeLimit(.minutes(5)))
struct StatementTests {
  @Test(arguments: SQL.all)
  func `a statement takes and gives what its header says`(file: SQLFile) async throws {
    let connection = try await StoreFixture.untouchedConnection()
    let shape = try await connection.transaction(ending: .rollback) {
      session in
      try session.describe(Statement(name: file.name, sql: file.text))
    }
    let header = StatementHeader(of: file.text)
    #expect(shape.parameters == (try await connection.oids(of: header.parameters)))
    guard !header.columns.isEmpty else {
      // Functions called for their effect answer with one column that nobody reads.
      #expect(shape.columns.count <= 1)
      return
    }
    #expect(shape.columns.map(\.name) == header.columns.map(\.name))
    #expect(
      shape.columns.map(\.type) == (try await connection.oids(of: header.columns.map(\.type))))
  }

  @Test(arguments: SQL.all)
  func `every column is read by the store`(file: SQLFile) throws {
    let sources = try Self.storeSources()
    for column in StatementHeader(of: file.text).columns {
      #expect(sources.contains("\"\(column.name)\""), "\(column.name) is selected for nobody")
    }
  }

  @Test func `every file of SQL is listed under its own name`() throws {
    #expect(try Self.files("sql/queries") == Self.texts(SQL.all))
    #expect(try Self.files("sql/migrations") == Self.texts(Migrations.all))
  }

  @Test func `migrations are numbered 1, 2, 3 in their names`() {
    for (index, file) in Migrations.all.enumerated() {
      let number = "000\(index + 1)".suffix(4)
      #expect(file.name.hasPrefix("m\(number)_"))
    }
  }

  private static func files(_ folder: String) throws -> [String: String] {
    let path = Places.packageRoot + "/" + folder
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
      .filter { $0.contains(".") }
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        (name, try String(contentsOfFile: path + "/" + name, encoding: .utf8))
      })
  }

  private static func texts(_ files: [SQLFile]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.name + ".sql", $0.text) })
  }

  private static func storeSources() throws -> String {
    try files("Sources/GiftStore").values.joined()
  }
}

extension SQLFile: CustomTestStringConvertible {
  /// The statement's name, not its text.
  public var testDescription: String { name }
}

extension Connection {
  /// PostgreSQL's object identifiers of types by name.
  fileprivate func oids(of types: [String]) async throws -> [UInt32] {
    let statement = Statement(
      name: "oids",
      sql: """
        SELECT t.name::regtype::oid::bigint AS oid
        FROM unnest($1::text[]) WITH ORDINALITY AS t (name, position) ORDER BY t.position
        """)
    return try await query(statement, [.textArray(types)]) { rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in UInt32(try row.int("oid")) }
    }
  }
}
