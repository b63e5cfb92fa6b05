import GiftDomain

/// The catalogues served last, without animations, so that deltas from them need no database.
struct RecentCatalogues: Sendable {
  /// What one placement had in one position.
  fileprivate struct Placed: Sendable {
    let position: CataloguePosition
    let audiences: [Audience]
    let everybody: LiveCatalogue
    /// Those for further audiences.
    var further: [AudienceSet: LiveCatalogue]
  }

  /// What is known about a client's token.
  enum Answer {
    /// The catalogue that the client got with it.
    case catalogue(LiveCatalogue)
    /// Others got it, who belong to other audiences or asked for another placement.
    case otherQuestion
    /// Nothing.
    case unknown
  }

  /// Those of each placement, in the order in which they were served.
  private var placements: [PlacementName: [Placed]] = [:]

  /// What a client got with a token in a placement.
  func catalogue(
    of token: CatalogueToken, in placement: PlacementName, for client: ClientKind
  ) -> Answer {
    let placed = placements[placement]?.last { $0.position == token.position }
    guard let placed else { return .unknown }
    let set = AudienceSet(of: client, among: placed.audiences)
    let own = CatalogueToken(
      token.position, asking: placement, as: set.audiences(among: placed.audiences))
    guard own == token else { return .otherQuestion }
    if set == .none { return .catalogue(placed.everybody) }
    return placed.further[set].map { .catalogue($0) } ?? .unknown
  }

  /// Keeps catalogues that are no longer served, and drops the oldest over the limits, and those of
  /// placements that were retired.
  mutating func keep(_ snapshot: Snapshot, limits: APILimits) {
    var kept: [PlacementName: [Placed]] = [:]
    let all = snapshot.placements
    for placement in all {
      let name = placement.place.placement
      let placed = (placements[name] ?? []).filter { $0.position != snapshot.token }
      let catalogues = placement.catalogues
      let last = Placed(
        position: snapshot.token, audiences: catalogues.audiences,
        everybody: catalogues.everybody.deltas.live,
        further: catalogues.kept.mapValues(\.deltas.live))
      let most = max(1, limits.deltas.maxRecentCatalogues / all.count)
      kept[name] = (placed + [last]).suffix(most)
        .keepingFurther(limits.deltas.maxRecentGifts / all.count)
    }
    placements = kept
  }
}

extension ArraySlice<RecentCatalogues.Placed> {
  /// With at most this many gifts in catalogues for further audiences: the last ones.
  fileprivate func keepingFurther(_ most: Int) -> [RecentCatalogues.Placed] {
    var left = most
    return reversed().map { placed in
      left -= placed.further.values.reduce(0) { $0 + $1.gifts.count }
      var placed = placed
      if left < 0 { placed.further = [:] }
      return placed
    }.reversed()
  }
}
