/// One version of a gift's animation; immutable.
package struct AnimationVersion: Hashable, Sendable, Codable {
  /// The gift it belongs to.
  package let gift: GiftID
  /// Its number within the gift.
  package let number: VersionNumber
  /// Its bytes.
  package let asset: SHA256Digest
  /// How many bytes.
  package let byteCount: Int64
  /// What the file says about itself.
  package let facts: AnimationFacts
  /// The change that added it.
  package let since: ChangeNumber

  /// A version, as it was recorded.
  package init(
    gift: GiftID, number: VersionNumber, asset: SHA256Digest, byteCount: Int64,
    facts: AnimationFacts, since: ChangeNumber
  ) {
    self.gift = gift
    self.number = number
    self.asset = asset
    self.byteCount = byteCount
    self.facts = facts
    self.since = since
  }

  /// What clients may see of it, in the words of the read API: not since which change it is there.
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
    }

    private enum CodingKeys: CodingKey {
      case version, sha256, byteCount
    }
  }
}

/// What clients want to know of an animation before they fetch it.
package struct AnimationFacts: Hashable, Sendable, Codable {
  /// Width in pixels.
  package let width: Int64
  /// Height in pixels.
  package let height: Int64
  /// Frames a second; real files are not round (29.97…).
  package let frameRateHz: Double
  /// Frames from in point to out point; real files are not whole.
  package let frameCount: Double
  /// Duration in milliseconds, rounded.
  package let durationMs: Int64

  /// Facts as read from the file by its check.
  ///
  /// Throws `DomainError.unplayable` without a size, a frame or a frame rate.
  package init(
    width: Int64, height: Int64, frameRateHz: Double, frameCount: Double, durationMs: Int64
  ) throws(DomainError) {
    guard width > 0, height > 0, frameRateHz > 0, frameRateHz.isFinite, frameCount > 0,
      frameCount.isFinite, durationMs >= 0
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
