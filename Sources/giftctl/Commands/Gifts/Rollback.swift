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
      change N; --to takes a time, too, and means the last change made by then.
      """)

  @Argument(
    help: .init("The gift, such as rose, or several.", valueName: "id"),
    completion: Completion.gifts)
  var ids: [String] = []

  @Flag(help: "Restore everything; needs --to.")
  var all = false

  @Option(
    point: "The change to go back to, or a time. [default: the change before the gift's last edit]")
  var to: PointArgument?

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var zone: ZoneOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    guard all ? ids.isEmpty && to != nil : !ids.isEmpty else {
      throw CommandError.usage("Name gifts, or restore all of them: --all --to N.")
    }
    let gifts = try GiftArguments.gifts(ids)
    let outcome = try await editing.commit(.rollback) { store in
      let change = try await change(store)
      guard all, let change else { return Proposal(gifts.map { .rollBack(gift: $0, to: change) }) }
      return Proposal([.rollBackAll(to: change)], asking: consent) { trial in
        let count = trial.previous.value - change.value
        return count > 0 ? "Undo \(counted(Int(count), "change")), back to change \(change)?" : nil
      }
    }
    editing.report(outcome)
    try await editing.awaitServed(outcome)
    if to == nil, !editing.global.json, let gift = outcome.difference.unchanged.first?.gift {
      Terminal.tell(
        "  Its last edit is undone already. To go further back: giftctl rollback \(gift) --to N. "
          + "To see its changes: giftctl history \(gift)")
    }
  }

  /// The change to go back to, if one is named: of a time, the last one made by then.
  private func change(_ store: GiftStore) async throws -> ChangeNumber? {
    switch to {
    case nil: return nil
    case .change(let number): return number
    case .time(let time):
      var clock = CommandClock(store, zone: zone.tz)
      let instant = try await clock.instant(time)
      let change = try await store.view(at: .instant(instant), of: .some([])).change
      Terminal.explain("giftctl: the last change by \(instant) is \(change).")
      return change
    }
  }
}
