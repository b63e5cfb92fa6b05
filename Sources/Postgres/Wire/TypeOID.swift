/// The object identifiers of PostgreSQL's built-in types, as `pg_type.dat` fixes them for all
/// versions.
enum TypeOID {
  static let unspecified: UInt32 = 0
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let char: UInt32 = 18
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let json: UInt32 = 114
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let bpchar: UInt32 = 1042
  static let varchar: UInt32 = 1043
  static let timestamptz: UInt32 = 1184
  static let jsonb: UInt32 = 3802

  static let boolArray: UInt32 = 1000
  static let byteaArray: UInt32 = 1001
  static let nameArray: UInt32 = 1003
  static let int2Array: UInt32 = 1005
  static let int4Array: UInt32 = 1007
  static let textArray: UInt32 = 1009
  static let varcharArray: UInt32 = 1015
  static let int8Array: UInt32 = 1016
  static let float8Array: UInt32 = 1022
  static let timestamptzArray: UInt32 = 1185
}

/// PostgreSQL counts the microseconds of a `timestamptz` from 2000-01-01 (POSTGRES_EPOCH_JDATE), we
/// count ours from 1970-01-01 UTC.
enum Epoch {
  /// Microseconds from 1970-01-01 to 2000-01-01: 10,957 days.
  static let offsetMicroseconds: Int64 = 10_957 * 86_400 * 1_000_000
}
