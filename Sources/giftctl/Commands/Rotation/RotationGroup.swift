import ArgumentParser

/// `giftctl rotation …`.
struct RotationGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotation", _superCommandName: Giftctl.name,
    abstract: "Makes gifts take turns: who comes when, for how long, and what is different once.",
    discussion: """
      A rotation lies above what stands and below windows: during a turn its gifts are live, and \
      after it what stands shows again. Turns are computed from the rotation and the zone's \
      rules, so an edit changes the future only, and there is nothing to run out of.
      """,
    subcommands: [
      RotationAdd.self, RotationChange.self, RotationSkip.self, RotationMove.self,
      RotationSwap.self, RotationEnd.self, RotationShow.self, RotationList.self,
      RotationPlanCommand.self, RotationTick.self,
    ])
}
