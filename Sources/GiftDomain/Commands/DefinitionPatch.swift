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
  /// The new position in the catalogue.
  package var order: Order?
  /// The new streak rule.
  package var isStreakable: Bool?
  /// The new tags, which replace all old ones.
  package var tags: [Tag]?
  /// The new note, or its removal.
  package var note: Setting<Remark>?

  /// A patch that changes nothing.
  package init() {}

  /// The patch for the gift so many places further back, if it names a place at all.
  ///
  /// Throws `Rejection.invalid` beyond the last place.
  package func moved(back places: Int) throws(Rejection) -> DefinitionPatch {
    guard let order else { return self }
    var copy = self
    copy.order = try valid { () throws(DomainError) in try Order(order.value + Int64(places)) }
    return copy
  }

  /// The definition after the patch; a gift without one needs a name and a price.
  ///
  /// Its fallback is English, or else the first locale, unless another is named.
  ///
  /// Throws `Rejection.definitionIncomplete` when either is missing, `invalid` above the limits,
  /// and for a fallback without a name.
  package func applied(
    to existing: Definition?, of gift: GiftID, latestVersion: VersionNumber?
  ) throws(Rejection) -> Definition {
    let names = (existing?.names ?? [:])
      .filter { !droppedNames.contains($0.key) }
      .merging(self.names) { _, new in new }
    let price = price ?? existing?.price
    guard let price, let usual = names.keys.usualFallback else {
      throw .definitionIncomplete(gift, lacksName: names.isEmpty, lacksPrice: price == nil)
    }
    return try valid { () throws(DomainError) in
      try Definition(
        names: names, fallback: fallback ?? existing?.fallback ?? usual, price: price,
        category: category ?? existing?.category ?? .general,
        order: order ?? existing?.order ?? .zero,
        isStreakable: isStreakable ?? existing?.isStreakable ?? false,
        tags: tags.map(Set.init) ?? existing?.tags ?? [], latestVersion: latestVersion,
        note: (note ?? Setting(existing?.note)).value)
    }
  }
}

extension Collection<LocaleTag> {
  /// English if it is among them, or else the first; nil for none.
  fileprivate var usualFallback: LocaleTag? { filter { $0.language == "en" }.min() ?? self.min() }
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
  /// The position in the catalogue: lower comes first.
  package var order: Int64?
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
    names = Dictionary(uniqueKeysWithValues: definition.names.map { ($0.key.text, $0.value.text) })
    fallback = definition.fallback.text
    price = definition.price.coins
    category = definition.category.text
    order = definition.order.value
    tags = definition.tags.map(\.text).sorted()
    streakable = definition.isStreakable
    note = definition.note?.text
  }

  /// The patch with validated values.
  ///
  /// Throws `DomainError` for a value that breaks its rule, and for two names in one locale.
  package func patch() throws(DomainError) -> DefinitionPatch {
    var patch = DefinitionPatch()
    for (locale, name) in names.sorted(by: { $0.key < $1.key }) {
      let tag = try LocaleTag(locale)
      guard tag.hasCommonLanguage else { throw .malformed(.localeTag, text: locale) }
      // "en" and "EN" are the same locale.
      let previous = patch.names.updateValue(try GiftName(name), forKey: tag)
      guard previous == nil else { throw .repeated(.localeTag, text: locale) }
    }
    if let fallback { patch.fallback = try LocaleTag(fallback) }
    if let price { patch.price = try Price(coins: price) }
    if let category { patch.category = try Category(category) }
    if let order { patch.order = try Order(order) }
    if let tags { patch.tags = try tags.map { text throws(DomainError) in try Tag(text) } }
    patch.isStreakable = streakable
    if let note { patch.note = .set(try Remark(note)) }
    return patch
  }
}
