import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl retire ID…`.
struct Retire: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retire", _superCommandName: Giftctl.name,
    abstract: "Takes gifts off, now or at a time, with all that is planned after it.",
    discussion: """
      With --until, gifts are off in that window only: what was planned resumes after it.
      """)

  @OptionGroup var target: GiftArguments

  @Option(time: "When. [default: now]")
  var at: TimeArgument?

  @Option(time: "Until when, if not for good.")
  var until: TimeArgument?

  @Flag(help: "With --until: drop what other windows show in this one.")
  var replace = false

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let gifts = try target.gifts()
    guard !replace || until != nil else {
      throw CommandError.usage("--replace is about the window that --until ends.")
    }
    try await editing.edit(.retire) { store in
      var clock = CommandClock(store, zone: zone.tz)
      let start = try await clock.instant(at == .now ? nil : at)
      let end = try await clock.instant(until)
      if end == nil {
        try await consent.askBeforeRetiring(gifts, at: start, store, isDryRun: editing.dryRun)
      }
      return gifts.map { .leaving($0, from: start, until: end, isReplacing: replace) }
    }
  }
}

extension ConsentOptions {
  /// How many gifts a question names.
  private static let named = 5

  /// Asks if there is something to lose.
  func askBeforeRetiring(
    _ gifts: [GiftID], at instant: Timestamp?, _ store: GiftStore, isDryRun: Bool
  ) async throws {
    guard !yes, !isDryRun else { return }
    var losses: [String] = []
    for gift in gifts {
      if let status = try await loss(of: gift, at: instant, store) {
        losses.append("\(gift) is \(status)")
      }
    }
    guard !losses.isEmpty else { return }
    let more = losses.count - Self.named
    let what =
      losses.prefix(Self.named).joined(separator: ", ")
      + (more > 0 ? ", and \(counted(more, "other")) are on, too" : "")
    let object = losses.count == 1 ? "it" : "them"
    try ask("\(what). Take \(object) off \(instant.map { "at \($0)" } ?? "now")?")
  }

  /// What a gift is that has something to lose.
  private func loss(
    of gift: GiftID, at instant: Timestamp?, _ store: GiftStore
  ) async throws -> String? {
    guard let record = try await store.record(of: gift) else {
      throw CommandError.giftNotFound(gift)
    }
    let state = try record.current()
    let end = instant ?? record.now
    guard
      !state.schedule.shown(with: .empty).onward(from: end).entries.isEmpty
        || record.rotations.contains(where: { $0.brings(gift, from: end) })
    else { return nil }
    return statusText(state.status(at: record.now))
  }

  /// Throws `CommandError.declined` after a no, `consentMissing` when nobody can be asked.
  func ask(_ question: String) throws(CommandError) {
    guard Terminal.isInteractive else { throw .consentMissing(question) }
    guard Terminal.asks(question) else { throw .declined }
  }
}
