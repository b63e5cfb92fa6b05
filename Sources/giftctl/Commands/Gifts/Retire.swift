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
      With --until, gifts are off only until then, and what was planned resumes. A gift that a \
      rotation brings is either taken out of that, too (--leave-rotations), or off between its \
      turns (--keep-turns).
      """)

  @OptionGroup var target: GiftArguments

  @Option(time: "When they go off. [default: now]")
  var at: TimeArgument?

  @Option(time: "When they come back; a day means its beginning. [default: never]")
  var until: TimeArgument?

  @Flag(help: "Take off only the standing version: turns in rotations and windows stay.")
  var keepTurns = false

  @Flag(help: "Take gifts out of the rotations that bring them, too.")
  var leaveRotations = false

  @OptionGroup var replacing: ReplaceOptions

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let gifts = try target.gifts()
    let replacement = try replacing.replacement(until: until)
    guard replacement == .nothing || until != nil else {
      throw CommandError.usage("--replace needs --until.")
    }
    guard !(keepTurns && leaveRotations), until == nil || !(keepTurns || leaveRotations) else {
      throw CommandError.usage(
        "Give one of --keep-turns, --leave-rotations and --until: with --until, turns are hidden "
          + "and come back.")
    }
    let outcome = try await editing.commit(.retire) { store in
      var clock = CommandClock(store, zone: zone.tz)
      let start = try await clock.instant(at == .now ? nil : at)
      let end = try await clock.instant(until)
      let commands = gifts.map { gift in
        keepTurns
          ? .retire(gift: gift, at: start, standingOnly: true)
          : Command.leaving(gift, from: start, until: end, replacing: replacement)
      }
      let isDecided = end != nil || keepTurns || leaveRotations
      return Proposal(
        commands, from: isDecided ? .none : .noTurns, asking: end == nil ? consent : nil
      ) { $0.retirementQuestion(about: gifts, at: start) }
    }
    let wasShown = outcome.difference.gifts.contains { gift in
      gift.before.shown.entries.contains { $0.window.from <= outcome.at }
    }
    let named = gifts.count == 1 ? gifts[0].text : "ID"
    editing.report(
      outcome,
      nextStep: wasShown && until == nil
        ? "The bytes can still be fetched. To stop that: giftctl withdraw \(named)" : nil)
    try await editing.awaitServed(outcome)
  }
}

extension EditOutcome {
  /// How many gifts a question names.
  private static let named = 5

  /// What to ask before these gifts go off; nil if none of them changes.
  func retirementQuestion(about gifts: [GiftID], at instant: Timestamp?) -> String? {
    let states =
      (difference.gifts.map(\.before)
      + difference.unchanged.filter { difference.turnedGifts.contains($0.gift) })
      .filter { gifts.contains($0.gift) }
    guard !states.isEmpty else { return nil }
    let statuses = states.map { $0.status(at: at) }
    let more = states.count - Self.named
    let what =
      zip(states, statuses).prefix(Self.named)
      .map { "\($0.gift) is \(statusText($1))" }.joined(separator: ", ")
      + (more > 0 ? ", and \(counted(more, "other gift")) would change" : "")
    let object = states.count == 1 ? "it" : "them"
    return statuses.contains { $0.isLive }
      ? "\(what). Take \(object) off \(instant.map { "at \($0)" } ?? "now")?"
      : "\(what). Drop what is planned\(instant.map { " from \($0) on" } ?? "")?"
  }
}
