package import FoundationEssentials

// Values that are kept as text, and have a digest: commands and the rules of zones.

/// A value as one line of JSON, its keys sorted, so that equal values are equal bytes.
///
/// Throws for what cannot be written, such as a number that is none.
package func canonicalJSON(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return try encoder.encode(value)
}

/// The same as bytes, of a document that holds text and finite numbers: that can always be written.
package func jsonBody(_ document: some Encodable) -> [UInt8] {
  do {
    return Array(try canonicalJSON(document))
  } catch {
    preconditionFailure("a document cannot be encoded: \(error)")
  }
}

/// The same as text.
func keptText(of value: some Encodable) throws -> String {
  String(decoding: try canonicalJSON(value), as: UTF8.self)
}

/// A value that was kept as text.
///
/// Throws for text that no program of this version wrote.
func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
  do {
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  } catch let error as DecodingError {
    throw StoreError.unexpected(sqlState: "-", statement: "\(type)", message: "\(error)")
  }
}
