import GiftDomain

extension Rejection {
  /// The message and exit code for a refused edit of a rotation; other cases have their own.
  var rotationExplanation: UserMessage {
    switch self {
    case .rotationExists(let name):
      conflict(
        "rotation_exists",
        "A different rotation \(name) already exists. To change it: giftctl rotation edit \(name)")
    case .rotationChangedSince(let name, let expected, let actual):
      conflict(
        "changed_since",
        "\(name) was changed by change \(actual), after change \(expected), which you expected. "
          + "To see who changed it: giftctl history")
    case .giftInRotation(let gift, let name):
      conflict(
        "gift_in_rotation",
        "\(gift) is already in the rotation \(name), and a gift can be in only one: take it out of "
          + "\(name) first, with giftctl rotation edit \(name) --lineup.")
    case .giftTakesTurns(let gift, let name):
      UserMessage(
        .usage, "turns_undecided",
        "\(gift) takes turns in the rotation \(name). To take it off between its turns: "
          + "--keep-turns. To take it out of the rotation as well: --leave-rotations")
    case .rotationEnded(let instant):
      conflict(
        "rotation_ended",
        "The rotation ended at \(instant). To continue it: --open, or a later --until")
    case .rotationWithoutTurn(let name):
      conflict(
        "rotation_without_turn",
        "\(name) would end before its first turn: choose an earlier --first or a later end.")
    case .turnNotComing(let turn, let next):
      conflict(
        "turn_not_coming",
        "Turn \(turn) has begun or does not exist; the next is \(next). To list them: "
          + "giftctl rotation plan")
    case .turnTooFar(let turn, let last):
      conflict(
        "turn_too_far",
        "Turn \(grouped(Int(turn))) is too far off: turns up to \(grouped(Int(last))) can be "
          + "skipped, moved or swapped by now. To list them: giftctl rotation plan")
    case .turnInPast(let turn, let instant, let now):
      conflict(
        "turn_in_past",
        "Turn \(turn) would begin at \(dated: instant), which is in the past (it is now \(now)): "
          + "choose a later time.")
    case .turnsOutOfOrder(let turn):
      conflict(
        "turns_out_of_order",
        "Turn \(turn) must begin after turn \(turn - 1), and before turn \(turn + 1) would begin: "
          + "choose a time between them.")
    case .giftNotInTurn(let gift, let turn):
      conflict(
        "gift_not_in_turn",
        "\(gift) is not in turn \(turn). To list its gifts: giftctl rotation plan")
    case .giftInTurn(let gift, let turn):
      conflict(
        "gift_in_turn", "\(gift) is already in turn \(turn): choose another gift.")
    case .giftNotFound, .versionNotFound, .animationNotFound, .noVersion, .versionWithdrawn,
      .bytesWithdrawn, .bytesElsewhere, .changeNotFound,
      .changedSince, .movedSinceShown, .editedSince,
      .instantInPast, .overlapsPlanned, .definitionIncomplete, .notInGifts, .tooManyAudiences,
      .groupNotFound,
      .groupChangedSince, .placementFixed, .categoryIncomplete, .undoConflict, .historyDiffers,
      .rotationNotFound, .invalid:
      userMessage
    }
  }

  private func conflict(_ code: String, _ sentence: String) -> UserMessage {
    UserMessage(.conflict, code, sentence)
  }
}
