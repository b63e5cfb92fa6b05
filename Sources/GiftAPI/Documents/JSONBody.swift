import FoundationEssentials

/// One line of JSON with sorted keys, so that equal documents are equal bytes.
///
/// Documents hold text and finite numbers (`AnimationFacts`), which can always be encoded.
func jsonBody(_ document: some Encodable) -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return Array(try encoder.encode(document))
  } catch {
    preconditionFailure("a document cannot be encoded: \(error)")
  }
}
