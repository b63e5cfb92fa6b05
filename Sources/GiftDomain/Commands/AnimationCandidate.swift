/// An animation that passed its check and may become a version.
package struct AnimationCandidate: Hashable, Sendable, Codable {
  /// Its bytes.
  package let asset: SHA256Digest
  /// How many bytes.
  package let byteCount: Int64
  /// What the file says about itself.
  package let facts: AnimationFacts

  /// A candidate from what its check found.
  package init(asset: SHA256Digest, byteCount: Int64, facts: AnimationFacts) {
    self.asset = asset
    self.byteCount = byteCount
    self.facts = facts
  }
}
