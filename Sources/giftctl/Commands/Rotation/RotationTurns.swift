import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// A rotation and one of its turns on the command line.
struct TurnArguments: ParsableArguments {
  @OptionGroup var target: RotationArgument

  @Argument(help: .init("The turn, as giftctl rotation plan numbers them.", valueName: "turn"))
  var turn: Int64
}

/// `giftctl rotation skip NAME TURN`.
struct RotationSkip: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skip",
    abstract: "Leaves out a coming turn: its gifts show what is below, and wait for their next.")

  @OptionGroup var turn: TurnArguments

  @Flag(help: "The turn takes place after all.")
  var undo = false

  @OptionGroup var editing: EditOptions

  func run() async throws {
    let name = try turn.target.rotation()
    let number = try validTurn(turn.turn)
    try await editing.editRotation { _ in
      [.skipTurn(rotation: name, turn: number, skip: !undo)]
    }
  }
}

/// `giftctl rotation move NAME TURN --to TIME`.
struct RotationMove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Moves a coming turn to another time between its neighbours.")

  @OptionGroup var turn: TurnArguments

  @Option(help: .init("When it begins, by the rotation's clock.", valueName: "time"))
  var to: String?

  @Flag(help: "The turn begins at its own time after all.")
  var undo = false

  @OptionGroup var editing: EditOptions

  func run() async throws {
    guard undo == (to == nil) else {
      throw CommandError.usage("Say where the turn goes with --to, or that it goes back: --undo.")
    }
    let name = try turn.target.rotation()
    let number = try validTurn(turn.turn)
    let time = try to.map(LocalTime.init)
    try await editing.editRotation { _ in
      [.moveTurn(rotation: name, turn: number, to: time)]
    }
  }
}

/// `giftctl rotation swap NAME TURN OUT IN`.
struct RotationSwap: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swap",
    abstract: "Puts another gift in the place of one, in a turn that runs or comes.")

  @OptionGroup var turn: TurnArguments

  @Argument(
    help: .init("The gift that gives its place.", valueName: "out"), completion: Completion.gifts)
  var out: String

  @Argument(
    help: .init("The gift that takes it; rose:2 pins version 2.", valueName: "in[:n]"),
    completion: Completion.gifts)
  var stand: String?

  @Flag(help: "The gift has its own place after all.")
  var undo = false

  @OptionGroup var editing: EditOptions

  func run() async throws {
    guard undo == (stand == nil) else {
      throw CommandError.usage("Name the gift that takes the place, or take a swap back: --undo.")
    }
    let name = try turn.target.rotation()
    let number = try validTurn(turn.turn)
    let gift = try GiftID(out)
    let spec = try stand.map(lineupSpec)
    try await editing.editRotation { _ in
      [.swapGift(rotation: name, turn: number, gift: gift, for: spec)]
    }
  }
}
