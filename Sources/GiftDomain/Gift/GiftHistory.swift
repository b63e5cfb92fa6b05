/// All rows of one gift, including superseded ones.
package struct GiftHistory: Hashable, Sendable, Codable {
  /// The gift whose rows these are.
  package let gift: GiftID
  /// Its versions, in order.
  package let versions: [AnimationVersion]
  /// Its definitions; at most one is current at any change.
  package let definitions: [Recorded<Definition>]
  /// Its standing steps and windows; windows that are current at the same change do not overlap.
  package let availabilities: [Recorded<Availability>]
  /// The changes that edited it, in order.
  package let changes: [ChangeNumber]

  /// A history as it was read; `versions` and `changes` in order.
  package init(
    gift: GiftID, versions: [AnimationVersion], definitions: [Recorded<Definition>],
    availabilities: [Recorded<Availability>], changes: [ChangeNumber]
  ) {
    self.gift = gift
    self.versions = versions
    self.definitions = definitions
    self.availabilities = availabilities
    self.changes = changes
  }

  /// The gift as it was after `change`, without its turns in rotations.
  ///
  /// Throws `DomainError.overlap` for rows that the store's constraints rule out.
  package func state(at change: ChangeNumber) throws(DomainError) -> GiftState {
    GiftState(
      gift: gift,
      definition: definitions.first { $0.stands(at: change) }?.value,
      versions: versions.filter { $0.since <= change },
      schedule: try GiftSchedule(availabilities.filter { $0.stands(at: change) }.map(\.value)))
  }
}
