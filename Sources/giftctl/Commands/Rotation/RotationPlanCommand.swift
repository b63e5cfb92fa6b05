import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl rotation plan [NAME]`.
struct RotationPlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Shows current and coming turns with their gifts.")

  /// The most turns of one rotation in an answer.
  static let maxTurns = 1_000

  @Argument(
    help: .init("Only this rotation.", valueName: "name"), completion: Completion.rotations)
  var name: String?

  @Option(time: "How far ahead. [default: 12 weeks]")
  var until: TimeArgument?

  @Option(help: .init("How many weeks ahead, up to 520.", valueName: "n"))
  var weeks: Int64?

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard until == nil || weeks == nil else {
      throw CommandError.usage("Give --until or --weeks, not both.")
    }
    let span = weeks ?? 12
    guard (1...520).contains(span) else {
      throw CommandError.usage("--weeks takes a number from 1 to 520.")
    }
    let wanted = try name.map(RotationName.init)
    let (turns, end) = try await Tool().reading(global) { store in
      let view = try await point.view(store, of: .some([]))
      let (all, now) = (view.rotations, view.instant)
      if let wanted, !all.contains(where: { $0.name == wanted }) {
        throw CommandError.rotationNotFound(wanted)
      }
      var clock = CommandClock(store, zone: point.zone.tz)
      let end =
        if let until { try await clock.instant(until) } else {
          try now.advanced(byMicroseconds: span * 604_800_000_000)
        }
      let turns = all.filter { wanted == nil || $0.name == wanted }
        .flatMap { $0.comingTurns(from: now, until: end, limit: Self.maxTurns) }
        .sorted { ($0.turn.from, $0.rotation) < ($1.turn.from, $1.rotation) }
      return (turns, end)
    }
    if global.json {
      Terminal.printJSON(["turns": turns.map(\.document)])
    } else if turns.isEmpty {
      Terminal.explain(
        "There are no turns before \(end)."
          + (until == nil ? " To look further ahead: --weeks" : ""))
    } else {
      await Terminal.page(turnTable(turns).lines(fitting: Terminal.columns))
    }
    if Dictionary(grouping: turns, by: \.rotation).values.contains(where: {
      $0.count == Self.maxTurns
    }) {
      Terminal.say("Only the first \(grouped(Self.maxTurns)) turns of each rotation are shown.")
    }
  }
}
