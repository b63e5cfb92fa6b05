/// One row of a result, read by column name.
///
/// Every reader throws `unexpectedShape` for a column that does not exist, has another type, is
/// null where no null is read, or holds a value that the Swift type cannot.
package struct Row {
  let rows: Rows
  let index: Int32

  /// Whether the column is null, whatever its type.
  package func isNull(_ column: String) throws(PostgresError) -> Bool {
    rows.isNull(row: index, column: try position(column))
  }

  /// A `bool`.
  package func bool(_ column: String) throws(PostgresError) -> Bool {
    try value(column, [TypeOID.bool], WireReader.bool)
  }

  /// An `int2`, `int4` or `int8`.
  package func int(_ column: String) throws(PostgresError) -> Int64 {
    try value(column, Self.integers, WireReader.anyInteger)
  }

  /// An `int2`, `int4` or `int8`, or null.
  package func optionalInt(_ column: String) throws(PostgresError) -> Int64? {
    try isNull(column) ? nil : int(column)
  }

  /// A `float4` or `float8`.
  package func double(_ column: String) throws(PostgresError) -> Double {
    try value(column, [TypeOID.float8, TypeOID.float4], WireReader.double)
  }

  /// A `text`, `varchar`, `bpchar`, `name`, `"char"`, `json` or `jsonb`.
  package func text(_ column: String) throws(PostgresError) -> String {
    let isJSONB = rows.type(of: try position(column)) == TypeOID.jsonb
    return try value(column, Self.texts, isJSONB ? WireReader.jsonb : WireReader.text)
  }

  /// What `text` reads, or null.
  package func optionalText(_ column: String) throws(PostgresError) -> String? {
    try isNull(column) ? nil : text(column)
  }

  /// A `bytea`, copied once out of libpq's memory.
  package func bytes(_ column: String) throws(PostgresError) -> [UInt8] {
    rows.bytes(row: index, column: try present(column, [TypeOID.bytea]))
  }

  /// A `bytea`, copied once out of libpq's memory, or null.
  package func optionalBytes(_ column: String) throws(PostgresError) -> [UInt8]? {
    try isNull(column) ? nil : bytes(column)
  }

  /// A finite `timestamptz`, in microseconds since 1970-01-01 UTC.
  package func timestamp(_ column: String) throws(PostgresError) -> Int64 {
    try value(column, [TypeOID.timestamptz], WireReader.timestamp)
  }

  /// A finite `timestamptz`, in microseconds since 1970-01-01 UTC, or null.
  package func optionalTimestamp(_ column: String) throws(PostgresError) -> Int64? {
    try isNull(column) ? nil : timestamp(column)
  }

  /// A `text[]`, `varchar[]` or `name[]` of one dimension without nulls.
  package func textArray(_ column: String) throws(PostgresError) -> [String] {
    try value(column, [TypeOID.textArray, TypeOID.varcharArray, TypeOID.nameArray]) { bytes in
      WireReader.array(bytes, WireReader.text)
    }
  }

  /// An `int2[]`, `int4[]` or `int8[]` of one dimension without nulls.
  package func intArray(_ column: String) throws(PostgresError) -> [Int64] {
    try value(column, [TypeOID.int8Array, TypeOID.int4Array, TypeOID.int2Array]) { bytes in
      WireReader.array(bytes, WireReader.anyInteger)
    }
  }

  private static let integers = [TypeOID.int8, TypeOID.int4, TypeOID.int2]
  private static let texts = [
    TypeOID.text, TypeOID.varchar, TypeOID.bpchar, TypeOID.name, TypeOID.char, TypeOID.json,
    TypeOID.jsonb,
  ]

  private func value<T>(
    _ column: String, _ types: [UInt32], _ read: (Span<UInt8>) -> T?
  ) throws(PostgresError) -> T {
    let position = try present(column, types)
    guard let value = rows.withField(row: index, column: position, read) else {
      throw shape(column, "has a value that cannot be read")
    }
    return value
  }

  /// The position of a column that exists, has one of `types` and is not null here.
  private func present(_ column: String, _ types: [UInt32]) throws(PostgresError) -> Int32 {
    let position = try position(column)
    let type = rows.type(of: position)
    guard types.contains(type) else { throw shape(column, "has the type of OID \(type)") }
    guard !rows.isNull(row: index, column: position) else { throw shape(column, "is null") }
    return position
  }

  private func position(_ column: String) throws(PostgresError) -> Int32 {
    guard let position = rows.column(column) else { throw shape(column, "does not exist") }
    return position
  }

  private func shape(_ column: String, _ reason: String) -> PostgresError {
    .unexpectedShape(statement: rows.statement, column: column, reason: reason)
  }
}
