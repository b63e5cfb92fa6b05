import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl retire ID…`.
struct Retire: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retire", _superCommandName: Giftctl.name,
    abstract: "Takes gifts off, now or at a given time, and drops all later plans.",
    discussion: """
      With --until, gifts are off only until then, and what was planned resumes.
      """)

  @OptionGroup var target: GiftArguments

  @Option(time: "When they go off. [default: now]")
  var at: TimeArgument?

  @Option(time: "When they come back; a day means its beginning. [default: never]")
  var until: TimeArgument?

  @Flag(help: "With --until: drop the parts of other windows that overlap.")
  var replace = false

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let gifts = try target.gifts()
    guard !replace || until != nil else {
      throw CommandError.usage("--replace needs --until.")
    }
    try await editing.edit(.retire) { store in
      var clock = CommandClock(store, zone: zone.tz)
      let start = try await clock.instant(at == .now ? nil : at)
      let end = try await clock.instant(until)
      let commands = gifts.map {
        Command.leaving($0, from: start, until: end, isReplacing: replace)
      }
      if end == nil { try await consent.askBeforeRetiring(commands, at: start, store, editing) }
      return commands
    }
  }
}

extension ConsentOptions {
  /// How many gifts a question names.
  private static let named = 5
  /// How many lines of what would change are shown before a question.
  private static let previewLines = 20

  /// Asks if there is something to lose, and shows what: a dry run tells.
  func askBeforeRetiring(
    _ commands: [Command], at instant: Timestamp?, _ store: GiftStore, _ editing: EditOptions
  ) async throws {
    guard !yes, !editing.dryRun, !commands.isEmpty else { return }
    let trial = try await store.commit(
      commands, try Tool().request(.retire, editing, isTrial: true))
    let difference = trial.difference
    let states =
      difference.gifts.map(\.before)
      + difference.unchanged.filter { difference.turnedGifts.contains($0.gift) }
    guard !states.isEmpty else { return }
    let statuses = states.map { $0.status(at: trial.at) }
    let more = states.count - Self.named
    let what =
      zip(states, statuses).prefix(Self.named)
      .map { "\($0.gift) is \(statusText($1))" }.joined(separator: ", ")
      + (more > 0 ? ", and \(counted(more, "other gift")) would change" : "")
    let object = states.count == 1 ? "it" : "them"
    let question =
      statuses.contains { $0.isLive }
      ? "Take \(object) off \(instant.map { "at \($0)" } ?? "now")?"
      : "Drop what is planned\(instant.map { " from \($0) on" } ?? "")?"
    try ask(
      "\(what). \(question)",
      showing: EditReport(outcome: trial, isDryRun: true, warnsOfPlans: false).lines)
  }

  /// Shows what would change, and asks.
  ///
  /// Throws `CommandError.declined` after a no, `consentMissing` when nobody can be asked.
  func ask(_ question: String, showing preview: [String] = []) throws(CommandError) {
    guard Terminal.isInteractive else { throw .consentMissing(question) }
    preview.cut(to: Self.previewLines).forEach(Terminal.explain)
    guard Terminal.asks(question) else { throw .declined }
  }
}
