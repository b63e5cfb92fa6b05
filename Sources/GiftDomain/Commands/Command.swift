/// One thing that is asked for: a value, so that it can be shown, compared and carried out later.
///
/// It is kept under the names of its cases and their parts.
/// Where it names no instant, that of the edit is meant, and where it names no version, the latest
/// at that instant.
package enum Command: Hashable, Sendable, Codable {
  /// Names, a price and so on, of a gift that is there or of a new one.
  case define(gift: GiftID, patch: DefinitionPatch)
  /// Another version of a gift, which becomes its latest; bytes that the gift already has make no
  /// new one.
  case addVersion(gift: GiftID, animation: AnimationCandidate)
  /// A standing version from an instant on or, with `until`, a window above it.
  ///
  /// A window of that version that begins then, or that runs if no beginning is named, gets another
  /// end. With `replace` later steps go, or other windows as far as they are in the way.
  case publish(
    gift: GiftID, version: VersionNumber?, from: Timestamp?, until: Timestamp?, replace: Bool)
  /// Another end of the window that runs, or its end at once (nil); where none shows a version, a
  /// window with the latest from now on.
  case moveWindowEnd(gift: GiftID, until: Timestamp?, replace: Bool)
  /// A window in which a gift does not show, even where a rotation brings it; one that lasts longer
  /// is cut with `replace` only.
  case hide(gift: GiftID, from: Timestamp?, until: Timestamp, replace: Bool)
  /// Nothing of a gift from an instant on; rotations lose it, too.
  case retire(gift: GiftID, at: Timestamp?)
  /// A gift as it was after a change before this edit; without one, before its last edit that was
  /// no rollback.
  case rollBack(gift: GiftID, to: ChangeNumber?)
  /// A change as a whole, taken back for what is still to come: gifts and rotations become what
  /// they were before it.
  case undo(change: ChangeNumber)
  /// All gifts and rotations as they were after a change before this edit.
  case rollBackAll(to: ChangeNumber)
  /// A rotation; one that was made just so, and is as it was made, is left alone.
  case addRotation(rotation: RotationName, shape: RotationShape)
  /// Another shape for the coming turns of a rotation.
  case editRotation(rotation: RotationName, patch: RotationPatch)
  /// A coming turn that does not take place, or does so again.
  case skipTurn(rotation: RotationName, turn: Int64, skip: Bool)
  /// A coming turn at another time, or at its own again (nil).
  case moveTurn(rotation: RotationName, turn: Int64, to: LocalTime?)
  /// Another gift in the place of one, in a turn that runs or comes; nil takes a swap back.
  case swapGift(rotation: RotationName, turn: Int64, gift: GiftID, for: LineupSpec?)
  /// Nothing of a rotation from an instant on.
  case endRotation(rotation: RotationName, at: Timestamp?)

  /// What a command is about.
  package enum Subject: Hashable, Sendable {
    /// A gift.
    case gift(GiftID)
    /// A rotation.
    case rotation(RotationName)
    /// All that a change touched.
    case change(ChangeNumber)
    /// All that was touched after a change.
    case changes(after: ChangeNumber)

    /// The gift's id, the rotation's name or the number of the change.
    package var text: String {
      switch self {
      case .gift(let gift): gift.text
      case .rotation(let name): name.text
      case .change(let number): "change \(number)"
      case .changes(let number): "all since change \(number)"
      }
    }

    /// The changes that it is, those after one and up to another or without end; nil for a gift or
    /// a rotation.
    package var changes: (after: ChangeNumber, through: ChangeNumber?)? {
      switch self {
      case .gift, .rotation: nil
      case .change(let number): (number.previous, number)
      case .changes(let number): (number, nil)
      }
    }
  }

  /// What it is about.
  package var subject: Subject {
    switch self {
    case .define(let gift, _), .addVersion(let gift, _), .publish(let gift, _, _, _, _),
      .moveWindowEnd(let gift, _, _), .hide(let gift, _, _, _), .retire(let gift, _),
      .rollBack(let gift, _):
      .gift(gift)
    case .addRotation(let name, _), .editRotation(let name, _), .skipTurn(let name, _, _),
      .moveTurn(let name, _, _), .swapGift(let name, _, _, _), .endRotation(let name, _):
      .rotation(name)
    case .undo(let change): .change(change)
    case .rollBackAll(let change): .changes(after: change)
    }
  }

  /// The gifts whose rows it looks at, its own or those of its lineup; one about changes names
  /// none, and looks at those that they touched.
  package var gifts: [GiftID] {
    switch self {
    case .define(let gift, _), .addVersion(let gift, _), .publish(let gift, _, _, _, _),
      .moveWindowEnd(let gift, _, _), .hide(let gift, _, _, _), .retire(let gift, _),
      .rollBack(let gift, _):
      [gift]
    case .addRotation(_, let shape): shape.lineup.map(\.gift)
    case .editRotation(_, let patch): (patch.lineup ?? []).map(\.gift)
    case .swapGift(_, _, _, let guest): guest.map { [$0.gift] } ?? []
    case .skipTurn, .moveTurn, .endRotation, .undo, .rollBackAll: []
    }
  }
}

/// A gift as a command names it for a lineup.
package struct LineupSpec: Hashable, Sendable, Codable {
  /// The gift.
  package let gift: GiftID
  /// The version; nil for the latest at the instant of the edit.
  package let version: VersionNumber?

  /// A gift and a version of it.
  package init(gift: GiftID, version: VersionNumber?) {
    self.gift = gift
    self.version = version
  }
}

/// What a new rotation is to be.
package struct RotationShape: Hashable, Sendable, Codable {
  /// The zone on whose clock turns begin, with the rules that it had when the command was made.
  package let zone: ZoneRules
  /// When the first turn begins.
  package let first: LocalTime
  /// How far apart turns begin.
  package let cadence: Cadence
  /// How long gifts stay; nil until the next turn.
  package let stay: Stay?
  /// Who takes turns.
  package let lineup: [LineupSpec]
  /// How many gifts a turn has.
  package let perTurn: Int
  /// The number of turns; nil when it is open.
  package let turnCount: Int64?
  /// When it ends; nil when it is open.
  package let until: Timestamp?

  /// A shape.
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
}
