/// What somebody wants to be different about a gift's definition; nil leaves a thing as it is.
package struct DefinitionPatch: Hashable, Sendable, Codable {
  /// Names to set, by locale.
  package var names: [LocaleTag: GiftName] = [:]
  /// Locales whose names go.
  package var droppedNames: [LocaleTag] = []
  /// The new price.
  package var price: Price?
  /// The new category.
  package var category: Category?
  /// The new place.
  package var order: Order?
  /// The new streak rule.
  package var isStreakable: Bool?
  /// The new tags, all of them.
  package var tags: [Tag]?

  /// A patch that changes nothing.
  package init() {}

  /// The definition after the patch; a gift without one needs a name and a price.
  ///
  /// Throws `Rejection.definitionIncomplete` when either is missing, `invalid` above the limits.
  package func applied(
    to existing: Definition?, of gift: GiftID, latestVersion: VersionNumber?
  ) throws(Rejection) -> Definition {
    let names = (existing?.names ?? [:])
      .filter { !droppedNames.contains($0.key) }
      .merging(self.names) { _, new in new }
    let price = price ?? existing?.price
    guard let price, !names.isEmpty else {
      throw .definitionIncomplete(gift, lacksName: names.isEmpty, lacksPrice: price == nil)
    }
    do {
      return try Definition(
        names: names, price: price, category: category ?? existing?.category ?? .general,
        order: order ?? existing?.order ?? .zero,
        isStreakable: isStreakable ?? existing?.isStreakable ?? false,
        tags: tags.map(Set.init) ?? existing?.tags ?? [], latestVersion: latestVersion)
    } catch {
      throw .invalid(error)
    }
  }
}
