// Commands about placements and categories, and what undoing does to them.
extension EditDraft {
  /// All groups, as changed by the commands so far.
  var groups: GiftGroups { GiftGroups(groupRecords, at: number) }

  mutating func set(_ new: [GiftGroup]) throws(Rejection) {
    var groups = groups
    let changed = new.filter { groups[$0.id] != $0 }
    for group in changed { groups.put(group) }
    try groups.checked()
    groupRecords += changed.map { GroupRecord($0, since: number) }
  }

  /// Throws `Rejection.placementFixed` for the placement that every catalogue has.
  mutating func setPlacement(
    _ name: PlacementName, _ choose: PlacementChoice?
  ) throws(Rejection) {
    let choose = choose ?? groups.placements[name] ?? .all
    guard name != .gifts || choose == .all else { throw .placementFixed }
    try set([.placement(name: name, choose: choose)])
  }

  /// Throws `Rejection.categoryIncomplete` for a new category without a name.
  mutating func setCategory(_ name: Category, _ patch: CategoryPatch) throws(Rejection) {
    try set([.category(name: name, details: patch.applied(to: groups.categories[name], of: name))])
  }

  /// Throws `Rejection.groupNotFound` for a group that never was, `placementFixed` for `gifts`.
  mutating func retire(_ id: GiftGroup.ID) throws(Rejection) {
    guard id != .placement(.gifts) else { throw .placementFixed }
    guard groupRecords.contains(where: { $0.group.id == id }) else { throw .groupNotFound(id) }
    try set([id.absent])
  }

  /// Throws `Rejection.groupNotFound` for a placement that a patch names and that is not there.
  func check(_ patch: DefinitionPatch) throws(Rejection) {
    let places = patch.namedPlaces
    let known = places.isEmpty ? [:] : groups.placements
    for place in places where known[place.placement] == nil {
      throw .groupNotFound(.placement(place.placement))
    }
  }

  mutating func rollBackGroups(to change: ChangeNumber) throws(Rejection) {
    let earlier = GiftGroups(groupRecords, at: change)
    try set(Set(groupRecords.map(\.group.id)).sorted().map { earlier[$0] })
  }

  /// Undoes a change's effects on groups, unless they were edited since.
  mutating func undoGroups(
    of change: ChangeNumber, _ later: CountingChanges
  ) throws(Rejection) {
    let (earlier, current) = (GiftGroups(groupRecords, at: change.previous), groups)
    let undone = groupRecords.filter { $0.since == change }.map(\.group.id)
      .filter { current[$0] != earlier[$0] }
    for id in undone {
      let edit = groupRecords.last { $0.group.id == id && later.contains($0.since) }
      if let edit { throw .undoConflict(change, .group(id), by: edit.since, nil) }
    }
    try set(undone.map { earlier[$0] })
  }

  /// The groups that the commands change, in order.
  var groupDifferences: [GroupDifference] { groups.differences(from: before.groups) }
}

/// Changes to a category's details; nil leaves a value as it is.
package struct CategoryPatch: Hashable, Sendable, Codable {
  /// Names to set, by locale.
  package var names: [LocaleTag: GiftName] = [:]
  /// Locales whose names are removed.
  package var droppedNames: [LocaleTag] = []
  /// The new locale of the name for viewers whose own locale has none.
  package var fallback: LocaleTag?
  /// The new position among categories.
  package var order: Order?

  /// A patch that changes nothing.
  package init() {}

  /// Throws `Rejection.categoryIncomplete` if no name is left, `invalid` as `LocalNames` does.
  func applied(
    to existing: CategoryDetails?, of category: Category
  ) throws(Rejection) -> CategoryDetails {
    let names = try (existing?.names).patched(
      self.names, dropping: droppedNames, fallback: fallback)
    guard let names else { throw .categoryIncomplete(category) }
    return CategoryDetails(names: names, order: order ?? existing?.order ?? .zero)
  }
}
