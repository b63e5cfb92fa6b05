/// Writes values in PostgreSQL's binary format (the `…send` functions of `src/backend/utils/adt`):
/// numbers in network byte order, an array as its header and length-prefixed elements.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ bool: Bool) { bytes.append(bool ? 1 : 0) }

  mutating func write<T: FixedWidthInteger>(_ integer: T) {
    for shift in stride(from: T.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: integer >> T(shift)))
    }
  }

  mutating func write(_ double: Double) { write(double.bitPattern) }

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ raw: [UInt8]) { bytes.append(contentsOf: raw) }

  /// - Throws: `limitExceeded` for an instant that PostgreSQL's microseconds cannot hold; its least
  ///   value is `-infinity` and so no instant.
  mutating func write(timestamp: Int64) throws(PostgresError) {
    let (microseconds, overflow) = timestamp.subtractingReportingOverflow(Epoch.offsetMicroseconds)
    guard !overflow, microseconds != .min else {
      throw .limitExceeded(limit: "timestamp", maximum: .max)
    }
    write(microseconds)
  }

  /// One dimension counted from 1, or none for an empty array (`array_send`).
  mutating func write<Element>(
    array: [Element?], of elementType: UInt32,
    _ element: (inout WireWriter, Element) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    write(Int32(array.isEmpty ? 0 : 1))
    write(Int32(array.contains { $0 == nil } ? 1 : 0))
    write(elementType)
    if array.isEmpty { return }
    guard let count = Int32(exactly: array.count) else {
      throw .limitExceeded(limit: "parameterBytes", maximum: PostgresLimits.parameterBytes)
    }
    write(count)
    write(Int32(1))
    for item in array {
      guard let item else {
        write(Int32(-1))
        continue
      }
      let start = bytes.count
      write(Int32(0))
      try element(&self, item)
      try patchLength(at: start)
    }
  }

  /// The length in front of an element is known only once the element is written.
  private mutating func patchLength(at start: Int) throws(PostgresError) {
    guard bytes.count <= PostgresLimits.parameterBytes else {
      throw .limitExceeded(limit: "parameterBytes", maximum: PostgresLimits.parameterBytes)
    }
    let length = UInt32(bytes.count - start - 4)
    for byte in 0..<4 {
      bytes[start + byte] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * byte))
    }
  }
}
