/// Changes to a gift's definition; nil leaves a value as it is.
package struct DefinitionPatch: Hashable, Sendable, Codable {
  /// Names to set, by locale.
  package var names: [LocaleTag: GiftName] = [:]
  /// Locales whose names are removed.
  package var droppedNames: [LocaleTag] = []
  /// The new locale of the name for viewers whose own locale has none.
  package var fallback: LocaleTag?
  /// The new price.
  package var price: Price?
  /// The new category.
  package var category: Category?
  /// The new position in the placement `gifts`.
  package var order: Order?
  /// The new placements, which replace all old ones.
  package var places: [PlaceSpec]?
  /// The placements that are added to the old ones.
  package var addedPlaces: [PlaceSpec]?
  /// The placements that it leaves.
  package var droppedPlaces: [PlacementName]?
  /// The new platforms, which replace all old ones; none for all.
  package var only: [PlatformRule]?
  /// The new regions, which replace all old ones; none for all.
  package var regions: [Region]?
  /// The new streak rule.
  package var isStreakable: Bool?
  /// The new tags, which replace all old ones.
  package var tags: [Tag]?
  /// The new note, or its removal.
  package var note: Setting<Remark>?

  /// A patch that changes nothing.
  package init() {}

  /// The placements that it puts a gift into.
  package var namedPlaces: [PlaceSpec] { (places ?? []) + (addedPlaces ?? []) }

  /// The patch for the gift so many places further back, if it names a place in `gifts` at all.
  ///
  /// Throws `Rejection.invalid` beyond the last place.
  package func moved(back places: Int) throws(Rejection) -> DefinitionPatch {
    func moved(_ order: Order) throws(Rejection) -> Order {
      try valid { () throws(DomainError) in try Order(order.value + Int64(places)) }
    }
    var copy = self
    if let order { copy.order = try moved(order) }
    func moved(_ spec: PlaceSpec) throws(Rejection) -> PlaceSpec {
      guard spec.placement == .gifts, let number = spec.number else { return spec }
      return PlaceSpec(placement: spec.placement, number: try moved(number))
    }
    copy.places = try self.places?.map(moved)
    copy.addedPlaces = try addedPlaces?.map(moved)
    return copy
  }

  /// The definition after the patch; a gift without one needs a name and, for `gifts`, a price.
  ///
  /// A placement that is named without a number gets the one that it has, or had last (`former`).
  ///
  /// Throws `Rejection.definitionIncomplete` when either is missing, `notInGifts` for an order
  /// outside that placement, `invalid` above the limits, and for a fallback without a name.
  package func applied(
    to existing: Definition?, of gift: GiftID, latestVersion: VersionNumber?,
    former: (PlacementName) -> Order? = { _ in nil }
  ) throws(Rejection) -> Definition {
    let names = try (existing?.names).patched(
      self.names, dropping: droppedNames, fallback: fallback)
    let places = try placed(existing?.places, of: gift, former: former)
    let price = price ?? existing?.price
    let lacksPrice = price == nil && places[.gifts] != nil
    guard let names, !lacksPrice else {
      throw .definitionIncomplete(gift, lacksName: names == nil, lacksPrice: lacksPrice)
    }
    return try valid { () throws(DomainError) in
      try Definition(
        names: names, price: price, category: category ?? existing?.category ?? .general,
        places: places,
        audience: Audience(
          rules: only ?? existing?.audience.rules ?? [],
          regions: regions ?? existing?.audience.regions ?? []),
        isStreakable: isStreakable ?? existing?.isStreakable ?? false,
        tags: tags.map(Set.init) ?? existing?.tags ?? [], latestVersion: latestVersion,
        note: (note ?? Setting(existing?.note)).value
      ).withdrawing(existing?.withdrawn ?? [])
    }
  }

  /// The placements after the patch; a new gift is in `gifts` unless others are named.
  private func placed(
    _ existing: [PlacementName: Order]?, of gift: GiftID, former: (PlacementName) -> Order?
  ) throws(Rejection) -> [PlacementName: Order] {
    var placed = places == nil ? existing ?? [.gifts: .zero] : [:]
    for spec in namedPlaces {
      placed[spec.placement] =
        spec.number ?? existing?[spec.placement] ?? former(spec.placement) ?? spec.usualNumber
    }
    for placement in droppedPlaces ?? [] { placed[placement] = nil }
    if let order {
      guard placed[.gifts] != nil else { throw .notInGifts(gift) }
      placed[.gifts] = order
    }
    return placed
  }
}

/// A placement of a gift as a command names it.
package struct PlaceSpec: Hashable, Sendable, Codable {
  /// Where the gift is shown.
  package let placement: PlacementName
  /// Its sort order or weight there; nil for the one it has or had last, else 0 in `gifts` and 1
  /// elsewhere.
  package let number: Order?

  /// A placement and a number in it.
  package init(placement: PlacementName, number: Order?) {
    self.placement = placement
    self.number = number
  }

  /// Parses `splash` or `splash:2`.
  ///
  /// Throws `DomainError` for a name or a number that breaks its rule.
  package init(_ text: String) throws(DomainError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    placement = try PlacementName(String(parts[0]))
    guard parts.count > 1 else {
      number = nil
      return
    }
    guard let value = Int64(parts[1]) else { throw .malformed(.placeNumber, text: text) }
    number = try Order(value)
  }

  fileprivate var usualNumber: Order { placement == .gifts ? .zero : .one }
}

/// A definition as written in options or a manifest, not validated yet; missing values stay as they
/// are.
package struct WrittenDefinition: Encodable, Sendable {
  /// Names by locale.
  package var names: [String: String] = [:]
  /// The locale of the name for viewers whose own locale has none.
  package var fallback: String?
  /// The price in coins.
  package var price: Int64?
  /// The category's slug.
  package var category: String?
  /// The position in the placement `gifts`: lower comes first.
  package var order: Int64?
  /// The placements, such as `splash` or `splash:2`, which replace all old ones.
  package var places: [String]?
  /// The placements that are added to the old ones, written likewise.
  package var addedPlaces: [String]?
  /// The names of the placements that it leaves.
  package var droppedPlaces: [String]?
  /// The platforms, such as `ios>=8.2`, which replace all old ones; none for all.
  package var only: [String]?
  /// The regions, such as `DE`, which replace all old ones; none for all.
  package var regions: [String]?
  /// The tags' slugs, which replace all old ones.
  package var tags: [String]?
  /// Whether repeated sending counts as a streak.
  package var streakable: Bool?
  /// The content team's note.
  package var note: String?

  /// A definition that leaves everything as it is.
  package init() {}

  /// One that gives any gift exactly `definition`.
  package init(_ definition: Definition) {
    names = Dictionary(
      uniqueKeysWithValues: definition.names.byLocale.map { ($0.key.text, $0.value.text) })
    fallback = definition.names.fallback.text
    price = definition.price?.coins
    category = definition.category.text
    places = definition.places.map { "\($0.key):\($0.value)" }.sorted()
    only = definition.audience.rules.map(\.text)
    regions = definition.audience.regions.map(\.text)
    tags = definition.tags.map(\.text).sorted()
    streakable = definition.isStreakable
    note = definition.note?.text
  }

  /// The patch with validated values.
  ///
  /// Throws `DomainError` for a value that breaks its rule, and for two names in one locale.
  package func patch() throws(DomainError) -> DefinitionPatch {
    var patch = DefinitionPatch()
    patch.names = try LocalNames.parsed(names)
    if let fallback { patch.fallback = try LocaleTag(fallback) }
    if let price { patch.price = try Price(coins: price) }
    if let category { patch.category = try Category(category) }
    if let order { patch.order = try Order(order) }
    patch.places = try places?.map { text throws(DomainError) in try PlaceSpec(text) }
    patch.addedPlaces = try addedPlaces?.map { text throws(DomainError) in try PlaceSpec(text) }
    patch.droppedPlaces = try droppedPlaces?.map { text throws(DomainError) in
      try PlacementName(text)
    }
    let named = patch.namedPlaces
    if order != nil, let number = named.first(where: { $0.placement == .gifts })?.number {
      throw .repeated(.order, text: "\(number)")
    }
    var seen: Set<PlacementName> = []
    for placement in named.map(\.placement) + (patch.droppedPlaces ?? [])
    where !seen.insert(placement).inserted {
      throw .repeated(.placement, text: placement.text)
    }
    patch.only = try only?.map { text throws(DomainError) in try PlatformRule(text) }
    patch.regions = try regions?.map { text throws(DomainError) in try Region(assigned: text) }
    if let tags { patch.tags = try tags.map { text throws(DomainError) in try Tag(text) } }
    patch.isStreakable = streakable
    if let note { patch.note = .set(try Remark(note)) }
    return patch
  }
}
