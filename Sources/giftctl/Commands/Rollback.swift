import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl rollback ID…`.
struct Rollback: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Restores gifts, or the whole catalogue, as they were after an earlier change.",
    discussion: """
      Without --to, the last edit of each gift is taken back, rollbacks themselves not counted; \
      so running it twice is running it once. What was shown stays in the history. What a \
      retirement took out of coming turns comes back, unless the lineup was edited since. \
      With --all --to N, all changes after N are undone, the newest first, in one edit.
      """)

  /// The most changes that --all takes back at once.
  private static let maxChanges = 1_000

  @Argument(help: ArgumentHelp("The gift, such as rose, or several.", valueName: "id"))
  var ids: [String] = []

  @Flag(help: "All gifts and rotations.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "The change to go back to. [default: the one before the gift's last edit]", valueName: "n"))
  var to: Int64?

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard all ? ids.isEmpty && to != nil : !ids.isEmpty else {
      throw CommandError.usage("Name gifts, or go back with all of them: --all --to N.")
    }
    let gifts = try GiftArguments.gifts(ids)
    let change = try to.map { number throws(CommandError) in
      try valid { () throws(DomainError) in try ChangeNumber(number) }
    }
    let outcome = try await editing.commit(.rollback, global) { store throws(CommandError) in
      guard all, let change else { return gifts.map { .rollBack($0, to: change) } }
      let undone = try await changes(after: change, store)
      if !consent.yes, !editing.dryRun, !undone.isEmpty {
        try consent.ask("Take \(counted(undone.count, "change")) back, as far as \(change)?")
      }
      return undone.map { .undo($0) }
    }
    editing.report(outcome, global.form)
  }

  /// The changes that come after one, the newest first.
  private func changes(
    after change: ChangeNumber, _ store: GiftStore
  ) async throws(CommandError) -> [ChangeNumber] {
    let listed = try await stored { () throws(StoreError) in
      try await store.changes(of: nil, before: nil, limit: Self.maxChanges + 1)
    }
    let numbers = listed.map(\.record.number)
    guard numbers.first.map({ change <= $0 }) ?? false else {
      throw .store(.rejected(.changeNotFound(change, last: numbers.first ?? .zero)))
    }
    let undone = numbers.filter { $0 > change }
    guard undone.count <= Self.maxChanges else {
      throw .usage("At most \(grouped(Self.maxChanges)) changes are taken back at once.")
    }
    return undone
  }
}
