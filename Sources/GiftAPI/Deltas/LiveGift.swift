import GiftDomain
import GiftStore

/// One gift as written in a catalogue's body, and nothing else.
final class LiveGift: Sendable {
  let id: String
  /// One line of JSON.
  let text: [UInt8]
  /// A hash of only the id: FNV-1a with 32 bits (RFC 9923 §2).
  let idHash: UInt32

  init(id: String, text: [UInt8]) {
    self.id = id
    self.text = text
    idHash = id.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  /// Whether clients see the same.
  func isSame(as other: LiveGift) -> Bool {
    self === other || id == other.id && text == other.text
  }
}

/// What a catalogue's body says: the gifts in their order, their categories, and what clients do
/// with them.
struct LiveCatalogue: Sendable {
  let gifts: [LiveGift]
  let choose: PlacementChoice
  /// The gifts' categories that have details, in their order: a JSON array.
  let categories: [UInt8]
  /// What names the list of withdrawn assets; nil for none, and in catalogues of the past.
  let withdrawn: String?

  /// The catalogue of gifts with these categories.
  init(
    _ gifts: [LiveGift], choose: PlacementChoice, categories: Set<GiftDomain.Category>,
    of groups: GiftGroups, withdrawn: String?
  ) {
    self.gifts = gifts
    self.choose = choose
    self.withdrawn = withdrawn
    self.categories = jsonBody(
      groups.ordered(among: categories).map { CategoryDocument(id: $0.name, details: $0.details) })
  }
}

extension ArraySlice<Catalogue.Item> {
  /// The categories of gifts, as far as they may have details.
  func categories(in groups: GiftGroups) -> Set<GiftDomain.Category> {
    groups.categories.isEmpty ? [] : Set(map(\.category))
  }
}
