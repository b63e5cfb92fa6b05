import FoundationEssentials
import GiftDomain

// Values that are kept as text, and have a digest: commands and the rules of zones.

/// A value as one line of JSON, its keys sorted, so that equal values are equal bytes.
///
/// Throws `StoreError.unexpected` for what cannot be written, such as a number that is none.
func keptText(of value: some Encodable) throws(StoreError) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  } catch {
    throw .unexpected(sqlState: "-", statement: "\(type(of: value))", message: "\(error)")
  }
}

/// A value that was kept as text.
///
/// Throws `StoreError.rowBroken` or `unexpected` for text that no program of this version wrote.
func value<Value: Decodable>(_ type: Value.Type, of text: String) throws(StoreError) -> Value {
  do {
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  } catch let error as DomainError {
    throw .rowBroken(error)
  } catch {
    throw .unexpected(sqlState: "-", statement: "\(type)", message: "\(error)")
  }
}
