/// A value for one `$n` of a statement, sent in binary format and, except for null, with its type.
package enum Parameter: Sendable {
  /// NULL, of the type that the server infers.
  case null
  /// `bool`.
  case bool(Bool)
  /// `int8`.
  case int(Int64)
  /// `float8`.
  case double(Double)
  /// `text`, in UTF-8. The server refuses the character NUL.
  case text(String)
  /// `bytea`.
  case bytes([UInt8])
  /// `timestamptz`, in microseconds since 1970-01-01 UTC.
  case timestamp(Int64)
  /// `text[]`.
  case textArray([String?])
  /// `int8[]`.
  case intArray([Int64?])
  /// `bytea[]`.
  case bytesArray([[UInt8]?])
  /// `timestamptz[]`, each in microseconds since 1970-01-01 UTC.
  case timestampArray([Int64?])
  /// `bool[]`.
  case boolArray([Bool])
  /// `float8[]`.
  case doubleArray([Double])

  var type: UInt32 {
    switch self {
    case .null: TypeOID.unspecified
    case .bool: TypeOID.bool
    case .int: TypeOID.int8
    case .double: TypeOID.float8
    case .text: TypeOID.text
    case .bytes: TypeOID.bytea
    case .timestamp: TypeOID.timestamptz
    case .textArray: TypeOID.textArray
    case .intArray: TypeOID.int8Array
    case .bytesArray: TypeOID.byteaArray
    case .timestampArray: TypeOID.timestamptzArray
    case .boolArray: TypeOID.boolArray
    case .doubleArray: TypeOID.float8Array
    }
  }
}
