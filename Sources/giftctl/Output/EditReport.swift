import GiftDomain
import GiftStore

/// Prints what a writing verb did: one line a gift, the undo below.
struct EditReport {
  let outcome: EditOutcome
  let isDryRun: Bool

  /// For people: what changed on standard output, how to take it back behind it.
  func print() {
    for state in outcome.unchanged.prefix(outcome.change == nil ? .max : 0) {
      Terminal.print("\(state.gift): unchanged (\(statusText(state.status(at: outcome.at))))")
    }
    for difference in outcome.gifts {
      let after = difference.after
      let what = phrases(from: difference.before, to: after, at: outcome.at)
      Terminal.print("\(after.gift): \(what.joined(separator: "; "))\(number)")
      if outcome.gifts.count == 1 { printNextSteps(after) }
    }
    if outcome.gifts.count > 1, let first = outcome.gifts.first {
      Terminal.print(
        "\(counted(outcome.gifts.count, "gift")) changed, "
          + "\(grouped(outcome.unchanged.count)) unchanged; each can be taken back, as in: "
          + outcome.undo(first.after.gift))
    }
    for rotation in outcome.rotations {
      Terminal.print("\(rotation.sentence)\(outcome.gifts.isEmpty ? number : "")")
    }
    if isDryRun { Terminal.print("dry run: nothing was stored") }
  }

  private var number: String {
    isDryRun ? "" : outcome.change.map { " [change \($0)]" } ?? ""
  }

  private func printNextSteps(_ state: GiftState) {
    if let turn = state.rotation.entry(at: outcome.at) {
      let end = turn.window.until.map { " until \($0)" } ?? ""
      Terminal.print("  a rotation shows version \(turn.version) above it\(end)")
    }
    guard !isDryRun else { return }
    if case .draft = state.status(at: outcome.at), state.definition?.latestVersion != nil {
      Terminal.print("  to show it: giftctl publish \(state.gift)")
    }
    if let last = state.base.entries.last, let end = last.window.until, end > outcome.at {
      Terminal.print("  after \(end) nothing is planned")
    }
    Terminal.print("  undo: \(outcome.undo(state.gift))")
  }
}

extension RotationDifference {
  /// `spring: brings rose no more`.
  fileprivate var sentence: String {
    let coming = after.plan.gifts.subtracting(after.plan.withdrawals.keys)
    let known = (before?.plan.gifts ?? []).subtracting(before?.plan.withdrawals.keys ?? [:].keys)
    let gone = known.subtracting(coming).sorted()
    guard !gone.isEmpty else { return "\(after.name): brings all of its gifts again" }
    return "\(after.name): brings \(gone.map(\.text).joined(separator: ", ")) no more"
      + (coming.isEmpty ? ", nor anything else" : "")
  }
}

/// `live: version 2 until …`, `draft`, and so on.
func statusText(_ status: GiftStatus) -> String {
  switch status {
  case .draft: "draft"
  case .scheduled(let entry): "scheduled: \(entry.sentence)"
  case .live(let entry):
    "live: version \(entry.version)" + (entry.window.until.map { " until \($0)" } ?? "")
  case .retired(let instant): "retired since \(instant)"
  }
}
