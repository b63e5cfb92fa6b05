import FoundationEssentials
import GiftDomain
import GiftSQL
import Postgres

/// A row of `gift_group` as read; no record if it cannot be read, and no id if its name is none, so
/// that no gift is in it.
typealias ReadGroup = (id: GiftGroup.ID?, record: GroupRecord?)

extension Question<ReadGroup> {
  /// The settings of all placements and categories up to a change (nil: all), where a broken one
  /// does not affect others.
  static func groups(at change: ChangeNumber?) -> Self {
    Self(groups: SQL.giftGroupAtChange, [.int(change?.value ?? .max)])
  }

  /// The last settings of each that changes after one and up to another (nil: all) made.
  static func lastGroups(
    after earlier: ChangeNumber = .zero, through change: ChangeNumber?
  ) -> Self {
    Self(groups: SQL.giftGroupLast, [.change(earlier), .int(change?.value ?? .max)])
  }

  private init(groups file: SQLFile, _ parameters: [Parameter]) {
    self.init(file, parameters) { row in
      // Whatever is wrong with it: only this group is left out.
      let id = try? row.groupID("kind", "name")
      // The same.
      return (id, try? id.map { id in try row.groupRecord(id) })
    }
  }
}

extension [GroupRecord] {
  /// The records of groups with only valid rows, and the ids of the others.
  static func parted(_ read: [ReadGroup]) -> (whole: [GroupRecord], broken: [GiftGroup.ID]) {
    let broken = Set(read.filter { $0.record == nil }.compactMap(\.id))
    let whole = read.compactMap(\.record).filter { !broken.contains($0.group.id) }
    return (whole, broken.sorted())
  }

  /// The records that were read; throws `StoreError.broken` unless all are valid.
  init(whole read: [ReadGroup]) throws(StoreError) {
    let (whole, broken) = Self.parted(read)
    if let first = broken.first { throw .broken(.group(first)) }
    self = whole
  }
}

extension Call {
  /// The statement that writes settings of placements and categories.
  init(grouping records: [GroupRecord]) {
    let ids = records.map(\.group.id)
    self.init(
      SQL.giftGroupInsert,
      [
        .textArray(ids.map(\.kind)), .textArray(ids.map(\.name)),
        .intArray(records.map(\.since.value)), .textArray(records.map(\.group.settings)),
      ])
  }
}

extension Row {
  /// A group's id; every row has a kind and a slug.
  fileprivate func groupID(_ kind: String, _ name: String) throws -> GiftGroup.ID {
    try GiftGroup.ID(kind: text(kind), name: text(name))
  }

  fileprivate func groupRecord(_ id: GiftGroup.ID) throws -> GroupRecord {
    GroupRecord(
      try GiftGroup(id, settings: optionalText("settings")), since: try change("since_change"))
  }

  /// The groups of `change_list…`.
  func groupIDs(_ kinds: String, _ names: String) throws -> [GiftGroup.ID] {
    try zip(textArray(kinds), textArray(names)).map { kind, name in
      try GiftGroup.ID(kind: kind, name: name)
    }
  }
}

extension GiftGroup.ID {
  fileprivate init(kind: String, name: String) throws {
    switch kind {
    case "placement": self = .placement(try PlacementName(name))
    case "category": self = .category(try Category(name))
    default:
      throw StoreError.unexpected(sqlState: "-", statement: "gift_group", message: "kind \(kind)")
    }
  }
}

extension GiftGroup {
  /// The settings of a placement as they are stored.
  private struct PlacementSettings: Codable {
    let choose: PlacementChoice
  }

  /// Throws if `settings` are not those of its kind.
  fileprivate init(_ id: ID, settings: String?) throws {
    guard let settings else {
      self = id.absent
      return
    }
    switch id {
    case .placement(let name):
      let choose = try keptValue(PlacementSettings.self, of: settings).choose
      self = .placement(name: name, choose: choose)
    case .category(let name):
      self = .category(name: name, details: try keptValue(CategoryDetails.self, of: settings))
    }
  }

  /// Canonical JSON; nil once it is retired.
  var settings: String? {
    let json =
      switch self {
      case .placement(_, let choose): choose.map { jsonBody(PlacementSettings(choose: $0)) }
      case .category(_, let details): details.map { jsonBody($0) }
      }
    return json.map { String(decoding: $0, as: UTF8.self) }
  }
}
