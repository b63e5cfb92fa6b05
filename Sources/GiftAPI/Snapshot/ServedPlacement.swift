import GiftDomain
import GiftStore

/// The catalogues of one placement between two boundaries: the one for clients that belong to no
/// audience, and others, each made when a client first requests it.
final class ServedPlacement: Sendable {
  /// The placement, and what clients do with its animations.
  let place: ShownPlace
  /// The catalogues, by the audiences of the gifts that are live or coming.
  let catalogues: PerAudience<ServedCatalogue, ServedCatalogue.Seed>
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
  }

  /// A live gift, and the position of its audience; nil for everybody.
  fileprivate struct StockedGift: Sendable {
    let live: LiveGift
    let category: GiftDomain.Category
    let audience: Int?
  }

  fileprivate struct Stock: Sendable {
    let gifts: [StockedGift]
    let groups: GiftGroups
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
    let audiences = basis.live.audiences(in: place.placement)
    let (gifts, written) = Self.gifts(of: items, in: place, basis, after: earlier)
    let groups = basis.view.groups
    let live: LiveCatalogue
    if audiences.isEmpty {
      stock = nil
      live = LiveCatalogue(
        gifts.compactMap(\.self), choose: place.choose, categories: items.categories(in: groups),
        of: groups)
    } else {
      let stock = Stock(
        gifts: StockedGift.all(items, gifts, audiences: audiences), groups: groups,
        position: basis.position, since: basis.since, audiences: audiences,
        boundaries: audiences.map { basis.live.nextBoundary(in: place.placement, for: [$0]) },
        limits: limits.sharingDeltas)
      live = stock.live(for: .none, choose: place.choose)
      self.stock = stock
    }
    self.place = place
    self.written = written
    let everybody = ServedCatalogue(
      live, in: place, for: .unknown,
      CatalogueToken(basis.position, asking: place.placement, as: []), since: basis.since,
      until: basis.live.nextBoundary(in: place.placement, for: []),
      after: earlier?.catalogues.everybody.seed, beside: nil, limits: limits)
    catalogues = PerAudience(
      everybody, audiences: audiences, sown: earlier?.catalogues.seeds(\.seed) ?? [],
      limits: limits.audiences)
    var bytes = limits.audiences.maxReadyBytes
    for client in catalogues.awaited.prefix(limits.audiences.maxReady) {
      guard bytes > 0 else { break }
      bytes -= catalogue(for: client, requests: 0).body.maxByteCount
    }
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
  func catalogue(for client: ClientKind, requests: Int) -> ServedCatalogue {
    catalogues.value(for: client, requests: requests) { made(for: client, $0, after: $1) }
  }

  private func made(
    for client: ClientKind, _ set: AudienceSet, after earlier: ServedCatalogue.Seed?
  ) -> (value: ServedCatalogue, byteCount: Int) {
    let everybody = catalogues.everybody
    guard let stock else { return (everybody, 0) }
    let catalogue = ServedCatalogue(
      stock.live(for: set, choose: place.choose), in: place, for: client,
      CatalogueToken(
        stock.position, asking: place.placement, as: set.audiences(among: stock.audiences)),
      since: stock.since, until: stock.until(for: set, or: everybody), after: earlier,
      beside: everybody, limits: stock.limits)
    return (catalogue, catalogue.body.maxByteCount)
  }

  /// The size of all documents that are in memory, in all codings, in bytes.
  var byteCount: Int {
    catalogues.slots.reduce(catalogues.everybody.body.byteCount) { $0 + $1.value.body.byteCount }
  }

  /// Ends the wait for brotli of the further catalogue that is requested most, of those that wait;
  /// false if none does.
  ///
  /// Those with brotli are no longer than `maxBrotliBytes` together, and the first `maxReady` are in
  /// files, whatever is requested most later: the next snapshot begins anew.
  func settleNext(limits: APILimits) -> Bool {
    let all = catalogues.slots.map(\.value)
    guard let next = all.first(where: \.body.awaitsBrotli) else { return false }
    let settled = all.filter { !$0.body.awaitsBrotli }
    let byteCount = settled.filter { $0.body.has(.brotli) }
      .reduce(next.body.identityByteCount) { $0 + $1.body.identityByteCount }
    next.settle(
      room: byteCount <= limits.memory.maxBrotliBytes,
      frequent: settled.count < limits.audiences.maxReady)
    return true
  }
}

extension ServedPlacement.StockedGift {
  /// The items that are written in a catalogue.
  fileprivate static func all(
    _ items: ArraySlice<Catalogue.Item>, _ gifts: [LiveGift?], audiences: [Audience]
  ) -> [ServedPlacement.StockedGift] {
    let places = Dictionary(uniqueKeysWithValues: audiences.enumerated().map { ($1, $0) })
    return zip(items, gifts).compactMap { item, live in
      live.map { live in
        Self(
          live: live, category: item.category, audience: item.audience.flatMap { places[$0] })
      }
    }
  }
}

extension ServedPlacement.Stock {
  fileprivate func live(for set: AudienceSet, choose: PlacementChoice) -> LiveCatalogue {
    let gifts = gifts.filter { set.contains($0.audience) }
    return LiveCatalogue(
      gifts.map(\.live), choose: choose,
      categories: groups.categories.isEmpty ? [] : Set(gifts.map(\.category)), of: groups)
  }

  /// When the gifts of some audiences, or those of everybody, change next.
  fileprivate func until(for set: AudienceSet, or everybody: ServedCatalogue) -> Timestamp? {
    ([everybody.until] + boundaries.indices.filter(set.contains).map { boundaries[$0] })
      .compactMap(\.self).min()
  }
}
