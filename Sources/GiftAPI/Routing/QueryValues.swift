/// The parameters of a query that routes know; others are ignored.
struct QueryValues {
  /// A parameter's name.
  enum Name: String, CaseIterable {
    case placement, since, platform, app, region
  }

  private var values: [Name: [UInt8]] = [:]

  /// Reads a query once; names may be percent-encoded, as values may.
  init(_ query: Span<UInt8>) {
    var start = 0
    while start < query.count {
      let end = (start..<query.count).first { query[$0] == UInt8(ascii: "&") } ?? query.count
      let equals = (start..<end).first { query[$0] == UInt8(ascii: "=") } ?? end
      if let name = Self.name(query.extracting(start..<equals)) {
        let value = percentDecoded(query.extracting(min(equals + 1, end)..<end)) ?? []
        values[name] = values[name] == nil ? value : []
      }
      start = end + 1
    }
  }

  /// The value of a parameter; nil if missing, empty if it cannot be decoded or occurs twice.
  subscript(name: Name) -> [UInt8]? { values[name] }

  private static func name(_ written: Span<UInt8>) -> Name? {
    // The longest name has nine bytes, each of which may be encoded as three.
    guard written.count <= 3 * 9 else { return nil }
    if let name = Name.allCases.first(where: { written.isText($0.rawValue) }) { return name }
    guard written.indices.contains(where: { written[$0] == UInt8(ascii: "%") }),
      let decoded = percentDecoded(written)
    else { return nil }
    return Name.allCases.first { decoded.span.isText($0.rawValue) }
  }
}

/// The percent-decoded bytes (RFC 3986 §2.1); nil for broken codes and control characters.
///
/// An encoded slash is part of its segment (§2.2): it becomes a byte that occurs in no route.
func percentDecoded(_ bytes: Span<UInt8>) -> [UInt8]? {
  var decoded: [UInt8] = []
  var index = 0
  while index < bytes.count {
    guard bytes[index] == UInt8(ascii: "%") else {
      decoded.append(bytes[index])
      index += 1
      continue
    }
    guard index + 2 < bytes.count, let high = hexValue(bytes[index + 1]),
      let low = hexValue(bytes[index + 2])
    else { return nil }
    let byte = high << 4 | low
    guard byte >= 0x20, byte != 0x7F else { return nil }
    decoded.append(byte == UInt8(ascii: "/") ? 1 : byte)
    index += 3
  }
  return decoded
}

private func hexValue(_ digit: UInt8) -> UInt8? {
  Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init)
}
