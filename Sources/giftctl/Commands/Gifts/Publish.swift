import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl publish ID…`.
struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", _superCommandName: Giftctl.name,
    abstract: "Publishes gifts, for good or for a window; several at once, all or none.",
    discussion: """
      Without --until, the version becomes the standing version, until another replaces it. With \
      --until, it shows in a window, above the standing version and above rotation turns; when the \
      window ends, what is below shows again: version 1, a week of version 2, then version 1. \
      During a window, --until alone moves its end. --price and --order are for a window: \
      afterwards the gift has its own again.
      """)

  @OptionGroup var target: GiftArguments

  @Option(help: .init("The version to publish. [default: the latest]", valueName: "n"))
  var version: Int64?

  @Option(time: "When it starts. [default: now]")
  var from: TimeArgument?

  @Option(time: "When it ends; a day means its beginning. [default: never]")
  var until: TimeArgument?

  @Option(
    parsing: .unconditional,
    help: .init(
      "The price in coins while the window lasts. [default: the gift's]",
      valueName: "coins"))
  var price: Int64?

  @Option(
    parsing: .unconditional,
    help: .init(
      "The sort order in gifts while the window lasts. [default: the gift's]",
      valueName: "n"))
  var order: Int64?

  @OptionGroup var replacing: ReplaceOptions

  @Option(
    name: .customLong("also-retire"), parsing: .upToNextOption,
    help: .init(
      "Gifts to take off at the same time: for good or, with --until, for the window.",
      valueName: "id"),
    completion: Completion.gifts)
  var alsoRetire: [String] = []

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let gifts = try target.gifts()
    let leaving = try GiftArguments.gifts(alsoRetire)
    let terms = try terms()
    guard until != .now || version == nil && from == nil && leaving.isEmpty && terms == nil else {
      throw CommandError.usage("--until now ends the current window, and takes no other option.")
    }
    guard gifts.count + leaving.count <= GiftArguments.limit else {
      throw CommandError.usage("One edit takes at most \(grouped(GiftArguments.limit)) gifts.")
    }
    if let gift = leaving.first(where: gifts.contains) {
      throw CommandError.usage("\(gift) cannot be published and retired in one edit.")
    }
    guard version == nil || gifts.count == 1 else {
      throw CommandError.usage("--version takes one gift: publish the others separately.")
    }
    let replacement = try replacing.replacement(until: until)
    let wanted = try version.map(VersionNumber.init)
    try await editing.edit(.publish, warnsOfPlans: true) { store in
      // "now" is the instant of the edit itself, which is not known before it.
      var clock = CommandClock(store, zone: zone.tz)
      let from = try await clock.instant(from == .now ? nil : from)
      let end = try await clock.instant(until == .now ? nil : until)
      let departures = leaving.map {
        Command.leaving($0, from: from, until: end, replacing: replacement)
      }
      return Proposal(
        gifts.map { command($0, wanted, from: from, until: end, on: terms, replacing: replacement) }
          + departures,
        asking: asks(leaving) ? consent : nil
      ) { trial in
        (until == nil ? trial.retirementQuestion(about: leaving, at: from) : nil)
          ?? trial.priceQuestion ?? trial.crowdQuestion
      }
    }
  }

  /// Whether a dry run may find something to ask about.
  private func asks(_ leaving: [GiftID]) -> Bool {
    until == nil && !leaving.isEmpty || price != nil || target.ids.count > EditGuard.unaskedGifts
  }

  /// With only an end, moves the end of the current window.
  private func command(
    _ gift: GiftID, _ wanted: VersionNumber?, from start: Timestamp?, until end: Timestamp?,
    on terms: Terms?, replacing: Replacement
  ) -> Command {
    version == nil && from == nil && until != nil && terms == nil
      ? .moveWindowEnd(gift: gift, until: end, replace: replacing)
      : .publish(
        gift: gift, version: wanted, from: start, until: end, terms: terms, replace: replacing)
  }

  private func terms() throws -> Terms? {
    guard price != nil || order != nil else { return nil }
    return Terms(
      price: try price.map { try Price(coins: $0) }, order: try order.map { try Order($0) })
  }
}

extension Command {
  /// Takes a gift off, for good or for a window.
  static func leaving(
    _ gift: GiftID, from: Timestamp?, until: Timestamp?, replacing: Replacement
  ) -> Command {
    guard let until else { return .retire(gift: gift, at: from) }
    return .hide(gift: gift, from: from, until: until, replace: replacing)
  }
}
