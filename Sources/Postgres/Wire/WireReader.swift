/// Reads values in PostgreSQL's binary format; nil where the bytes do not have that shape.
enum WireReader {
  static func integer<T: FixedWidthInteger>(_ bytes: Span<UInt8>, as type: T.Type) -> T? {
    guard bytes.count == T.bitWidth / 8 else { return nil }
    var value: T = 0
    for index in bytes.indices { value = value << 8 | T(truncatingIfNeeded: bytes[index]) }
    return value
  }

  /// An `int2`, `int4` or `int8`, told apart by its length.
  static func anyInteger(_ bytes: Span<UInt8>) -> Int64? {
    switch bytes.count {
    case 2: integer(bytes, as: Int16.self).map { Int64($0) }
    case 4: integer(bytes, as: Int32.self).map { Int64($0) }
    default: integer(bytes, as: Int64.self)
    }
  }

  /// A `float4` or `float8`, told apart by its length.
  static func double(_ bytes: Span<UInt8>) -> Double? {
    switch bytes.count {
    case 4: integer(bytes, as: UInt32.self).map { Double(Float(bitPattern: $0)) }
    default: integer(bytes, as: UInt64.self).map { Double(bitPattern: $0) }
    }
  }

  static func bool(_ bytes: Span<UInt8>) -> Bool? {
    bytes.count == 1 ? bytes[0] != 0 : nil
  }

  /// Microseconds since 1970; nil for the two infinities, which are the extremes of `Int64`.
  static func timestamp(_ bytes: Span<UInt8>) -> Int64? {
    guard let value = integer(bytes, as: Int64.self), value != .max, value != .min else {
      return nil
    }
    let (microseconds, overflow) = value.addingReportingOverflow(Epoch.offsetMicroseconds)
    return overflow ? nil : microseconds
  }

  static func text(_ bytes: Span<UInt8>) -> String? {
    do {
      return String(copying: try UTF8Span(validating: bytes))
    } catch {
      return nil
    }
  }

  /// A `jsonb` is the version 1 of its format, one byte, and then text (`jsonb_send`).
  static func jsonb(_ bytes: Span<UInt8>) -> String? {
    guard bytes.count >= 1, bytes[0] == 1 else { return nil }
    return text(bytes.extracting(droppingFirst: 1))
  }

  /// An array of at most one dimension and without nulls.
  static func array<Element>(
    _ bytes: Span<UInt8>, _ element: (Span<UInt8>) -> Element?
  ) -> [Element]? {
    guard bytes.count >= 12 else { return nil }
    switch integer(bytes.extracting(0..<4), as: Int32.self) {
    case 0: return []
    case 1: break
    default: return nil
    }
    guard bytes.count >= 20, let count = integer(bytes.extracting(12..<16), as: Int32.self) else {
      return nil
    }
    var elements: [Element] = []
    var start = 20
    for _ in 0..<max(0, count) {
      guard bytes.count >= start + 4,
        let length = integer(bytes.extracting(start..<start + 4), as: Int32.self).map({ Int($0) }),
        length >= 0, bytes.count >= start + 4 + length,
        let value = element(bytes.extracting(start + 4..<start + 4 + length))
      else { return nil }
      elements.append(value)
      start += 4 + length
    }
    return elements
  }
}
