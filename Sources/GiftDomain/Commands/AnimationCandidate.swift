/// An animation that passed its check and may become a version.
package struct AnimationCandidate: Hashable, Sendable, Codable {
  /// The digest of its bytes.
  package let asset: SHA256Digest
  /// The size in bytes.
  package let byteCount: Int64
  /// Size, frames and duration, from the file.
  package let facts: AnimationFacts

  /// A candidate from the result of its check.
  package init(asset: SHA256Digest, byteCount: Int64, facts: AnimationFacts) {
    self.asset = asset
    self.byteCount = byteCount
    self.facts = facts
  }
}
