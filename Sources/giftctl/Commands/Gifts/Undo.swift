import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl undo N`.
struct Undo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", _superCommandName: Giftctl.name,
    abstract: "Undoes a whole change, from now on.",
    discussion: """
      Gifts and rotations become what they were before the change. If anything that it touched was \
      edited since (a field of a definition, a window, a standing version, a rotation), that is a \
      conflict (exit 3) and nothing is undone. What viewers have seen stays in the history, and \
      versions keep their numbers.
      """)

  @Argument(help: .init("The change's number, from giftctl history.", valueName: "n"))
  var change: Int64

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let change = try ChangeNumber(change)
    let outcome = try await editing.commit(.undo) { _ in [.undo(change: change)] }
    if outcome.change == nil, !editing.global.json {
      Terminal.print("unchanged: nothing of change \(change) is left to undo")
    } else if outcome.difference.gifts.isEmpty, outcome.difference.rotations.count == 1 {
      editing.reportRotation(outcome)
    } else {
      editing.report(outcome)
    }
    try await editing.awaitServed(outcome)
  }
}
