import FoundationEssentials

/// The list that turns a folder of animations into gifts: `manifest.json`.
///
/// ```
/// {"gifts":[{"id":"rose","file":"rose.json","names":{"en":"Rose"},"price":10,
///            "category":"flowers","order":10,"tags":["valentine"],"streakable":true,
///            "publish":true,"until":"2026-12-20T10:00:00Z"}]}
/// ```
package struct Manifest: Encodable, Sendable {
  /// The most bytes of a manifest: 10,000 gifts of 1 kB each, generously.
  package static let maxBytes = 16 * 1_048_576
  /// The most gifts in one import.
  package static let maxGifts = 10_000

  /// The gifts, in any order, each once.
  package let gifts: [Entry]

  /// One gift as the content team writes it; what is missing stays as it is.
  package struct Entry: Encodable, Sendable {
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
      gifts = try ManifestReader(text).entries()
    } catch {
      throw .manifest(error)
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
