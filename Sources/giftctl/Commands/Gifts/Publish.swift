import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl publish ID…`.
struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", _superCommandName: Giftctl.name,
    abstract: "Shows gifts, for good or in a window; several of them together, or none.",
    discussion: """
      Without --until, a version stands from then on, until another one does. With --until, it \
      shows in a window above what stands and above turns of rotations, and when the window \
      ends, what lies below shows again: version 1, a week of version 2, then version 1. Inside a \
      window, --until alone moves its end.
      """)

  @OptionGroup var target: GiftArguments

  @Option(help: .init("Which version. [default: the latest]", valueName: "n"))
  var version: Int64?

  @Option(time: "From when. [default: now]")
  var from: TimeArgument?

  @Option(time: "Until when; a day means its beginning. [default: open]")
  var until: TimeArgument?

  @Flag(help: "Drop later standing versions, and what other windows show in this one.")
  var replace = false

  @Option(
    name: .customLong("also-retire"), parsing: .upToNextOption,
    help: .init(
      "Gifts that go off then: for good or, with --until, for the window.", valueName: "id"),
    completion: Completion.gifts)
  var alsoRetire: [String] = []

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let gifts = try target.gifts()
    let leaving = try GiftArguments.gifts(alsoRetire)
    guard until != .now || version == nil && from == nil && leaving.isEmpty else {
      throw CommandError.usage("--until now ends the window that runs, and takes no other option.")
    }
    guard gifts.count + leaving.count <= GiftArguments.limit else {
      throw CommandError.usage("An edit is of \(grouped(GiftArguments.limit)) gifts at most.")
    }
    if let gift = leaving.first(where: gifts.contains) {
      throw CommandError.usage("\(gift) cannot be published and retired in one edit.")
    }
    guard version == nil || gifts.count == 1 else {
      throw CommandError.usage("--version names a version of one gift: publish the others apart.")
    }
    let wanted = try version.map(VersionNumber.init)
    try await editing.edit(.publish, warnsOfPlans: true) { store in
      // "now" is the instant of the edit itself, which is not known before it.
      var clock = CommandClock(store, zone: zone.tz)
      let from = try await clock.instant(from == .now ? nil : from)
      let end = try await clock.instant(until == .now ? nil : until)
      let departures = leaving.map {
        Command.leaving($0, from: from, until: end, isReplacing: replace)
      }
      if until == nil {
        try await consent.askBeforeRetiring(departures, at: from, store, editing)
      }
      return gifts.map { command($0, wanted, from: from, until: end) } + departures
    }
  }

  /// With nothing but an end, it is that of the window that runs.
  private func command(
    _ gift: GiftID, _ wanted: VersionNumber?, from start: Timestamp?, until end: Timestamp?
  ) -> Command {
    version == nil && from == nil && until != nil
      ? .moveWindowEnd(gift: gift, until: end, replace: replace)
      : .publish(gift: gift, version: wanted, from: start, until: end, replace: replace)
  }
}

extension Command {
  /// A gift goes off, for good or for a window.
  static func leaving(
    _ gift: GiftID, from: Timestamp?, until: Timestamp?, isReplacing: Bool
  ) -> Command {
    guard let until else { return .retire(gift: gift, at: from) }
    return .hide(gift: gift, from: from, until: until, replace: isReplacing)
  }
}

extension EditOptions {
  /// Carries out the commands that one verb makes.
  func commit(
    _ verb: Verb, _ commands: (GiftStore) async throws -> [Command]
  ) async throws -> EditOutcome {
    let tool = Tool()
    let request = try tool.request(verb, self)
    Interruption.current.says(Interruption.nothing)
    return try await tool.withStore(global, limits: try limits()) { store in
      let commands = try await commands(store)
      Interruption.current.says(Interruption.unsure)
      return try await store.commit(commands, request)
    }
  }

  /// Carries out an edit of gifts, and prints what it did.
  func edit(
    _ verb: Verb, warnsOfPlans: Bool = false, _ commands: (GiftStore) async throws -> [Command]
  ) async throws {
    report(try await commit(verb, commands), warnsOfPlans: warnsOfPlans)
  }

  /// Carries out an edit of a rotation, and prints what it did.
  func editRotation(_ commands: (GiftStore) async throws -> [Command]) async throws {
    let tool = Tool()
    let request = try tool.request(.rotation, self)
    Interruption.current.says(Interruption.nothing)
    let (outcome, states) = try await tool.withStore(global, limits: try limits()) { store in
      let commands = try await commands(store)
      Interruption.current.says(Interruption.unsure)
      let outcome = try await store.commit(commands, request)
      let hasNewLineup = outcome.difference.rotations.contains(where: \.hasNewLineup)
      return (outcome, hasNewLineup ? try await store.view(at: .now).states : [])
    }
    reportRotation(outcome, states)
  }

  /// Prints what an edit did.
  func report(_ outcome: EditOutcome, warnsOfPlans: Bool = false) {
    if global.form.json {
      Terminal.printJSON(outcome.document(isDryRun: dryRun, warnsOfPlans: warnsOfPlans))
    } else {
      EditReport(outcome: outcome, isDryRun: dryRun, warnsOfPlans: warnsOfPlans).print()
    }
  }
}
