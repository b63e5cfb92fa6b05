public import Foundation

/// A gift that viewers can send.
public struct Gift: Sendable, Hashable, Identifiable, Codable {
  /// Its id, never reused for another gift.
  public let id: GiftID
  /// Its names by language tag (BCP 47), at least one.
  public let names: [String: String]
  /// The tag of the name for viewers whose own language has none; always among `names`.
  public let fallback: String
  /// Its price in coins, from 0 to 10,000,000; nil for what is not for sale.
  public let price: Int?
  /// Its category, such as `flowers`.
  public let category: String
  /// Its place in the catalogue: lower comes first, then by id; nil if it has a weight.
  public let order: Int?
  /// How likely it is to be chosen where one is chosen at random, at least 1; else nil.
  public let weight: Int?
  /// Whether sending it repeatedly counts as a streak.
  public let streakable: Bool
  /// Its tags, in alphabetical order.
  public let tags: [String]
  /// When this version went live, at this price and order.
  public let from: Date
  /// When it goes off; nil if that is not planned.
  public let until: Date?
  /// When it gets another version, price or order, and stays live; nil if that is not planned.
  public let changes: Date?
  /// Price and order from `changes` on, told an hour before; nil until then, or if they stay.
  public let next: PlannedTerms?
  /// What it plays.
  public let animation: AnimationInfo
  /// A still frame with a transparent ground, to be shown until the animation has loaded.
  public let poster: Picture?
  /// A few moving seconds on an opaque ground, for lists; nil if and only if `poster` is.
  public let preview: Picture?

  /// A gift, as for a test or a preview; those of a server have been checked.
  public init(
    id: GiftID, names: [String: String], fallback: String, price: Int?,
    category: String = "general", order: Int? = 0, weight: Int? = nil, streakable: Bool = false,
    tags: [String] = [], from: Date = .distantPast, until: Date? = nil, changes: Date? = nil,
    next: PlannedTerms? = nil, animation: AnimationInfo, poster: Picture? = nil,
    preview: Picture? = nil
  ) {
    (self.id, self.names, self.fallback, self.price) = (id, names, fallback, price)
    (self.category, self.order, self.weight, self.streakable) = (
      category, order, weight, streakable
    )
    (self.tags, self.from, self.until, self.changes, self.next) = (tags, from, until, changes, next)
    (self.animation, self.poster, self.preview) = (animation, poster, preview)
  }

  /// The name in the first of these languages (BCP 47, preferred first) that has one.
  ///
  /// Each tag is shortened from its end until it matches (RFC 4647 §3.4). If none does, it is the
  /// name of `fallback`.
  public func name(for languages: [String] = Locale.preferredLanguages) -> String {
    localName(names, fallback, for: languages)
  }

  /// Its order or weight.
  var number: Int { order ?? weight ?? 0 }

  /// Everything that may be fetched for it.
  var assets: [AssetReference] {
    [poster?.asset, preview?.asset, animation.asset].compactMap { $0 }
  }
}

/// The name in the first of these languages that has one; see `Gift.name(for:)`.
func localName(_ names: [String: String], _ fallback: String, for languages: [String]) -> String {
  let known = Dictionary(names.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  for language in languages {
    var subtags = language.lowercased().split(separator: "-")
    while !subtags.isEmpty {
      if let name = known[subtags.joined(separator: "-")] { return name }
      subtags.removeLast()
      // A single letter only introduces what was cut off.
      if subtags.last?.count == 1 { subtags.removeLast() }
    }
  }
  return names[fallback] ?? ""
}

/// The terms on which a gift goes on after a planned change.
public struct PlannedTerms: Sendable, Hashable, Codable {
  /// Its price in coins, from 0 to 10,000,000; nil for what is not for sale.
  public let price: Int?
  /// Its place in the catalogue; nil if it has a weight.
  public let order: Int?

  /// Terms, as for a test or a preview.
  public init(price: Int?, order: Int?) {
    (self.price, self.order) = (price, order)
  }
}

/// What the catalogue says of a gift's animation; its bytes come from an `AnimationProvider`.
public struct AnimationInfo: Sendable, Hashable, Codable {
  /// Counted from 1 within the gift.
  public let version: Int
  /// In pixels, from 1 to 2,147,483,647.
  public let width: Int
  /// In pixels, from 1 to 2,147,483,647.
  public let height: Int
  /// Frames per second, positive, at most 2^53, may be fractional.
  public let frameRate: Double
  /// Positive, at most 2^53, may be fractional.
  public let frameCount: Double
  /// In milliseconds, from 0 to 1,000,000,000,000.
  public let durationMs: Int
  /// How it is played.
  public let playback: Playback
  /// Where its bytes are, and how to verify them.
  public let asset: AssetReference

  /// What a catalogue says, as for a test or a preview.
  public init(
    version: Int = 1, width: Int, height: Int, frameRate: Double, frameCount: Double,
    durationMs: Int, playback: Playback = Playback(loop: .never, segments: []),
    asset: AssetReference
  ) {
    (self.version, self.width, self.height) = (version, width, height)
    (self.frameRate, self.frameCount, self.durationMs) = (frameRate, frameCount, durationMs)
    (self.playback, self.asset) = (playback, asset)
  }
}

/// What the catalogue says of a poster or a preview.
public struct Picture: Sendable, Hashable, Codable {
  /// In pixels, from 1 to 1024.
  public let width: Int
  /// In pixels, from 1 to 1024.
  public let height: Int
  /// Where its bytes are, and how to verify them.
  public let asset: AssetReference

  /// What a catalogue says, as for a test or a preview.
  public init(width: Int, height: Int, asset: AssetReference) {
    (self.width, self.height, self.asset) = (width, height, asset)
  }
}
