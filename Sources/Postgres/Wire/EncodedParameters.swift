/// The parameters of one call in libpq's form: three parallel arrays.
///
/// Small values share one buffer. The bytes of a `.bytes` parameter stay where they are, so that
/// libpq's copy into its send buffer is the only one.
@safe struct EncodedParameters {
  /// The type of each parameter; `TypeOID.unspecified` for nulls.
  let types: [UInt32]
  private let values: [Value]
  private let shared: [UInt8]
  private let raw: [[UInt8]]

  private enum Value {
    case null
    case shared(Range<Int>)
    case raw(index: Int)
  }

  /// - Throws: `limitExceeded` for too many parameters, too many bytes or an impossible timestamp.
  init(_ parameters: [Parameter]) throws(PostgresError) {
    guard parameters.count <= PostgresLimits.parameters else {
      throw .limitExceeded(limit: "parameters", maximum: PostgresLimits.parameters)
    }
    var writer = WireWriter()
    var values: [Value] = []
    var raw: [[UInt8]] = []
    for parameter in parameters {
      let start = writer.bytes.count
      if case .bytes(let bytes) = parameter {
        values.append(.raw(index: raw.count))
        raw.append(bytes)
      } else {
        let isNull = try !writer.write(parameter)
        values.append(isNull ? .null : .shared(start..<writer.bytes.count))
      }
    }
    guard raw.reduce(writer.bytes.count, { $0 + $1.count }) <= PostgresLimits.parameterBytes else {
      throw .limitExceeded(limit: "parameterBytes", maximum: PostgresLimits.parameterBytes)
    }
    // An empty array has no address, which libpq would treat as NULL.
    if writer.bytes.isEmpty { writer.write(false) }
    self.types = parameters.map(\.type)
    self.values = values
    self.shared = writer.bytes
    self.raw = raw
  }

  /// Calls `body` with the number of parameters, their addresses, lengths and formats.
  ///
  /// Safe: the addresses point into arrays that are pinned until `body` returns, and libpq copies
  /// what they hold before its call returns.
  func withPointers<R>(_ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> R) -> R {
    unsafe shared.withUnsafeBytes { base in
      unsafe withPinned(raw[...], []) { pinned in
        var addresses: [UnsafePointer<CChar>?] = unsafe []
        var lengths: [Int32] = []
        for value in values {
          let bytes: UnsafeRawBufferPointer? =
            switch value {
            case .null: nil
            case .shared(let range): unsafe UnsafeRawBufferPointer(rebasing: base[range])
            case .raw(let index): unsafe pinned[index]
            }
          let address = unsafe bytes.map { bytes in unsafe bytes.baseAddress ?? base.baseAddress }
          unsafe addresses.append(address??.assumingMemoryBound(to: CChar.self))
          // Lossless: the sum of all lengths is below PostgresLimits.parameterBytes.
          unsafe lengths.append(Int32(bytes?.count ?? 0))
        }
        let binary = [Int32](repeating: 1, count: values.count)
        return unsafe body(Int32(values.count), addresses, lengths, binary)
      }
    }
  }

  /// Pins one array a level; `PostgresLimits.parameters` bounds the depth.
  private func withPinned<R>(
    _ rest: ArraySlice<[UInt8]>, _ pinned: [UnsafeRawBufferPointer],
    _ body: ([UnsafeRawBufferPointer]) -> R
  ) -> R {
    guard let first = rest.first else { return unsafe body(pinned) }
    return unsafe first.withUnsafeBytes { bytes in
      unsafe withPinned(rest.dropFirst(), pinned + [bytes], body)
    }
  }
}

extension WireWriter {
  /// Writes one value; false for null, which has no bytes.
  fileprivate mutating func write(_ parameter: Parameter) throws(PostgresError) -> Bool {
    switch parameter {
    case .null: return false
    case .bool(let value): write(value)
    case .int(let value): write(value)
    case .double(let value): write(value)
    case .text(let value): write(value)
    case .bytes(let value): write(value)
    case .timestamp(let value): try write(timestamp: value)
    case .textArray(let values): try write(array: values, of: TypeOID.text) { $0.write($1) }
    case .intArray(let values): try write(array: values, of: TypeOID.int8) { $0.write($1) }
    case .bytesArray(let values): try write(array: values, of: TypeOID.bytea) { $0.write($1) }
    case .boolArray(let values): try write(array: values, of: TypeOID.bool) { $0.write($1) }
    case .doubleArray(let values): try write(array: values, of: TypeOID.float8) { $0.write($1) }
    case .timestampArray(let values):
      try write(array: values, of: TypeOID.timestamptz) {
        (writer, value) throws(PostgresError) in try writer.write(timestamp: value)
      }
    }
    return true
  }
}
