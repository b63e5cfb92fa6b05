import GiftDomain

/// The catalogues served last, without animations, so that deltas from them need no database.
struct RecentCatalogues: Sendable {
  private var catalogues: [(token: CataloguePosition, gifts: [LiveGift])] = []

  /// The live gifts of the catalogue with a token; nil if it is not kept.
  func gifts(of token: CataloguePosition) -> [LiveGift]? {
    catalogues.last { $0.token == token }?.gifts
  }

  /// Keeps a catalogue that is no longer served, and drops the oldest over the limit.
  mutating func keep(_ catalogue: CatalogueDeltas, limits: APILimits) {
    guard gifts(of: catalogue.token) == nil else { return }
    catalogues.append((catalogue.token, catalogue.live))
    if catalogues.count > limits.deltas.maxRecentCatalogues { catalogues.removeFirst() }
  }
}
