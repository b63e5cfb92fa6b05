/// One requested edit: a value, so that it can be shown, compared and carried out later.
///
/// It is stored under the names of its cases and their parts. A missing instant means that of the
/// edit, and a missing version the latest at that instant.
package enum Command: Hashable, Sendable, Codable {
  /// Names, price and so on, of an existing or a new gift.
  case define(gift: GiftID, patch: DefinitionPatch)
  /// Another version of a gift, which becomes its latest; bytes that the gift already has do not
  /// make a new one, unless another playback is chosen for them.
  case addVersion(gift: GiftID, animation: AnimationCandidate)
  /// The pictures of the versions that have these bytes; those that it has are only exchanged with
  /// `replace`.
  case setPictures(
    gift: GiftID, animation: SHA256Digest, pictures: VersionPictures, replace: Bool)
  /// A standing version from an instant on or, with `until`, a window above it, in which it may be
  /// offered on other terms.
  ///
  /// A window of that version, on those terms if any are given, that begins then, or is current if
  /// no beginning is given, gets another end.
  case publish(
    gift: GiftID, version: VersionNumber?, from: Timestamp?, until: Timestamp?,
    terms: Terms? = nil, replace: Replacement)
  /// Another end of the current window, or its end now (nil); if no window shows a version, a
  /// window with the latest from now on.
  case moveWindowEnd(gift: GiftID, until: Timestamp?, replace: Replacement)
  /// A window in which a gift is off, even during its turn in a rotation; one that lasts longer is
  /// only cut if plans may be replaced.
  case hide(gift: GiftID, from: Timestamp?, until: Timestamp, replace: Replacement)
  /// Takes a gift off from an instant on, and out of rotations; or only its standing version, so
  /// that it shows in windows and in its turns.
  case retire(gift: GiftID, at: Timestamp?, standingOnly: Bool? = nil)
  /// Withdraws the versions of a gift that have these bytes: they are served no more, and plans for
  /// them are dropped. Or allows them again.
  case setWithdrawn(gift: GiftID, animation: SHA256Digest, withdrawn: Bool)
  /// Restores a gift as it was after an earlier change, or before its last edit, unless that was
  /// such a rollback.
  case rollBack(gift: GiftID, to: ChangeNumber?)
  /// Undoes a whole change from now on: gifts and rotations become what they were before it.
  case undo(change: ChangeNumber)
  /// Restores all gifts and rotations as they were after an earlier change.
  case rollBackAll(to: ChangeNumber)
  /// A new rotation; an identical one that was not edited since is left alone.
  case addRotation(rotation: RotationName, shape: RotationShape)
  /// Another shape for the coming turns of a rotation.
  case editRotation(rotation: RotationName, patch: RotationPatch)
  /// Skips a coming turn, or restores it.
  case skipTurn(rotation: RotationName, turn: Int64, skip: Bool)
  /// Moves a coming turn to another time, or back to its own (nil).
  case moveTurn(rotation: RotationName, turn: Int64, to: LocalTime?)
  /// Replaces a gift in the current or a coming turn by another; nil undoes a swap.
  case swapGift(rotation: RotationName, turn: Int64, gift: GiftID, for: LineupSpec?)
  /// Ends a rotation at an instant.
  case endRotation(rotation: RotationName, at: Timestamp?)
  /// A placement, new or with another choice; nil leaves the choice, or shows all in a new one.
  case setPlacement(placement: PlacementName, choose: PlacementChoice?)
  /// How clients show a category: new, or with other details.
  case setCategory(category: Category, patch: CategoryPatch)
  /// Retires a placement or a category; gifts keep it in their definitions.
  case retireGroup(group: GiftGroup.ID)

  /// The gift, rotation, group or changes that a command is about.
  package enum Subject: Hashable, Sendable {
    /// One gift.
    case gift(GiftID)
    /// One rotation.
    case rotation(RotationName)
    /// One placement or category.
    case group(GiftGroup.ID)
    /// Everything that a change touched.
    case change(ChangeNumber)
    /// Everything that was touched after a change.
    case changes(after: ChangeNumber)

    /// The gift's id, the name of the rotation or group, or the number of the change.
    package var text: String {
      switch self {
      case .gift(let gift): gift.text
      case .rotation(let name): name.text
      case .group(let id): id.text
      case .change(let number): "change \(number)"
      case .changes(let number): "all since change \(number)"
      }
    }

    /// The changes covered, after one and up to another, or open-ended; nil for others.
    package var changes: (after: ChangeNumber, through: ChangeNumber?)? {
      switch self {
      case .gift, .rotation, .group: nil
      case .change(let number): (number.previous, number)
      case .changes(let number): (number, nil)
      }
    }
  }

  /// The gift, rotation, group or changes that it is about.
  package var subject: Subject {
    switch self {
    case .define(let gift, _), .addVersion(let gift, _), .setPictures(let gift, _, _, _),
      .publish(let gift, _, _, _, _, _), .moveWindowEnd(let gift, _, _), .hide(let gift, _, _, _),
      .retire(let gift, _, _), .setWithdrawn(let gift, _, _), .rollBack(let gift, _):
      .gift(gift)
    case .addRotation(let name, _), .editRotation(let name, _), .skipTurn(let name, _, _),
      .moveTurn(let name, _, _), .swapGift(let name, _, _, _), .endRotation(let name, _):
      .rotation(name)
    case .setPlacement(let name, _): .group(.placement(name))
    case .setCategory(let name, _): .group(.category(name))
    case .retireGroup(let id): .group(id)
    case .undo(let change): .change(change)
    case .rollBackAll(let change): .changes(after: change)
    }
  }

  /// The gifts whose rows it needs: its own, or those of its lineup; none for changes, which need
  /// the gifts that they touched.
  package var gifts: [GiftID] {
    switch self {
    case .define(let gift, _), .addVersion(let gift, _), .setPictures(let gift, _, _, _),
      .publish(let gift, _, _, _, _, _), .moveWindowEnd(let gift, _, _), .hide(let gift, _, _, _),
      .retire(let gift, _, _), .setWithdrawn(let gift, _, _), .rollBack(let gift, _):
      [gift]
    case .addRotation(_, let shape): shape.lineup.map(\.gift)
    case .editRotation(_, let patch): (patch.lineup ?? []).map(\.gift)
    case .swapGift(_, _, _, let guest): guest.map { [$0.gift] } ?? []
    case .skipTurn, .moveTurn, .endRotation, .setPlacement, .setCategory, .retireGroup, .undo,
      .rollBackAll:
      []
    }
  }
}

/// A gift as a command names it for a lineup.
package struct LineupSpec: Hashable, Sendable, Codable {
  /// The gift that takes turns.
  package let gift: GiftID
  /// The version; nil for the latest at the instant of the edit.
  package let version: VersionNumber?

  /// A gift and the version to pin.
  package init(gift: GiftID, version: VersionNumber?) {
    self.gift = gift
    self.version = version
  }
}

/// The settings of a new rotation.
package struct RotationShape: Hashable, Sendable, Codable {
  /// The zone of the turns' times, with its rules when the command was made.
  package let zone: ZoneRules
  /// When the first turn begins.
  package let first: LocalTime
  /// The time between the beginnings of turns.
  package let cadence: Cadence
  /// How long gifts stay; nil for until the next turn.
  package let stay: Stay?
  /// The gifts, in the order of their turns.
  package let lineup: [LineupSpec]
  /// The number of gifts per turn.
  package let perTurn: Int
  /// The number of turns; nil if unlimited.
  package let turnCount: Int64?
  /// When it ends; nil for never.
  package let until: Timestamp?

  /// A shape from its parts.
  package init(
    zone: ZoneRules, first: LocalTime, cadence: Cadence, stay: Stay?, lineup: [LineupSpec],
    perTurn: Int, turnCount: Int64?, until: Timestamp?
  ) {
    self.zone = zone
    self.first = first
    self.cadence = cadence
    self.stay = stay
    self.lineup = lineup
    self.perTurn = perTurn
    self.turnCount = turnCount
    self.until = until
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      zone: try values.decode(ZoneRules.self, forKey: .zone),
      first: try values.decode(LocalTime.self, forKey: .first),
      cadence: try values.decode(Cadence.self, forKey: .cadence),
      stay: try values.decodeIfPresent(Stay.self, forKey: .stay),
      lineup: try values.decode([LineupSpec].self, forKey: .lineup),
      perTurn: Int(try values.decode(Lineup.perTurns, .perTurn, forKey: .perTurn)),
      turnCount: try values.decodeIfPresent(RotationPlan.turns, .turnCount, forKey: .turnCount),
      until: try values.decodeIfPresent(Timestamp.self, forKey: .until))
  }
}
