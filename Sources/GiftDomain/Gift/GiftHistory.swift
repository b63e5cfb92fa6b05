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
  /// The pictures of its versions; at most one row of a version is current at any change.
  package let pictures: [Recorded<PicturedVersion>]
  /// The changes that edited it, in order.
  package let changes: [ChangeNumber]

  /// A history as it was read; `versions` and `changes` in order.
  package init(
    gift: GiftID, versions: [AnimationVersion], definitions: [Recorded<Definition>],
    availabilities: [Recorded<Availability>], pictures: [Recorded<PicturedVersion>],
    changes: [ChangeNumber]
  ) {
    self.gift = gift
    self.versions = versions
    self.definitions = definitions
    self.availabilities = availabilities
    self.pictures = pictures
    self.changes = changes
  }

  /// The changes that edited more of it than pictures, in order.
  var edits: [ChangeNumber] {
    let drawn = Set(pictures.flatMap(\.changes))
    let edited = Set(definitions.flatMap(\.changes) + availabilities.flatMap(\.changes))
    return changes.filter { edited.contains($0) || !drawn.contains($0) }
  }

  /// The gift as it was after `change`, without its turns in rotations.
  ///
  /// Throws `DomainError.overlap` for rows that the store's constraints rule out.
  package func state(at change: ChangeNumber) throws(DomainError) -> GiftState {
    let drawn = Dictionary(
      pictures.filter { $0.stands(at: change) }.map { ($0.value.version, $0.value.pictures) }
    ) { first, _ in first }
    return GiftState(
      gift: gift,
      definition: definitions.first { $0.stands(at: change) }?.value,
      versions: versions.filter { $0.since <= change }.map { $0.with(drawn[$0.number]) },
      schedule: try GiftSchedule(availabilities.filter { $0.stands(at: change) }.map(\.value)))
  }
}
