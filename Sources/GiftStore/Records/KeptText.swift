package import FoundationEssentials

// Values that are stored as text, and have a digest: commands and the rules of zones.

/// A value as one line of JSON, its keys sorted, so that equal values are equal bytes.
///
/// Throws for values that cannot be encoded, such as NaN.
package func canonicalJSON(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return try encoder.encode(value)
}

/// The same as bytes, for a document of text and finite numbers, which can always be encoded.
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

/// Decodes a value that was stored as text.
///
/// Throws for text that this version did not write.
func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
  do {
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  } catch let error as DecodingError {
    throw StoreError.unexpected(sqlState: "-", statement: "\(type)", message: "\(error)")
  }
}

/// Decodes a value that was stored as canonical JSON.
///
/// Throws for another form too, because digests cover the form.
func keptValue<Value: Codable>(_ type: Value.Type, of text: String) throws -> Value {
  let value = try value(type, of: text)
  guard try keptText(of: value) == text else {
    throw StoreError.unexpected(sqlState: "-", statement: "\(type)", message: "another form")
  }
  return value
}
