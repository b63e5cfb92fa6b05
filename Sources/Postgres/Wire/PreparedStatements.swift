/// The statements that one connection has prepared.
///
/// A statement is prepared once per list of parameter types: a null has no type, so the server
/// infers one, and a later value may have another.
struct PreparedStatements {
  private typealias Preparation = (name: String, types: [UInt32])

  private var preparations: [String: (sql: String, known: [Preparation])] = [:]

  /// The name of a preparation that takes values of these types, if there is one.
  func name(of statement: Statement, types: [UInt32]) -> String? {
    guard let entry = preparations[statement.name] else { return nil }
    precondition(entry.sql == statement.sql, "two statements are named \(statement.name)")
    return entry.known.first { known in
      known.types.count == types.count
        && zip(known.types, types).allSatisfy { $1 == TypeOID.unspecified || $0 == $1 }
    }?.name
  }

  /// An unused name for a preparation.
  func newName(of statement: Statement) -> String {
    let count = preparations[statement.name]?.known.count ?? 0
    return count == 0 ? statement.name : "\(statement.name)#\(count)"
  }

  mutating func remember(_ name: String, of statement: Statement, types: [UInt32]) {
    preparations[statement.name, default: (statement.sql, [])].known.append((name, types))
  }

  mutating func forget(_ name: String, of statement: Statement) {
    preparations[statement.name]?.known.removeAll { $0.name == name }
  }

  /// Whether an error means that preparations no longer fit the schema (0A000, "cached plan must
  /// not change result type") or are gone (26000, invalid_sql_statement_name): a new connection
  /// helps.
  static func areOutdated(after sqlState: String) -> Bool {
    sqlState == "0A000" || sqlState == "26000"
  }
}
