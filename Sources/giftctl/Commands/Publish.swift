import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl publish ID…`.
struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows gifts, now or in a window; several of them together, or none.",
    discussion: """
      Without --until, whatever plays when the window begins ends there. With --until, another \
      version that plays then comes back: version 1, a week of version 2, then version 1 again.
      """)

  @OptionGroup var target: GiftArguments

  @Option(help: ArgumentHelp("Which version. [default: the latest]", valueName: "n"))
  var version: Int64?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From when. [default: now]", valueName: "time"),
    transform: TimeArgument.init)
  var from: TimeArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Until when. [default: open]", valueName: "time"),
    transform: TimeArgument.init)
  var until: TimeArgument?

  @Flag(help: "Take the place of what is planned in that window.")
  var replace = false

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let gifts = try target.gifts()
    guard version == nil || gifts.count == 1 else {
      throw CommandError.usage("--version names a version of one gift: publish the others apart.")
    }
    let wanted = try version.map { number throws(CommandError) in
      try valid { () throws(DomainError) in try VersionNumber(number) }
    }
    let outcome = try await editing.commit(.publish, global) { store throws(CommandError) in
      // "now" is the instant of the edit itself, which is not known before it.
      var clock = CommandClock(store, zone: zone.tz)
      let from = try await instant(from == .now ? nil : from, &clock)
      let until = try await instant(until, &clock)
      return gifts.map { .publish($0, wanted, from: from, until: until, isReplacing: replace) }
    }
    editing.report(outcome, global.form)
  }

  private func instant(
    _ time: TimeArgument?, _ clock: inout CommandClock
  ) async throws(CommandError) -> Timestamp? {
    guard let time else { return nil }
    return try await clock.instant(time)
  }
}

extension EditOptions {
  /// Carries out the commands that one verb makes.
  func commit(
    _ verb: Verb, _ global: GlobalOptions,
    _ commands: (GiftStore) async throws(CommandError) -> [Command]
  ) async throws(CommandError) -> EditOutcome {
    let tool = Tool()
    let request = try tool.request(verb, self)
    return try await tool.withStore(global, limits: try limits()) { store throws(CommandError) in
      let commands = try await commands(store)
      return try await stored { () throws(StoreError) in
        try await store.commit(commands, request)
      }
    }
  }

  /// Prints what an edit did.
  func report(_ outcome: EditOutcome, _ form: FormOptions) {
    if form.json {
      Terminal.printJSON(EditDocument(outcome, isDryRun: dryRun))
    } else {
      EditReport(outcome: outcome, isDryRun: dryRun).print()
    }
  }
}
