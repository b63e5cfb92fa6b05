import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl rollback ID…`.
struct Rollback: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Restores definition and plans of gifts as they were after an earlier change.",
    discussion: """
      Without --to, the last edit of each gift is taken back, rollbacks themselves not counted; \
      so running it twice is running it once. What was shown stays in the history. What a \
      retirement took out of coming turns comes back, unless the lineup was edited since.
      """)

  @OptionGroup var target: GiftArguments

  @Option(
    help: ArgumentHelp(
      "The change to go back to. [default: the one before the gift's last edit]", valueName: "n"))
  var to: Int64?

  @OptionGroup var editing: EditOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let gifts = try target.gifts()
    let change = try to.map { number throws(CommandError) in
      try valid { () throws(DomainError) in try ChangeNumber(number) }
    }
    let outcome = try await editing.commit(.rollback, global) { _ in
      gifts.map { .rollBack($0, to: change) }
    }
    editing.report(outcome, global.form)
  }
}
