import GiftDomain

extension Rejection {
  /// How a verb of a rotation ends with it; the other cases are told elsewhere.
  var rotationExplanation: UserMessage {
    switch self {
    case .rotationExists(let name):
      conflict(
        "rotation_exists",
        "There is a rotation \(name) already, and it is another one: giftctl rotation edit \(name) "
          + "changes it.")
    case .rotationChangedSince(let name, let expected, let actual):
      conflict(
        "changed_since",
        "\(name) was changed by change \(actual), after the change \(expected) that you expected.")
    case .giftInRotation(let gift, let name):
      conflict(
        "gift_in_rotation",
        "\(gift) is in the rotation \(name), and a gift can be in one at a time: take it out there "
          + "first.")
    case .rotationEnded(let instant):
      conflict(
        "rotation_ended",
        "The rotation ended at \(instant): add --open, or --until with a later time, to have turns "
          + "again.")
    case .rotationWithoutTurn(let name):
      conflict(
        "rotation_without_turn",
        "\(name) would end before its first turn: choose an earlier --first or a later end.")
    case .turnNotComing(let turn, let next):
      conflict(
        "turn_not_coming",
        "Turn \(turn) is none that comes; the next is \(next): giftctl rotation plan shows them.")
    case .turnInPast(let turn, let instant, let now):
      conflict(
        "turn_in_past",
        "Turn \(turn) would have begun at \(instant), and it is \(now): what was shown cannot be "
          + "edited. Choose a later time.")
    case .turnsOutOfOrder(let turn):
      conflict(
        "turns_out_of_order",
        "Turn \(turn) has to begin after the turn before it, and before the next one would begin, "
          + "also if it is the last.")
    case .giftNotInTurn(let gift, let turn):
      conflict("gift_not_in_turn", "\(gift) has no place in turn \(turn).")
    case .giftInTurn(let gift, let turn):
      conflict("gift_in_turn", "\(gift) has a place in turn \(turn) already.")
    case .giftNotFound, .versionNotFound, .noVersion, .changeNotFound, .changedSince,
      .instantInPast, .overlapsPlanned, .definitionIncomplete, .undoConflict, .historyDiffers,
      .rotationNotFound, .invalid:
      userMessage
    }
  }

  private func conflict(_ code: String, _ sentence: String) -> UserMessage {
    UserMessage(.conflict, code, sentence)
  }
}
