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
