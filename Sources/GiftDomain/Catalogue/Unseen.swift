/// Why viewers do not see a gift, although it is live.
package enum Unseen: Hashable, Sendable {
  /// All of its placements were retired.
  case placementsRetired([PlacementName])
  /// No app has a version that its audience names, as with `ios:99+`.
  case audienceUnlikely(Audience)
  /// Other categories have names and its own has none, so that apps have no heading for it.
  case categoryUnnamed(Category)
}

extension Definition {
  /// Why viewers would not see the gift; nil if nothing speaks against it.
  package func unseen(in groups: GiftGroups) -> Unseen? {
    if places.keys.allSatisfy({ groups.placements[$0] == nil }) {
      return .placementsRetired(places.keys.sorted())
    }
    if !audience.rules.isEmpty, audience.rules.allSatisfy(\.isUnlikely) {
      return .audienceUnlikely(audience)
    }
    let isUnnamed = category != .general && groups.categories[category] == nil
    return isUnnamed && !groups.categories.isEmpty ? .categoryUnnamed(category) : nil
  }
}

extension PlatformRule {
  /// Whether no client has such a version: before 0, or after one that people write for "never".
  fileprivate var isUnlikely: Bool {
    below?.lastBefore == nil && below != nil || least?.isNever ?? false
  }
}
