import FoundationEssentials

/// One line of JSON with sorted keys, so that equal documents are equal bytes.
///
/// Throws `APIError.notEncodable` for numbers that JSON does not have.
func jsonBody(_ document: some Encodable) throws(APIError) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return Array(try encoder.encode(document))
  } catch {
    throw .notEncodable(reason: "\(error)")
  }
}
