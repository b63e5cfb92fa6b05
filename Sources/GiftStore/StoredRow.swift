import GiftDomain
import Postgres

/// A row read as values of the domain.
///
/// What the domain refuses was put there by hand, and is `StoreError.rowBroken`.
struct StoredRow {
  private let row: Row

  init(_ row: Row) { self.row = row }

  func gift(_ column: String) throws(StoreError) -> GiftID {
    let text = try text(column)
    return try domain { () throws(DomainError) in try GiftID(text) }
  }

  func change(_ column: String) throws(StoreError) -> ChangeNumber {
    let number = try int(column)
    return try domain { () throws(DomainError) in try ChangeNumber(number) }
  }

  func optionalChange(_ column: String) throws(StoreError) -> ChangeNumber? {
    guard let number = try read({ row throws(PostgresError) in try row.optionalInt(column) })
    else { return nil }
    return try domain { () throws(DomainError) in try ChangeNumber(number) }
  }

  func version(_ column: String) throws(StoreError) -> VersionNumber {
    let number = try int(column)
    return try domain { () throws(DomainError) in try VersionNumber(number) }
  }

  func optionalVersion(_ column: String) throws(StoreError) -> VersionNumber? {
    guard let number = try read({ row throws(PostgresError) in try row.optionalInt(column) })
    else { return nil }
    return try domain { () throws(DomainError) in try VersionNumber(number) }
  }

  func digest(_ column: String) throws(StoreError) -> SHA256Digest {
    let bytes = try bytes(column)
    return try domain { () throws(DomainError) in try SHA256Digest(bytes: bytes) }
  }

  func optionalDigest(_ column: String) throws(StoreError) -> SHA256Digest? {
    guard let bytes = try optionalBytes(column) else { return nil }
    return try domain { () throws(DomainError) in try SHA256Digest(bytes: bytes) }
  }

  func instant(_ column: String) throws(StoreError) -> Timestamp {
    let microseconds = try read { row throws(PostgresError) in try row.timestamp(column) }
    return try domain { () throws(DomainError) in try Timestamp(microseconds: microseconds) }
  }

  func optionalInstant(_ column: String) throws(StoreError) -> Timestamp? {
    let found = try read { row throws(PostgresError) in try row.optionalTimestamp(column) }
    guard let found else { return nil }
    return try domain { () throws(DomainError) in try Timestamp(microseconds: found) }
  }

  func bool(_ column: String) throws(StoreError) -> Bool {
    try read { row throws(PostgresError) in try row.bool(column) }
  }

  func int(_ column: String) throws(StoreError) -> Int64 {
    try read { row throws(PostgresError) in try row.int(column) }
  }

  func optionalInt(_ column: String) throws(StoreError) -> Int64? {
    try read { row throws(PostgresError) in try row.optionalInt(column) }
  }

  func ints(_ column: String) throws(StoreError) -> [Int64] {
    try read { row throws(PostgresError) in try row.intArray(column) }
  }

  func double(_ column: String) throws(StoreError) -> Double {
    try read { row throws(PostgresError) in try row.double(column) }
  }

  func text(_ column: String) throws(StoreError) -> String {
    try read { row throws(PostgresError) in try row.text(column) }
  }

  func optionalText(_ column: String) throws(StoreError) -> String? {
    try read { row throws(PostgresError) in try row.optionalText(column) }
  }

  func texts(_ column: String) throws(StoreError) -> [String] {
    try read { row throws(PostgresError) in try row.textArray(column) }
  }

  func bytes(_ column: String) throws(StoreError) -> [UInt8] {
    try read { row throws(PostgresError) in try row.bytes(column) }
  }

  func optionalBytes(_ column: String) throws(StoreError) -> [UInt8]? {
    try read { row throws(PostgresError) in try row.optionalBytes(column) }
  }

  private func read<Value>(
    _ body: (Row) throws(PostgresError) -> Value
  ) throws(StoreError) -> Value {
    do {
      return try body(row)
    } catch {
      throw StoreError(error)
    }
  }
}

/// A value of the domain from what a row holds.
func domain<Value>(_ build: () throws(DomainError) -> Value) throws(StoreError) -> Value {
  do {
    return try build()
  } catch {
    throw .rowBroken(error)
  }
}
