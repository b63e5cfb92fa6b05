/// The stored part of a gift, without rotations: immutable and shared.
final class GiftRows: Hashable, Sendable {
  let gift: GiftID
  let definition: Definition?
  let versions: [AnimationVersion]
  let schedule: GiftSchedule
  /// What it shows outside its turns in rotations.
  let shown: Timeline
  /// The sort order in `gifts`, stored separately because it is read for all gifts; nil outside
  /// that placement.
  let order: Int64?
  /// Where else it is shown; nil without a definition.
  let others: [PlacementName]?
  /// Which clients get it; nil for everybody.
  let audience: Audience?
  /// The versions whose bytes are served no more; read for all gifts, too.
  let withdrawn: Set<VersionNumber>

  init(gift: GiftID, definition: Definition?, versions: [AnimationVersion], schedule: GiftSchedule)
  {
    self.gift = gift
    self.definition = definition
    self.versions = versions
    self.schedule = schedule
    shown = schedule.shown(with: .empty)
    order = definition?.order?.value
    audience = definition.flatMap { $0.audience.isEverybody ? nil : $0.audience }
    withdrawn = definition?.withdrawn ?? []
    others = definition?.places.keys.filter { $0 != .gifts }
  }

  /// Whether one of its placements is there; without a copy of the definition, because it is asked
  /// of all gifts.
  func isPlaced(in groups: GiftGroups) -> Bool {
    order != nil || others?.contains { groups.placements[$0] != nil } ?? false
  }

  static func == (left: GiftRows, right: GiftRows) -> Bool {
    left === right
      || left.gift == right.gift && left.definition == right.definition
        && left.versions == right.versions && left.schedule == right.schedule
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(gift)
    hasher.combine(definition)
    hasher.combine(versions)
    hasher.combine(schedule)
  }
}
