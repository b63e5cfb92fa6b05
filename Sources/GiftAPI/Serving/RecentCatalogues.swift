import GiftDomain

/// The catalogues that were served last, without their animations: what changed since one of them
/// can be told without the database.
struct RecentCatalogues: Sendable {
  private var catalogues: [(token: CataloguePosition, gifts: [LiveGift])] = []

  /// The live gifts of one of them.
  func gifts(of token: CataloguePosition) -> [LiveGift]? {
    catalogues.last { $0.token == token }?.gifts
  }

  /// Keeps a catalogue that is not served any more, in the place of the oldest one.
  mutating func keep(_ catalogue: CatalogueDeltas, limits: APILimits) {
    guard gifts(of: catalogue.token) == nil else { return }
    catalogues.append((catalogue.token, catalogue.live))
    if catalogues.count > limits.deltas.maxRecentCatalogues { catalogues.removeFirst() }
  }
}
