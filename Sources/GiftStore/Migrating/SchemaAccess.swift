import GiftSQL
import Postgres

extension GiftStore {
  /// Checks that only its owner may create in the catalogue's schema, and that it holds no function
  /// or operator but the catalogue's and those of btree_gist.
  ///
  /// All sessions look names up there, after PostgreSQL's own schema; a function of somebody else's
  /// that fits a call more closely than PostgreSQL's would be run in its place. Without the schema,
  /// nothing is checked. Throws `StoreError.schemaOpen` or `schemaForeign`.
  package func checkSchema() async throws(StoreError) {
    try await reading { session in
      let access = try session.schemaAccess(besides: Migrations.all)
      try access?.expectNoCreators()
      try access?.expectOwnFunctions()
    }
  }
}

extension GiftStore {
  /// The statements with which an administrator takes back what any login may do in a database: to
  /// store large objects, which no migration can forbid.
  package func administratorStatements() async throws(StoreError) -> [String] {
    try await reading { session in
      try session.rows(SQL.largeObjectWriterList) { row in try row.text("statement") }
    }
  }
}

/// Who creates in the catalogue's schema, and what of theirs is in it.
struct SchemaAccess {
  private let owner: String
  private let ownerIsTrusted: Bool
  private let creators: [String]
  private let strangers: [String]

  fileprivate init(_ row: Row) throws {
    owner = try row.text("owner")
    ownerIsTrusted = try row.bool("trusted")
    creators = try row.textArray("creators")
    strangers = try row.textArray("strangers")
  }

  /// Checks that the owner is whoever migrates, the database's owner or a superuser, and nobody
  /// else may create: somebody else may have made the schema first.
  func expectOwner() throws(StoreError) {
    guard ownerIsTrusted else { throw .schemaOpen(to: [owner]) }
    try expectNoCreators()
  }

  fileprivate func expectNoCreators() throws(StoreError) {
    guard creators.isEmpty else { throw .schemaOpen(to: creators) }
  }

  /// Checks that no function or operator in it is somebody else's.
  func expectOwnFunctions() throws(StoreError) {
    guard strangers.isEmpty else { throw .schemaForeign(names: strangers) }
  }
}

extension Session {
  /// Who may create in the schema, and what in it is not made by `migrations`; nil without it.
  func schemaAccess(besides migrations: [SQLFile]) throws -> SchemaAccess? {
    let own = migrations.flatMap(\.functions)
    return try rows(SQL.schemaIntruders, [.textArray(own)], SchemaAccess.init).first
  }
}

extension SQLFile {
  /// The names of the functions that it creates in the catalogue's schema.
  fileprivate var functions: [String] {
    text.matches(of: #/FUNCTION gift\.(\w+)/#).map { String($0.output.1) }
  }
}
