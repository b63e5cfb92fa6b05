import FoundationEssentials

/// The list that turns a folder of animations into gifts: `manifest.json`.
///
/// ```
/// {"gifts":[{"id":"rose","file":"rose.json","names":{"en":"Rose"},"price":10,
///            "category":"flowers","order":10,"tags":["valentine"],"streakable":true,
///            "publish":true,"until":"2026-12-20T10:00:00Z"}]}
/// ```
package struct Manifest: Codable, Sendable {
  /// The most bytes of a manifest: 10,000 gifts of 1 kB each, generously.
  package static let maxBytes = 16 * 1_048_576
  /// The most gifts in one import.
  package static let maxGifts = 10_000

  /// The gifts, in any order, each once.
  package let gifts: [Entry]

  /// One gift as the content team writes it; what is missing stays as it is.
  package struct Entry: Codable, Sendable {
    /// The gift's slug.
    package var id: String
    /// The animation's file, relative to the manifest's folder.
    package var file: String?
    /// Names by locale.
    package var names: [String: String]?
    /// Coins.
    package var price: Int64?
    /// The shelf's slug.
    package var category: String?
    /// The place.
    package var order: Int64?
    /// Slugs.
    package var tags: [String]?
    /// Whether repeated sending counts as a streak.
    package var streakable: Bool?
    /// Whether to publish the latest version.
    package var publish: Bool?
    /// From when to publish, RFC 3339; now when missing.
    package var from: String?
    /// Until when to publish, RFC 3339; without end when missing.
    package var until: String?
  }

  /// A manifest of entries.
  package init(gifts: [Entry]) { self.gifts = gifts }

  /// Throws `PublishingError.manifest` for text that is no manifest.
  package init(text: [UInt8]) throws(PublishingError) {
    guard text.count <= Self.maxBytes else { throw .manifest(.tooLarge(bytes: text.count)) }
    do {
      self = try JSONDecoder().decode(Manifest.self, from: Data(text))
    } catch let error as DecodingError {
      throw .manifest(.unreadable(error.place))
    } catch {
      throw .manifest(.unreadable("not JSON"))
    }
    guard gifts.count <= Self.maxGifts else { throw .manifest(.tooManyGifts(gifts.count)) }
    var seen: Set<String> = []
    for entry in gifts where !seen.insert(entry.id).inserted {
      throw .manifest(.giftRepeated(entry.id))
    }
  }

  /// The manifest as the first line of a stream.
  package func line() throws -> [UInt8] {
    Array(try JSONCoding.encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  /// The manifest as a file, for people to read.
  package func text() throws -> [UInt8] {
    Array(try JSONCoding.prettyEncoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}

/// Why a manifest cannot be used.
package enum ManifestFault: Error, Hashable, Sendable {
  /// More than `Manifest.maxBytes`.
  case tooLarge(bytes: Int)
  /// Not the JSON of a manifest; says where.
  case unreadable(String)
  /// More than `Manifest.maxGifts`.
  case tooManyGifts(Int)
  /// A gift stands in it twice.
  case giftRepeated(String)
}

extension DecodingError {
  /// Where, and what was expected, without the decoder's own prose.
  var place: String {
    switch self {
    case .typeMismatch(let type, let context): "\(Self.path(context)) is no \(type)"
    case .valueNotFound(let type, let context): "\(Self.path(context)) is null, not \(type)"
    case .keyNotFound(let key, let context):
      "\(Self.path(context)) has no \"\(key.stringValue)\""
    case .dataCorrupted(let context):
      // The decoder says the same of text that is no JSON and of a number that does not fit.
      context.codingPath.isEmpty
        ? "it is not JSON, or a number in it is not one that can stand there"
        : "\(Self.path(context)) is unreadable"
    @unknown default: "not JSON"
    }
  }

  private static func path(_ context: Context) -> String {
    "/"
      + context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      .joined(separator: "/")
  }
}
