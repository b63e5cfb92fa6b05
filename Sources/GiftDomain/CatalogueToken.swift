/// The name of one state of the public catalogue: `42-1796119200000000`.
///
/// The change is the last one that altered what clients see, the instant the last boundary; so
/// drafts leave the token as it is, and every replica with the same rows makes the same one.
package struct CatalogueToken: Hashable, Sendable, CustomStringConvertible {
  /// The last change that altered what clients see.
  package let change: ChangeNumber
  /// The last boundary; the epoch when there was none.
  package let boundary: Timestamp

  /// A token from its parts.
  package init(change: ChangeNumber, boundary: Timestamp) {
    self.change = change
    self.boundary = boundary
  }

  /// The change's number, a hyphen, microseconds since the epoch.
  package var description: String { "\(change)-\(boundary.microseconds)" }
}
