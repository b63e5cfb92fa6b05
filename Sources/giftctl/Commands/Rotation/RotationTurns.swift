import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// A coming turn of a rotation, by its number or a day on which it runs.
struct TurnChoice: ParsableArguments {
  @OptionGroup var target: RotationArgument

  @Argument(help: .init("The turn, as giftctl rotation plan numbers them.", valueName: "turn"))
  var turn: Int64?

  @Option(
    help: .init(
      "Instead of a number: the turn of that day, in the rotation's zone.",
      valueName: "yyyy-mm-dd"))
  var on: String?

  /// A command about the turn, which `make` makes from its number.
  ///
  /// Throws `CommandError.usage` unless one of both is given, and for a day without a turn.
  func proposal(
    _ store: GiftStore, _ make: (Int64) -> Command
  ) async throws -> Proposal {
    guard (turn == nil) != (on == nil) else {
      throw CommandError.usage("Name the turn by its number or, with --on, by a day.")
    }
    guard let on else { return Proposal([make(try validTurn(turn ?? 0))]) }
    let day = try LocalTime(on + " 00:00")
    let (rotation, now) = try await store.rotation(try target.rotation())
    let zone = rotation.plan.zone
    let (start, end) = (zone.instant(of: day), zone.instant(of: day.advanced(bySeconds: 86_400)))
    // Of two that share the day, it is the one that begins on it.
    let turn = rotation.comingTurns(from: now, until: end, limit: RotationPlanCommand.maxTurns)
      .last { $0.turn.until > start }
    guard let turn else {
      throw CommandError.usage("No coming turn of \(rotation.name) runs on \(on).")
    }
    return Proposal([make(turn.turn.number)], from: rotation.premise)
  }
}

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
    abstract: "Skips a coming turn: its gifts stay off until their next one.")

  @OptionGroup var choice: TurnChoice

  @Flag(help: "Restore a skipped turn.")
  var undo = false

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let name = try choice.target.rotation()
    try await editing.editRotation { store in
      try await choice.proposal(store) { .skipTurn(rotation: name, turn: $0, skip: !undo) }
    }
  }
}

/// `giftctl rotation move NAME TURN --to TIME`.
struct RotationMove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Moves a coming turn to another time between its neighbours.")

  @OptionGroup var choice: TurnChoice

  @Option(help: .init("When it is to begin, in the rotation's zone.", valueName: "time"))
  var to: String?

  @Flag(help: "Move the turn back to its regular time.")
  var undo = false

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    guard undo == (to == nil) else {
      throw CommandError.usage("Give the new time with --to, or --undo to move the turn back.")
    }
    let name = try choice.target.rotation()
    let time = try to.map(LocalTime.init)
    try await editing.editRotation { store in
      try await choice.proposal(store) { .moveTurn(rotation: name, turn: $0, to: time) }
    }
  }
}

/// `giftctl rotation swap NAME TURN OUT IN`.
struct RotationSwap: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swap",
    abstract: "Swaps the gifts of two turns, or one gift of a turn for another.",
    discussion: """
      giftctl rotation swap spring 2 3: turn 2 gets the gifts of turn 3, and vice versa. \
      giftctl rotation swap spring 2 rose crown: in turn 2, crown replaces rose.
      """)

  @OptionGroup var turn: TurnArguments

  @Argument(
    help: .init("The other turn, or the gift to replace.", valueName: "turn|out"),
    completion: Completion.gifts)
  var out: String

  @Argument(
    help: .init("The gift that replaces it; rose:2 pins version 2.", valueName: "in[:n]"),
    completion: Completion.gifts)
  var stand: String?

  @Flag(help: "Undo the swap.")
  var undo = false

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let name = try turn.target.rotation()
    let number = try validTurn(turn.turn)
    if stand == nil, !undo, let other = Int64(out) {
      let other = try validTurn(other)
      return try await editing.editRotation { store in
        try await exchange(number, other, of: name, store)
      }
    }
    guard !undo || stand == nil && Int64(out) == nil else {
      throw CommandError.usage(
        "To undo a swap of two turns, swap them again; to undo that of a gift: "
          + "giftctl rotation swap \(name) \(number) GIFT --undo")
    }
    guard undo == (stand == nil) else {
      throw CommandError.usage("Name the gift that replaces it, or give --undo to undo a swap.")
    }
    let gift = try GiftID(out)
    let spec = try stand.map(lineupSpec)
    try await editing.editRotation { _ in
      [.swapGift(rotation: name, turn: number, gift: gift, for: spec)]
    }
  }

  /// Commands that give each of two turns what only the other one has.
  private func exchange(
    _ one: Int64, _ other: Int64, of name: RotationName, _ store: GiftStore
  ) async throws -> Proposal {
    let (rotation, now) = try await store.rotation(name)
    let turns = rotation.comingTurns(
      from: now, until: nil, limit: RotationPlanCommand.maxTurns)
    let places = try [one, other].map { number in
      guard let turn = turns.first(where: { $0.turn.number == number }) else {
        throw CommandError.usage("Turn \(number) of \(name) is neither current nor coming.")
      }
      return turn.turn.places
    }
    let own = places[0].filter { !places[1].map(\.gift).contains($0.gift) }
    let theirs = places[1].filter { !places[0].map(\.gift).contains($0.gift) }
    guard own.count == theirs.count, !own.isEmpty else {
      throw CommandError.usage(
        own.isEmpty && theirs.isEmpty
          ? "Turns \(one) and \(other) have the same gifts: choose two others."
          : "Turns \(one) and \(other) differ in their number of gifts: swap gifts one by one.")
    }
    let swaps = zip(own, theirs).flatMap { mine, yours -> [Command] in
      [
        rotation.plan.seating(yours, for: mine, in: one, of: name),
        rotation.plan.seating(mine, for: yours, in: other, of: name),
      ]
    }
    return Proposal(swaps, from: rotation.premise)
  }
}

extension Rotation {
  /// The premise that the rotation is as it was read.
  var premise: Proposal.Premise { revisions.last.map { .subjects($0.since) } ?? .none }
}

extension RotationPlan {
  /// The command that gives a gift the place that another one has in a turn, whether its own
  /// or one that it took.
  fileprivate func seating(
    _ guest: LineupPlace, for host: LineupPlace, in turn: Int64, of name: RotationName
  ) -> Command {
    let taken = overrides[turn]?.swaps.first { $0.value.gift == host.gift }
    let owner = taken?.key ?? host.gift
    let spec = LineupSpec(gift: guest.gift, version: guest.version)
    return .swapGift(
      rotation: name, turn: turn, gift: owner, for: owner == guest.gift ? nil : spec)
  }
}
