import GiftDomain
import GiftStore

/// The catalogues of one placement between two boundaries: the one for clients that belong to no
/// audience, and others, each made when a client first requests it.
final class ServedPlacement: Sendable {
  /// The placement, and what clients do with its animations.
  let place: ShownPlace
  /// The catalogues, by the audiences of the gifts that are live or coming.
  let catalogues: PerAudience<ServedCatalogue>
  /// What further catalogues are made of; nil without audiences.
  private let stock: Stock?
  /// The gifts that were written for this placement alone.
  private let written: [(gift: ServedGift, live: LiveGift)]

  /// What all placements of a snapshot have in common.
  struct Basis {
    let view: CatalogueView
    let live: Catalogue
    let position: CataloguePosition
    let since: Timestamp
    let gifts: [ServedGift?]
    /// What names the list of withdrawn assets; nil for none.
    let withdrawn: String?
  }

  fileprivate struct Stock: Sendable {
    let gifts: [LiveGift]
    /// For each of them, the position of its audience; nil for everybody.
    let positions: [Int?]
    /// Their categories; empty if none has details.
    let categories: [GiftDomain.Category]
    let groups: GiftGroups
    let choose: PlacementChoice
    let withdrawn: String?
    let position: CataloguePosition
    let since: Timestamp
    let audiences: [Audience]
    /// When the gifts for everybody or an audience change next, by the audience's position.
    let boundaries: [Timestamp?]
    let limits: APILimits
  }

  /// The catalogues of a placement, reusing equal parts of `earlier`.
  init(
    _ place: ShownPlace, _ basis: Basis, after earlier: ServedPlacement?, limits: APILimits
  ) {
    let items = basis.live.items(in: place.placement)
    let (gifts, written) = Self.gifts(of: items, in: place, basis, after: earlier)
    let stock = Stock(items, gifts, in: place, basis, limits: limits)
    let audiences = stock.audiences
    self.stock = audiences.isEmpty ? nil : stock
    self.place = place
    self.written = written
    let everybody = ServedCatalogue(
      stock.live(for: .none), in: place, for: .unknown,
      CatalogueToken(basis.position, asking: place.placement, as: []), since: basis.since,
      until: basis.live.nextTold(in: place.placement, for: []),
      after: earlier?.catalogues.everybody.seed, beside: nil, limits: limits)
    catalogues = PerAudience(everybody, audiences: audiences, limits: limits.audiences)
  }

  /// Each item as it is written in the catalogue of a placement; nil for one without a version.
  private static func gifts(
    of items: ArraySlice<Catalogue.Item>, in place: ShownPlace, _ basis: Basis,
    after earlier: ServedPlacement?
  ) -> (gifts: [LiveGift?], written: [(gift: ServedGift, live: LiveGift)]) {
    if place.placement == .gifts { return (items.map { basis.gifts[$0.index]?.live }, []) }
    let known = Dictionary(
      (earlier?.place == place ? earlier?.written ?? [] : [])
        .map { (ObjectIdentifier($0.gift), $0.live) }, uniquingKeysWith: { first, _ in first })
    let written = items.map { item in
      basis.gifts[item.index].map { gift in
        (gift: gift, live: known[ObjectIdentifier(gift)] ?? gift.visible.gift(in: place))
      }
    }
    return (written.map { $0?.live }, written.compactMap(\.self))
  }

  /// The catalogue of a client; of two callers at once, both may make it.
  func catalogue(for client: ClientKind) -> ServedCatalogue {
    catalogues.value(for: client) { made(for: client, $0) }
  }

  private func made(
    for client: ClientKind, _ set: AudienceSet
  ) -> (value: ServedCatalogue, byteCount: Int) {
    let everybody = catalogues.everybody
    guard let stock else { return (everybody, 0) }
    let catalogue = ServedCatalogue(
      stock.live(for: set), in: place, for: client,
      CatalogueToken(
        stock.position, asking: place.placement, as: set.audiences(among: stock.audiences)),
      since: stock.since, until: stock.until(for: set, or: everybody), after: nil,
      beside: everybody, limits: stock.limits)
    return (catalogue, catalogue.body.maxByteCount)
  }

  /// The size of all documents that are in memory, in all codings, in bytes.
  var byteCount: Int {
    catalogues.kept.values.reduce(catalogues.everybody.body.byteCount) { $0 + $1.body.byteCount }
  }
}

extension ServedPlacement.Stock {
  /// The items as they are written; one that is not written is left out.
  fileprivate init(
    _ items: ArraySlice<Catalogue.Item>, _ written: [LiveGift?], in place: ShownPlace,
    _ basis: ServedPlacement.Basis, limits: APILimits
  ) {
    groups = basis.view.groups
    choose = place.choose
    withdrawn = basis.withdrawn
    position = basis.position
    since = basis.since
    audiences = basis.live.audiences(in: place.placement)
    boundaries = audiences.map { basis.live.nextTold(in: place.placement, for: [$0]) }
    self.limits = limits.forFurtherAudiences
    let order = Dictionary(uniqueKeysWithValues: audiences.enumerated().map { ($1, $0) })
    var gifts: [LiveGift] = []
    var positions: [Int?] = []
    var categories: [GiftDomain.Category] = []
    gifts.reserveCapacity(items.count)
    positions.reserveCapacity(items.count)
    for (index, live) in zip(items.indices, written) {
      guard let live else { continue }
      gifts.append(live)
      positions.append(items[index].audience.flatMap { order[$0] })
      if !groups.categories.isEmpty { categories.append(items[index].category) }
    }
    self.gifts = gifts
    self.positions = positions
    self.categories = categories
  }

  /// The catalogue of clients that belong to some audiences.
  fileprivate func live(for set: AudienceSet) -> LiveCatalogue {
    var chosen: [LiveGift] = []
    // Exactly, because it is kept for deltas.
    chosen.reserveCapacity(positions.count { set.contains($0) })
    for (gift, position) in zip(gifts, positions) where set.contains(position) {
      chosen.append(gift)
    }
    let categories = zip(categories, positions).filter { set.contains($1) }.map(\.0)
    return LiveCatalogue(
      chosen, choose: choose, categories: Set(categories), of: groups, withdrawn: withdrawn)
  }

  /// When the gifts of some audiences, or those of everybody, change next.
  fileprivate func until(for set: AudienceSet, or everybody: ServedCatalogue) -> Timestamp? {
    ([everybody.until] + boundaries.indices.filter(set.contains).map { boundaries[$0] })
      .compactMap(\.self).min()
  }
}
