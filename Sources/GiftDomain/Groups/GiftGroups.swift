/// All placements and categories after one change.
package struct GiftGroups: Hashable, Sendable, Codable {
  /// The most placements, apart from `gifts`: an app has a few, and each is a catalogue that
  /// servers keep ready.
  package static let maxPlacements = 32
  /// The most categories.
  package static let maxCategories = 500

  /// The placements by name, with what clients do with their animations; `gifts` is one.
  package private(set) var placements: [PlacementName: PlacementChoice] = [.gifts: .all]
  /// The categories that clients show by name or in an order.
  package private(set) var categories: [Category: CategoryDetails] = [:]

  /// The groups of a new catalogue.
  package init() {}

  /// The groups after a change, of records in the order of their changes.
  package init(_ records: [GroupRecord], at change: ChangeNumber) {
    for record in records where record.since <= change { put(record.group) }
  }

  /// The groups after the changes that made these records.
  package func changed(by records: [GroupRecord]) -> GiftGroups {
    var groups = self
    for record in records { groups.put(record.group) }
    return groups
  }

  /// Sets or removes a group.
  mutating func put(_ group: GiftGroup) {
    switch group {
    // It is there in every catalogue, whatever a row says.
    case .placement(.gifts, _): break
    case .placement(let name, let choose): placements[name] = choose
    case .category(let name, let details): categories[name] = details
    }
  }

  /// A group; absent if it is not there.
  package subscript(id: GiftGroup.ID) -> GiftGroup {
    switch id {
    case .placement(let name): .placement(name: name, choose: placements[name])
    case .category(let name): .category(name: name, details: categories[name])
    }
  }

  /// The groups that are other than before, in order.
  package func differences(from earlier: GiftGroups) -> [GroupDifference] {
    let placed = Set(placements.keys).union(earlier.placements.keys).map(GiftGroup.ID.placement)
    let named = Set(categories.keys).union(earlier.categories.keys).map(GiftGroup.ID.category)
    return (placed + named).sorted().compactMap { id in
      earlier[id] == self[id] ? nil : GroupDifference(before: earlier[id], after: self[id])
    }
  }

  /// The categories among some, in their order.
  package func ordered(
    among wanted: Set<Category>
  ) -> [(name: Category, details: CategoryDetails)] {
    categories.filter { wanted.contains($0.key) }
      .map { (name: $0.key, details: $0.value) }
      .sorted { ($0.details.order, $0.name) < ($1.details.order, $1.name) }
  }

  /// Throws `Rejection.invalid` if there are too many.
  func checked() throws(Rejection) {
    guard placements.count - 1 <= Self.maxPlacements else {
      throw .invalid(
        .tooMany(.placement, count: placements.count - 1, limit: Self.maxPlacements))
    }
    guard categories.count <= Self.maxCategories else {
      throw .invalid(.tooMany(.category, count: categories.count, limit: Self.maxCategories))
    }
  }
}
