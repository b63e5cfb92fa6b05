import FoundationEssentials
package import GiftDomain
import GiftStore

/// The list that turns a folder of animations into gifts: `manifest.json`.
///
/// ```
/// {"zone":"Europe/Berlin",
///  "placements":[{"name":"splash","choose":"random"}],
///  "categories":[{"id":"flowers","names":{"en":"Flowers"},"order":1}],
///  "gifts":[{"id":"rose","file":"rose.json","loop":"main",
///            "segments":[{"name":"main","first":30,"last":60}],"names":{"en":"Rose"},"price":10,
///            "category":"flowers","places":["gifts:10","splash"],
///            "only":["ios>=8.2","android"],"regions":["DE","AT"],"tags":["valentine"],
///            "streakable":true,"note":"Licensed until 2028",
///            "publish":true,"version":2,"from":"2026-12-20T10:00:00Z","until":"2027-01-06 10:00",
///            "windows":[{"from":"2027-02-08 00:00","until":"2027-02-15 00:00","version":1},
///                       {"from":"2027-04-01 00:00","until":"2027-04-02 00:00","hide":true}],
///            "retire":"2027-06-01 00:00"}]}
/// ```
///
/// A time is RFC 3339, or a local time of `zone`.
package struct Manifest: Encodable, Sendable {
  /// The most bytes of a manifest: 10,000 gifts of 1 kB each, generously.
  package static let maxBytes = 16 * 1_048_576
  /// The most gifts in one import.
  package static let maxGifts = 10_000

  /// The most faults of a manifest that are told at once.
  package static let maxFaults = 1_000
  /// The most windows of a gift in one import.
  package static let maxWindows = 100

  /// The IANA time zone of local times; nil if there are none.
  package var zone: String?
  /// Placements to add or change; others stay.
  package var placements: [PlacementEntry]?
  /// Categories to name or change; others stay.
  package var categories: [CategoryEntry]?
  /// The gifts, in any order, each once.
  package let gifts: [Entry]
  /// What is wrong in the text that it was read from, in its order, and left out here.
  package private(set) var faults: [ManifestFault] = []
  /// How many names of that text had white space at an end, or were not in Unicode's normal form C.
  package private(set) var tidied = 0

  private enum CodingKeys: CodingKey {
    case zone, placements, categories, gifts
  }

  /// One gift as the content team writes it; missing members leave values as they are.
  package struct Entry: Encodable, Sendable {
    /// The gift's slug.
    package var id: String
    /// The animation's file, relative to the manifest's folder.
    package var file: String?
    /// How the animation is played, if there is one.
    package var playback: WrittenPlayback
    /// The gift's definition.
    package var definition: WrittenDefinition
    /// The gift's plans.
    package var plan: PlanEntry

    /// Writes all members into one object.
    package func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(id, forKey: .id)
      try members.encodeIfPresent(file, forKey: .file)
      try playback.encode(to: encoder)
      try definition.encode(to: encoder)
      try plan.encode(to: encoder)
    }

    private enum CodingKeys: CodingKey {
      case id, file
    }
  }

  /// A gift's plans as the content team writes them.
  package struct PlanEntry: Encodable, Sendable {
    /// Whether to publish.
    package var publish: Bool?
    /// The version to publish; the latest by default.
    package var version: Int64?
    /// When publishing starts; now by default, which cannot be combined with `retire`.
    package var from: String?
    /// When it ends, which makes it a window; open by default.
    package var until: String?
    /// More windows.
    package var windows: [WindowEntry]?
    /// When to retire the gift.
    package var retire: String?
  }

  /// A placement as the content team writes it.
  package struct PlacementEntry: Encodable, Sendable {
    /// The placement's slug.
    package var name: String
    /// `all`, `first` or `random`.
    package var choose: String
  }

  /// A category as the content team writes it; missing members leave values as they are.
  package struct CategoryEntry: Encodable, Sendable {
    /// The category's slug.
    package var id: String
    /// Names to set, by locale.
    package var names: [String: String]?
    /// The locale of the name for viewers whose own locale has none.
    package var fallback: String?
    /// The position among categories.
    package var order: Int64?
  }

  /// A window as the content team writes it.
  package struct WindowEntry: Encodable, Sendable {
    /// When it begins.
    package var from: String
    /// When it ends, unless the gift is retired earlier.
    package var until: String
    /// The version that shows; the latest by default.
    package var version: Int64?
    /// Whether nothing shows.
    package var hide: Bool?
    /// The price in coins while it lasts; that of the gift by default.
    package var price: Int64?
    /// The position in the placement `gifts` while it lasts; that of the gift by default.
    package var order: Int64?
  }

  /// A manifest of entries.
  package init(
    gifts: [Entry], zone: String? = nil, placements: [PlacementEntry]? = nil,
    categories: [CategoryEntry]? = nil
  ) {
    self.gifts = gifts
    self.zone = zone
    self.placements = placements
    self.categories = categories
  }

  /// Reads a text; of one that is a manifest, `faults` has what is wrong.
  ///
  /// Throws `PublishingError.manifest` for any other.
  package init(text: [UInt8]) throws(PublishingError) {
    guard text.count <= Self.maxBytes else { throw .manifest(.tooLarge(bytes: text.count)) }
    do {
      var reader = try ManifestReader(text)
      let (manifest, faults) = try reader.manifest()
      self = manifest
      self.faults = faults
      tidied = reader.tidied
    } catch {
      throw .manifest(error)
    }
  }

  /// The manifest as the first line of a stream.
  package func line() throws -> [UInt8] {
    Array(try canonicalJSON(self)) + [UInt8(ascii: "\n")]
  }

  /// The manifest as a file, for people to read.
  package func text() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}
