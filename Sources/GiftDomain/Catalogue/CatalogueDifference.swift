/// How two catalogues differ, as viewers see it.
package struct CatalogueDifference: Equatable, Sendable {
  /// A gift that is live in both, and looks different.
  package struct Change: Equatable, Sendable {
    /// The gift in the earlier catalogue.
    package let before: Catalogue.Item
    /// The gift in the later catalogue.
    package let after: Catalogue.Item
  }

  /// Gifts live only in the later catalogue, in its order.
  package let added: [Catalogue.Item]
  /// Gifts live only in the earlier catalogue, in its order.
  package let removed: [Catalogue.Item]
  /// Gifts live in both that look different, in the later catalogue's order.
  package let changed: [Change]

  /// Whether there is no difference.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// The difference between two catalogues.
  ///
  /// The beginning of a window, and a version that is not shown, do not count.
  package init(from earlier: Catalogue, to later: Catalogue) {
    let old = Dictionary(uniqueKeysWithValues: earlier.items.map { ($0.gift, $0) })
    let new = Set(later.items.map(\.gift))
    added = later.items.filter { old[$0.gift] == nil }
    removed = earlier.items.filter { !new.contains($0.gift) }
    changed = later.items.compactMap { after in
      guard let before = old[after.gift],
        before.version.looksDifferent(from: after.version)
          || before.window.until != after.window.until
          || before.definition.looksDifferent(from: after.definition)
      else { return nil }
      return Change(before: before, after: after)
    }
  }
}
