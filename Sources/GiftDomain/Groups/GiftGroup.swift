/// What gifts are grouped by: a placement or a category, with its settings at one time.
package enum GiftGroup: Hashable, Sendable, Codable {
  /// A placement, and what clients do with its animations; nil once it is retired.
  case placement(name: PlacementName, choose: PlacementChoice?)
  /// A category, and how clients show it; nil once it is retired.
  case category(name: Category, details: CategoryDetails?)

  /// The kind and name of a group.
  package enum ID: Hashable, Sendable, Codable, Comparable {
    /// A placement.
    case placement(PlacementName)
    /// A category.
    case category(Category)

    /// The name, without the kind.
    package var name: String {
      switch self {
      case .placement(let name): name.text
      case .category(let name): name.text
      }
    }

    /// `placement splash`, `category flowers`.
    package var text: String { "\(kind) \(name)" }

    /// `placement` or `category`.
    package var kind: String {
      switch self {
      case .placement: "placement"
      case .category: "category"
      }
    }

    /// The group without settings: not there yet, or retired.
    package var absent: GiftGroup {
      switch self {
      case .placement(let name): .placement(name: name, choose: nil)
      case .category(let name): .category(name: name, details: nil)
      }
    }
  }

  /// Its kind and name.
  package var id: ID {
    switch self {
    case .placement(let name, _): .placement(name)
    case .category(let name, _): .category(name)
    }
  }

  /// Whether it has no settings: not there yet, or retired.
  package var isAbsent: Bool { self == id.absent }
}

/// How clients show a category.
package struct CategoryDetails: Hashable, Sendable, Codable {
  /// Its names.
  package let names: LocalNames
  /// Its position among categories: lower comes first, ties are sorted by slug.
  package let order: Order

  /// Details from their parts.
  package init(names: LocalNames, order: Order) {
    self.names = names
    self.order = order
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    names = try LocalNames(from: decoder)
    order = try decoder.container(keyedBy: CodingKeys.self).decode(Order.self, forKey: .order)
  }

  /// Writes all members into one object.
  package func encode(to encoder: any Encoder) throws {
    try names.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(order, forKey: .order)
  }

  private enum CodingKeys: CodingKey {
    case order
  }
}

/// A group's settings, and the change that made them; valid until the next of that group.
package struct GroupRecord: Hashable, Sendable, Codable {
  /// The group from then on.
  package let group: GiftGroup
  /// The change that made it so.
  package let since: ChangeNumber

  /// A record from its parts.
  package init(_ group: GiftGroup, since: ChangeNumber) {
    self.group = group
    self.since = since
  }
}

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

/// One group before and after an edit.
package struct GroupDifference: Hashable, Sendable {
  /// The group before; absent if it was not there.
  package let before: GiftGroup
  /// The group after the edit; absent if it is retired.
  package let after: GiftGroup

  /// A difference of one group.
  package init(before: GiftGroup, after: GiftGroup) {
    self.before = before
    self.after = after
  }
}
