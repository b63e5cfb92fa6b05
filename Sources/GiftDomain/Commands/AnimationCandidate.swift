/// An animation that passed its check and may become a version.
package struct AnimationCandidate: Hashable, Sendable, Codable {
  /// The digest of its bytes.
  package let asset: SHA256Digest
  /// The size in bytes, within `AnimationVersion.byteCounts`.
  package let byteCount: Int64
  /// Size, frames and duration, from the file.
  package let facts: AnimationFacts
  /// How the file says that it is played: once, with its markers as segments.
  package let playback: Playback
  /// What is chosen instead.
  package let chosen: PlaybackPatch

  /// A candidate from the result of its check, and how it is to be played.
  ///
  /// Throws `DomainError.outOfRange` for a size that no version has.
  package init(
    asset: SHA256Digest, byteCount: Int64, facts: AnimationFacts, playback: Playback,
    chosen: PlaybackPatch
  ) throws(DomainError) {
    self.asset = asset
    self.byteCount = try AnimationVersion.byteCounts.checked(byteCount, .animationBytes)
    self.facts = facts
    self.playback = playback
    self.chosen = chosen
  }

  /// Commands that were stored before there were playbacks have none, and mean the usual one.
  ///
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      asset: values.decode(SHA256Digest.self, forKey: .asset),
      byteCount: values.decode(Int64.self, forKey: .byteCount),
      facts: values.decode(AnimationFacts.self, forKey: .facts),
      playback: values.decodeIfPresent(Playback.self, forKey: .playback) ?? .once,
      chosen: values.decodeIfPresent(PlaybackPatch.self, forKey: .chosen) ?? .none)
  }
}
