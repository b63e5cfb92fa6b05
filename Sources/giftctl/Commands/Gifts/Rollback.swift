import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// `giftctl rollback ID…`.
struct Rollback: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback", _superCommandName: Giftctl.name,
    abstract:
      "Restores gifts, or the whole catalogue, as they were after an earlier change.",
    discussion: """
      Without --to, the last edit of each gift is undone, whatever it was; a second run changes \
      nothing, and says so. What viewers have seen stays in the history. A gift that a retirement \
      took out of a rotation returns to its coming turns, unless the lineup was edited since. \
      --all --to N restores all gifts, rotations, placements and categories as they were after \
      change N.
      """)

  @Argument(
    help: .init("The gift, such as rose, or several.", valueName: "id"),
    completion: Completion.gifts)
  var ids: [String] = []

  @Flag(help: "Restore everything; needs --to.")
  var all = false

  @Option(
    help: .init(
      "The change to go back to. [default: the one before the gift's last edit]", valueName: "n"))
  var to: Int64?

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var zone: ZoneOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    guard all ? ids.isEmpty && to != nil : !ids.isEmpty else {
      throw CommandError.usage("Name gifts, or restore all of them: --all --to N.")
    }
    let gifts = try GiftArguments.gifts(ids)
    let change = try to.map(ChangeNumber.init)
    let outcome = try await editing.commit(.rollback) { _ in
      guard all, let change else { return Proposal(gifts.map { .rollBack(gift: $0, to: change) }) }
      return Proposal([.rollBackAll(to: change)], asking: consent) { trial in
        let count = trial.previous.value - change.value
        return count > 0 ? "Undo \(counted(Int(count), "change")), back to change \(change)?" : nil
      }
    }
    editing.report(outcome)
    if to == nil, !editing.global.json, let gift = outcome.difference.unchanged.first?.gift {
      Terminal.tell(
        "  Its last edit is undone already. To go further back: giftctl rollback \(gift) --to N. "
          + "To see its changes: giftctl history \(gift)")
    }
  }
}
