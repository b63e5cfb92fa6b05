package import GiftDomain

/// A page of the gallery, at whatever instant.
package enum Page: Hashable, Sendable {
  /// All gifts, or those that a filter lets through.
  case overview(GiftFilter)
  /// One gift.
  case gift(GiftID, GiftFocus)
  /// One rotation with its turns.
  case rotation(RotationName)
  /// What changes at a boundary, before and after.
  case boundary(Timestamp)
}

/// What a gift's page shows large.
package struct GiftFocus: Hashable, Sendable {
  /// The version; nil for the one that viewers see, or will.
  package var version: VersionNumber?
  /// A single frame, from 0; nil for the moving animation.
  package var frame: Int64?
  /// What the animation is drawn on; nil for what suits it.
  package var ground: Ground?
  /// Another version to compare it with.
  package var comparison: Comparison?

  /// Two versions at the same fraction of their length.
  package struct Comparison: Hashable, Sendable {
    /// The other version.
    package let version: VersionNumber
    /// How far into both, in thousandths of their length.
    package let position: DrawnPosition

    /// A comparison from its parts.
    package init(version: VersionNumber, position: DrawnPosition) {
      self.version = version
      self.position = position
    }
  }

  /// The version that viewers see, moving.
  package static let standard = GiftFocus(
    version: nil, frame: nil, ground: nil, comparison: nil)

  /// A focus from its parts.
  package init(
    version: VersionNumber?, frame: Int64?, ground: Ground?, comparison: Comparison?
  ) {
    self.version = version
    self.frame = frame
    self.ground = ground
    self.comparison = comparison
  }
}

/// What an animation is drawn on.
package enum Ground: String, Hashable, Sendable, CaseIterable {
  /// Nearly black, as most streams are.
  case dark
  /// Nearly white.
  case light
  /// Squares of two greys, which show what is transparent.
  case chequered
}

/// A point in an animation, in thousandths of its length.
package struct DrawnPosition: Hashable, Sendable {
  /// The points that a page links to.
  package static let offered: [DrawnPosition] = [0, 125, 250, 375, 500, 625, 750, 875, 1_000]
    .compactMap(DrawnPosition.init)
  /// The one that a poster is near.
  package static let middle = offered[offered.count / 2]

  /// The point, 0 to 1,000.
  package let thousandths: Int64

  /// Nil for anything but 0 to 1,000.
  package init?(_ thousandths: Int64) {
    guard (0...1_000).contains(thousandths) else { return nil }
    self.thousandths = thousandths
  }

  /// The frame of an animation with that many.
  package func frame(of count: Double) -> Int64 {
    Int64((max(0, count.rounded(.up) - 1) * Double(thousandths) / 1_000).rounded())
  }
}

/// A picture that the gallery has drawn for itself, larger than what is stored.
package enum Drawing: Hashable, Sendable {
  /// An animation, moving, as WebP.
  case motion(SHA256Digest, Ground)
  /// One frame of it, as PNG with alpha.
  case frame(SHA256Digest, Int64)
  /// One point of it, as PNG with alpha.
  case still(SHA256Digest, DrawnPosition)
  /// Where two animations differ at the same point, as PNG.
  case difference(SHA256Digest, SHA256Digest, DrawnPosition)
}
