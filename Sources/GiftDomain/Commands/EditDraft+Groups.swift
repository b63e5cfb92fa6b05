// Commands about placements and categories, and what undoing does to them.
extension EditDraft {
  /// All groups, as changed by the commands so far.
  var groups: GiftGroups { GiftGroups(groupRecords, at: number) }

  mutating func set(_ group: GiftGroup) throws(Rejection) {
    var groups = groups
    guard groups[group.id] != group else { return }
    groups.put(group)
    try groups.checked()
    groupRecords.append(GroupRecord(group, since: number))
  }

  /// Throws `Rejection.placementFixed` for the placement that every catalogue has.
  mutating func setPlacement(
    _ name: PlacementName, _ choose: PlacementChoice
  ) throws(Rejection) {
    guard name != .gifts || choose == .all else { throw .placementFixed }
    try set(.placement(name: name, choose: choose))
  }

  /// Throws `Rejection.categoryIncomplete` for a new category without a name.
  mutating func setCategory(_ name: Category, _ patch: CategoryPatch) throws(Rejection) {
    try set(.category(name: name, details: patch.applied(to: groups.categories[name], of: name)))
  }

  /// Throws `Rejection.groupNotFound` for a group that never was, `placementFixed` for `gifts`.
  mutating func retire(_ id: GiftGroup.ID) throws(Rejection) {
    guard id != .placement(.gifts) else { throw .placementFixed }
    guard groupRecords.contains(where: { $0.group.id == id }) else { throw .groupNotFound(id) }
    try set(id.absent)
  }

  /// Throws `Rejection.groupNotFound` for a placement that a patch names and that is not there.
  func check(_ patch: DefinitionPatch) throws(Rejection) {
    guard let places = patch.places else { return }
    let known = groups.placements
    for place in places where known[place.placement] == nil {
      throw .groupNotFound(.placement(place.placement))
    }
  }

  mutating func rollBackGroups(to change: ChangeNumber) throws(Rejection) {
    let earlier = GiftGroups(groupRecords, at: change)
    for id in Set(groupRecords.map(\.group.id)).sorted() { try set(earlier[id]) }
  }

  /// Undoes a change's effects on groups, unless they were edited since.
  mutating func undoGroups(
    of change: ChangeNumber, _ later: CountingChanges
  ) throws(Rejection) {
    let earlier = GiftGroups(groupRecords, at: change.previous)
    for record in groupRecords where record.since == change {
      let id = record.group.id
      guard groups[id] != earlier[id] else { continue }
      let edit = groupRecords.last { $0.group.id == id && later.contains($0.since) }
      if let edit { throw .undoConflict(change, .group(id), by: edit.since, nil) }
      try set(earlier[id])
    }
  }

  /// The groups that the commands change, in order.
  var groupDifferences: [GroupDifference] {
    let (old, new) = (before.groups, groups)
    return Set(groupRecords.map(\.group.id)).sorted().compactMap { id in
      old[id] == new[id] ? nil : GroupDifference(before: old[id], after: new[id])
    }
  }
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
