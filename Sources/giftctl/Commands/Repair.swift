import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl repair`.
struct Repair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", _superCommandName: Giftctl.name,
    abstract: "Repairs what was dated by a clock that was ahead; for the database's owner.",
    discussion: """
      When the database's clock was set right, edits would wait until it shows the instant of the \
      last change again. This appends a change from which instants begin anew, and deletes the \
      announcements of the future. Set the clock right first. What was edited by the wrong clock \
      stays as it is dated: look at it with history, and edit it again. Nothing to repair is exit 0.
      """)

  @Flag(help: "Run the real transaction, then roll it back.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let tool = Tool()
    let actor = try tool.actor(named: author.actor)
    let why = try author.reason.map(Remark.init)
    let outcome = try await tool.withStore(global, role: .owner) { store in
      if !consent.yes, !dryRun {
        let found = try await store.repair(by: actor, why, isDryRun: true)
        guard found.change != nil else { return found }
        try consent.ask("\(faults(found)) Have instants begin anew at \(found.at)?")
      }
      return try await store.repair(by: actor, why, isDryRun: dryRun)
    }
    if global.form.json {
      Terminal.printJSON([
        "ahead": outcome.ahead, "at": outcome.at, "change": outcome.change,
        "deletedAnnouncements": outcome.deletedAnnouncements, "dryRun": dryRun,
      ])
    } else if let change = outcome.change {
      Terminal.print("change \(change): instants begin anew at \(outcome.at)")
      if outcome.deletedAnnouncements > 0 {
        Terminal.print("deleted \(counted(outcome.deletedAnnouncements, "announcement"))")
      }
      if dryRun { Terminal.print("dry run: nothing was stored") }
    } else {
      Terminal.print("unchanged: nothing is dated later than the database's clock shows")
    }
  }

  /// What there is to repair.
  private func faults(_ outcome: RepairOutcome) -> String {
    var faults: [String] = []
    if let ahead = outcome.ahead {
      faults.append("The last change is dated \(ahead), ahead of the database's clock.")
    }
    if outcome.deletedAnnouncements > 0 {
      faults.append("\(counted(outcome.deletedAnnouncements, "announcement")) will be deleted.")
    }
    return faults.joined(separator: " ")
  }
}
