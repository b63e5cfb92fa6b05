/// One version of a gift's animation; immutable, except for its pictures.
package struct AnimationVersion: Hashable, Sendable, Codable {
  /// The bytes that an animation may have: up to 64 MiB, the most that a check reads.
  package static let byteCounts: ClosedRange<Int64> = 1...67_108_864

  /// The gift it belongs to.
  package let gift: GiftID
  /// Its number within the gift.
  package let number: VersionNumber
  /// The digest of its bytes.
  package let asset: SHA256Digest
  /// The size in bytes, within `byteCounts`.
  package let byteCount: Int64
  /// Size, frames and duration, from the file.
  package let facts: AnimationFacts
  /// How clients play it.
  package let playback: Playback
  /// The change that added it.
  package let since: ChangeNumber
  /// Its pictures after a change; nil as long as it was not drawn, and in a `GiftHistory`, which
  /// records them separately.
  package private(set) var pictures: VersionPictures?

  /// A version as recorded.
  ///
  /// Throws `DomainError.outOfRange` for a size outside `byteCounts`.
  package init(
    gift: GiftID, number: VersionNumber, asset: SHA256Digest, byteCount: Int64,
    facts: AnimationFacts, playback: Playback, since: ChangeNumber, pictures: VersionPictures?
  ) throws(DomainError) {
    self.gift = gift
    self.number = number
    self.asset = asset
    self.byteCount = try Self.byteCounts.checked(byteCount, .animationBytes)
    self.facts = facts
    self.playback = playback
    self.since = since
    self.pictures = pictures
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      gift: values.decode(GiftID.self, forKey: .gift),
      number: values.decode(VersionNumber.self, forKey: .number),
      asset: values.decode(SHA256Digest.self, forKey: .asset),
      byteCount: values.decode(Int64.self, forKey: .byteCount),
      facts: values.decode(AnimationFacts.self, forKey: .facts),
      playback: values.decode(Playback.self, forKey: .playback),
      since: values.decode(ChangeNumber.self, forKey: .since),
      pictures: values.decodeIfPresent(VersionPictures.self, forKey: .pictures))
  }

  /// The same version with other pictures.
  package func with(_ pictures: VersionPictures?) -> AnimationVersion {
    var copy = self
    copy.pictures = pictures
    return copy
  }

  /// Whether clients can tell the two apart.
  package func looksDifferent(from other: AnimationVersion) -> Bool {
    asset != other.asset || number != other.number || pictures?.pair != other.pictures?.pair
  }

  /// The part that clients may see, in the words of the read API, without the change that added it.
  package var forClients: ForClients { ForClients(version: self) }

  /// A version as clients see it.
  package struct ForClients: Encodable, Sendable {
    fileprivate let version: AnimationVersion

    /// Writes an object.
    package func encode(to encoder: any Encoder) throws {
      try version.facts.encode(to: encoder)
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(version.number, forKey: .version)
      try members.encode(version.asset, forKey: .sha256)
      try members.encode(version.byteCount, forKey: .byteCount)
      try members.encode(version.playback, forKey: .playback)
    }

    private enum CodingKeys: CodingKey {
      case version, sha256, byteCount, playback
    }
  }
}

/// Facts that clients need before they fetch an animation.
package struct AnimationFacts: Hashable, Sendable, Codable {
  /// Width in pixels.
  package let width: Int64
  /// Height in pixels.
  package let height: Int64
  /// Frames per second; not always round in real files (29.97…).
  package let frameRateHz: Double
  /// Frames from in point to out point; not always whole in real files.
  package let frameCount: Double
  /// Duration in milliseconds, rounded.
  package let durationMs: Int64

  /// The longest side in pixels: a number above it is one that players do not hold.
  static let longestSide = Int64(Int32.max)
  /// The most frames, and milliseconds: 2^53, up to which a Double tells whole numbers apart.
  static let mostCounted: Int64 = 9_007_199_254_740_992

  /// Facts that the check read from the file.
  ///
  /// Throws `DomainError.unplayable` without a size, a frame or a frame rate, or with more of them
  /// than there can be.
  package init(
    width: Int64, height: Int64, frameRateHz: Double, frameCount: Double, durationMs: Int64
  ) throws(DomainError) {
    let sides = 1...Self.longestSide
    guard sides.contains(width), sides.contains(height), frameRateHz > 0, frameRateHz.isFinite,
      frameCount > 0, frameCount <= Double(Self.mostCounted),
      (0...Self.mostCounted).contains(durationMs)
    else {
      throw .unplayable(
        width: width, height: height, frameRateHz: frameRateHz, frameCount: frameCount)
    }
    self.width = width
    self.height = height
    self.frameRateHz = frameRateHz
    self.frameCount = frameCount
    self.durationMs = durationMs
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      width: values.decode(Int64.self, forKey: .width),
      height: values.decode(Int64.self, forKey: .height),
      frameRateHz: values.decode(Double.self, forKey: .frameRateHz),
      frameCount: values.decode(Double.self, forKey: .frameCount),
      durationMs: values.decode(Int64.self, forKey: .durationMs))
  }

  private enum CodingKeys: String, CodingKey {
    case width, height, frameCount, durationMs
    case frameRateHz = "frameRate"
  }
}

extension AnimationVersion {
  /// `rose version 2`.
  package var name: String { "\(gift) version \(number)" }

  /// `512×512, 90 frames at 30 Hz, 3.00 s, 48,564 bytes`.
  package var measures: String {
    "\(facts.width)×\(facts.height), \(short(facts.frameCount)) frames at "
      + "\(short(facts.frameRateHz)) Hz, \(seconds(ofMilliseconds: facts.durationMs)), "
      + "\(grouped(Int(byteCount))) bytes"
  }
}
