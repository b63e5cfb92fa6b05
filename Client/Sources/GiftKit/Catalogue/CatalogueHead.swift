/// What a catalogue says besides its gifts.
struct CatalogueHead: Sendable, Equatable {
  var placement: Placement = .gifts
  var choice: PlacementChoice = .all
  /// By order, then by id; no id occurs twice.
  var categories: [GiftCategory] = []
  /// What names the list of withdrawn assets; nil if there are none.
  var withdrawn: String?
}

/// A category as the read API writes it (openapi.yaml, `GiftCategory`).
struct CategoryRecord: Codable {
  let fallback: String
  let id: String
  let names: [String: String]
  let order: Int

  init(_ category: GiftCategory) {
    fallback = category.fallback
    id = category.id
    names = category.names
    order = category.order
  }

  /// Categories in their order.
  ///
  /// - Throws: `badResponse` if there are too many, two of one id, or a value is out of range.
  static func categories(_ records: [CategoryRecord]) throws(GiftClientError) -> [GiftCategory] {
    guard records.count <= ClientLimits.categories else {
      throw .badResponse("too many categories")
    }
    guard Set(records.map(\.id)).count == records.count else {
      throw .badResponse("a category occurs twice")
    }
    return try records.map { record throws(GiftClientError) in try record.category() }
      .sorted { ($0.order, $0.id) < ($1.order, $1.id) }
  }

  private func category() throws(GiftClientError) -> GiftCategory {
    guard isWord(id), id.utf8.count <= 64, areNames(names, fallback: fallback),
      orders.contains(order)
    else { throw .badResponse("the category \(brief(id)) is out of range") }
    return GiftCategory(id: id, names: names, fallback: fallback, order: order)
  }
}

/// The range of orders and weights.
let orders = -1_000_000...1_000_000

/// Whether these may be the names of a gift or a category.
func areNames(_ names: [String: String], fallback: String) -> Bool {
  (1...200).contains(names.count) && names[fallback] != nil
    && names.allSatisfy { locale, name in
      // 640 characters of JSON Schema are Unicode scalars, of at most four bytes.
      locale.utf8.count <= 64 && !name.isEmpty && name.utf8.count <= 4 * 640
    }
}
