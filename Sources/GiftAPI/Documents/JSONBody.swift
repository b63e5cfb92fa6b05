import FoundationEssentials
import GiftStore

/// One line of JSON with sorted keys, so that equal documents are equal bytes.
///
/// Documents hold text and finite numbers (`AnimationFacts`), which can always be encoded.
func jsonBody(_ document: some Encodable) -> [UInt8] {
  do {
    return Array(try canonicalJSON(document))
  } catch {
    preconditionFailure("a document cannot be encoded: \(error)")
  }
}
