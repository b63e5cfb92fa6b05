/// The name of one state of the public catalogue: `42-1796119200000000`.
///
/// The change is the last one that altered what clients see, the instant the last boundary; so
/// drafts leave the token as it is, and every replica with the same rows makes the same one.
package struct CatalogueToken: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The last change that altered what clients see.
  package let change: ChangeNumber
  /// The last boundary; the epoch when there was none.
  package let boundary: Timestamp

  /// A token from its parts.
  package init(change: ChangeNumber, boundary: Timestamp) {
    self.change = change
    self.boundary = boundary
  }

  /// The token that is written so; nil for every other text, such as one with leading zeros.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int64(parts[0]), let instant = Int64(parts[1])
    else { return nil }
    do throws(DomainError) {
      change = try ChangeNumber(number)
      boundary = try Timestamp(microseconds: instant)
    } catch {
      return nil
    }
    guard description == text else { return nil }
  }

  /// The change's number, a hyphen, microseconds since the epoch.
  package var description: String { "\(change)-\(boundary.microseconds)" }

  /// What a server shows later comes later.
  package static func < (left: CatalogueToken, right: CatalogueToken) -> Bool {
    (left.change, left.boundary) < (right.change, right.boundary)
  }
}
