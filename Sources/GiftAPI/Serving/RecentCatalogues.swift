import GiftDomain

/// The catalogues served last, without animations, so that deltas from them need no database.
struct RecentCatalogues: Sendable {
  /// Those of each placement, in the order in which they were served.
  private var catalogues: [DigestMark?: [(token: CatalogueToken, live: LiveCatalogue)]] = [:]

  /// The catalogue with a token; nil if it is not kept.
  func catalogue(of token: CatalogueToken) -> LiveCatalogue? {
    catalogues[token.question]?.last { $0.token == token }?.live
  }

  /// Keeps catalogues that are no longer served, and drops the oldest over the limit, and those of
  /// placements that were retired.
  mutating func keep(_ snapshot: Snapshot, limits: APILimits) {
    var kept: [DigestMark?: [(token: CatalogueToken, live: LiveCatalogue)]] = [:]
    let all = snapshot.catalogues.map(\.deltas)
    for deltas in all {
      let question = deltas.token.question
      kept[question] = catalogues[question] ?? []
      guard catalogue(of: deltas.token) == nil else { continue }
      kept[question]?.append((deltas.token, deltas.live))
      let most = max(1, limits.deltas.maxRecentCatalogues / all.count)
      if kept[question].map({ $0.count > most }) ?? false { kept[question]?.removeFirst() }
    }
    catalogues = kept
  }
}
