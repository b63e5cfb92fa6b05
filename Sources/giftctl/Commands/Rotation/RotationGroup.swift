import ArgumentParser

/// `giftctl rotation …`.
struct RotationGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotation", _superCommandName: Giftctl.name,
    abstract: "Makes gifts take turns on a schedule.",
    discussion: """
      A rotation lies above standing versions and below windows: its gifts are live during their \
      turn, and afterwards the standing version shows again. Turns are computed from the rotation \
      and its zone's rules, so they never run out, and an edit changes only the future.
      """,
    subcommands: [
      RotationAdd.self, RotationChange.self, RotationSkip.self, RotationMove.self,
      RotationSwap.self, RotationEnd.self, RotationShow.self, RotationList.self,
      RotationPlanCommand.self, RotationTick.self,
    ])
}
