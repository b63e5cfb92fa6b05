import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl repair`.
struct Repair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", _superCommandName: Giftctl.name,
    abstract: "Repairs the history after the database's clock was ahead; for the database's owner.",
    discussion: """
      After the database's clock was ahead and has been corrected, edits are refused until it \
      passes the time of the last change. This appends a change after which times start again \
      from now, and deletes announcements dated in the future. Correct the clock first. Edits made \
      under the wrong clock keep their dates: review them with giftctl history, and edit again. \
      Exits 0 if there is nothing to repair.
      """)

  @Flag(help: "Run the real transaction, then roll it back.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let tool = Tool()
    let actor = try tool.actor(named: author.actor)
    let why = try author.reason.map { text in try Remark(text) }
    let outcome = try await tool.withStore(global, role: .owner) { store in
      if !consent.yes, !dryRun {
        let found = try await store.repair(by: actor, why, isDryRun: true)
        guard found.change != nil else { return found }
        try consent.ask("\(faults(found)) Restart the history's times at \(found.at)?")
      }
      return try await store.repair(by: actor, why, isDryRun: dryRun)
    }
    if global.json {
      Terminal.printJSON([
        "ahead": outcome.ahead, "at": outcome.at, "change": outcome.change,
        "deletedAnnouncements": outcome.deletedAnnouncements, "dryRun": dryRun,
      ])
    } else if let change = outcome.change {
      Terminal.print("change \(change): times restart at \(outcome.at)")
      if outcome.deletedAnnouncements > 0 {
        Terminal.print("deleted \(counted(outcome.deletedAnnouncements, "announcement"))")
      }
      if dryRun { Terminal.print("dry run: nothing was stored") }
    } else {
      Terminal.print("unchanged: nothing is dated after the database's clock")
    }
  }

  /// What a repair would change, in sentences.
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
