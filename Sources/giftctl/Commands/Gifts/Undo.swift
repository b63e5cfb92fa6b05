import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl undo N`.
struct Undo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", _superCommandName: Giftctl.name,
    abstract: "Takes a change back as a whole, for what is still to come.",
    discussion: """
      Gifts and rotations become what they were before the change. What somebody edited since \
      is a conflict (exit 3), and nothing is undone: a field of a definition, a window, a version \
      that stands, a rotation. What was shown stays in the history, and versions keep their \
      numbers.
      """)

  @Argument(help: .init("The change, as history has it.", valueName: "n"))
  var change: Int64

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let change = try ChangeNumber(change)
    let outcome = try await editing.commit(.undo) { _ in [.undo(change: change)] }
    if outcome.change == nil, !editing.global.form.json {
      Terminal.print("unchanged: nothing of change \(change) is left to undo")
    } else if outcome.difference.gifts.isEmpty, outcome.difference.rotations.count == 1 {
      editing.reportRotation(outcome)
    } else {
      editing.report(outcome)
    }
  }
}
