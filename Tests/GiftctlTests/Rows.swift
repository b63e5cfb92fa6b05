import Postgres
import StoreSupport
import Support

extension Giftctl {
  /// A connection to the database, as its superuser.
  func connection() async throws -> Connection {
    try await Connection.open(.tables(of: database))
  }

  /// Runs SQL as the database's superuser.
  func sql(_ statements: String...) async throws {
    let connection = try await connection()
    for sql in statements {
      try await connection.execute(Statement(name: "test_\(sql.utf8.count)", sql: sql))
    }
    await connection.close()
  }

  /// Every row of every table, one a line: equal states are equal texts.
  func rows() async throws -> String {
    let connection = try await connection()
    let text = try await connection.query(Statement(name: "rows", sql: Self.allRows)) {
      rows throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try row.text("line") }.joined(separator: "\n")
    }
    await connection.close()
    return text
  }

  private static let allRows = """
    SELECT 'change ' || t::text AS line FROM change t
    UNION ALL SELECT 'gift ' || t::text FROM gift t
    UNION ALL SELECT 'gift_change ' || t::text FROM gift_change t
    UNION ALL SELECT 'animation_version ' || t::text FROM animation_version t
    UNION ALL SELECT 'definition ' || t::text FROM definition t
    UNION ALL SELECT 'availability ' || t::text FROM availability t
    UNION ALL SELECT 'version_picture ' || t::text FROM version_picture t
    UNION ALL SELECT 'rotation ' || t::text FROM rotation t
    UNION ALL SELECT 'rotation_plan ' || t::text FROM rotation_plan t
    UNION ALL SELECT 'rotation_gift ' || t::text FROM rotation_gift t
    UNION ALL SELECT 'zone_rules ' || t::text FROM zone_rules t
    UNION ALL SELECT 'announcement ' || t::text FROM announcement t
    UNION ALL SELECT
      concat_ws(' ', 'asset', encode(sha256, 'hex'), length(bytes))
    FROM asset
    UNION ALL SELECT
      concat_ws(' ', 'asset_coding', encode(sha256, 'hex'), coding, md5(bytes))
    FROM asset_coding
    ORDER BY line
    """
}

extension Giftctl {
  /// Runs `body` while another session holds the lock that edits take one after the other.
  func whileSomebodyEdits<Answer>(
    _ body: () async throws -> Answer
  ) async throws -> Answer {
    let editor = try await HeldTransaction(
      "SELECT FROM head FOR UPDATE", .tables(of: database))
    do {
      let answer = try await body()
      try await editor.end()
      return answer
    } catch {
      try await editor.end()
      throw error
    }
  }
}
