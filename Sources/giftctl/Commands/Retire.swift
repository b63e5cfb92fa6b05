import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl retire ID`.
struct Retire: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Takes a gift off, now or at a time, with all that is planned behind it.")

  @OptionGroup var target: GiftArgument

  @Option(
    parsing: .unconditional, help: ArgumentHelp("When. [default: now]", valueName: "time"),
    transform: TimeArgument.init)
  var at: TimeArgument?

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let gift = try target.gift()
    let outcome = try await editing.commit(.retire, global) { store throws(CommandError) in
      var instant: Timestamp?
      var clock = CommandClock(store, zone: zone.tz)
      if let at, at != .now { instant = try await clock.instant(at) }
      try await askFirst(gift, at: instant, store)
      return [.retire(gift, at: instant)]
    }
    editing.report(outcome, global.form)
  }

  /// Asks if there is something to lose.
  private func askFirst(
    _ gift: GiftID, at instant: Timestamp?, _ store: GiftStore
  ) async throws(CommandError) {
    guard !consent.yes, !editing.dryRun else { return }
    let record = try await stored { () throws(StoreError) in try await store.record(of: gift) }
    guard let record else { throw .giftNotFound(gift) }
    let state = try await stored { () throws(StoreError) in try record.current() }
    let end = instant ?? record.now
    guard
      !state.base.onward(from: end).entries.isEmpty
        || record.rotations.contains(where: { $0.brings(gift, from: end) })
    else { return }
    let status = statusText(state.status(at: record.now))
    try consent.ask("\(gift) is \(status). Take it off \(instant.map { "at \($0)" } ?? "now")?")
  }
}

extension ConsentOptions {
  /// Throws `CommandError.declined` after a no, `consentMissing` when nobody can be asked.
  func ask(_ question: String) throws(CommandError) {
    guard Terminal.isInteractive else { throw .consentMissing(question) }
    guard Terminal.asks(question) else { throw .declined }
  }
}
