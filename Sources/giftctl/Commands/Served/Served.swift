import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl served --url URL`.
struct Served: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "served", _superCommandName: Giftctl.name,
    abstract: "Says which change viewers get at an address, and whether the newest has arrived.",
    discussion: """
      Asks the address as an app does, through whatever stands before giftd, with curl(1). \
      Compares with the newest change of the database, if one is named, or with --change, which \
      needs none. Exit 1 if that change is not served there yet, 8 if it is not after --wait.
      """)

  @Option(
    help: .init(
      "The public address of giftd, such as https://gifts.example.com.", valueName: "url"))
  var url: String

  @Option(help: .init("The change that should be served there.", valueName: "n"))
  var change: Int64?

  @Flag(help: "Wait until that change is served there.")
  var wait = false

  @Option(help: .init("How long to wait.", valueName: "seconds"))
  var timeout = ServedWait.usual

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let address = try ServedAddress(url)
    let limit = try ServedWait.seconds(timeout)
    let wanted = try await wanted()
    let served: ServedCatalogue
    if wait, let wanted {
      served = try await address.wait(for: wanted, seconds: limit)
    } else {
      served = try await address.catalogue()
    }
    let hasArrived = wanted.map { served.change >= $0 }
    if global.json {
      Terminal.printJSON([
        "url": address.text, "change": served.change, "since": served.since, "read": served.read,
        "wanted": wanted, "arrived": hasArrived,
      ])
    } else {
      for line in lines(address, served, wanted) { Terminal.print(line) }
    }
    if hasArrived == false { throw CommandError.reported(.failure) }
  }

  /// The change that should be served; nil if nothing says which.
  private func wanted() async throws -> ChangeNumber? {
    if let change { return try ChangeNumber(change) }
    let tool = Tool()
    guard try tool.hasLogins(global) else {
      guard !wait else {
        throw CommandError.usage("--wait needs --change, or a database that knows the newest one.")
      }
      return nil
    }
    return try await tool.reading(global) { store in try await store.newestChange() }
  }

  private func lines(
    _ address: ServedAddress, _ served: ServedCatalogue, _ wanted: ChangeNumber?
  ) -> [String] {
    let since = served.since.map { ", the same since \($0)" } ?? ""
    let first = "\(address.text) serves change \(served.change)\(since), read \(served.read)"
    guard let wanted, wanted != served.change else {
      return [first] + (wanted == nil || change != nil ? [] : ["It is the newest change."])
    }
    let name = change == nil ? "The newest change, \(wanted)," : "Change \(wanted)"
    return [
      first,
      wanted > served.change
        ? "\(name) is not served there yet."
        : change == nil
          ? "The newest change of the database is \(wanted): it is another database, or one that "
            + "lost edits." : "\(name) is served there.",
    ]
  }
}

/// How long a command waits until a change is served.
enum ServedWait {
  /// Seconds that are enough for any giftd that works, and for caches before it.
  static let usual = 60
  private static let limits = 1...3_600

  /// Throws `CommandError.usage` for a time outside of the limits.
  static func seconds(_ seconds: Int) throws(CommandError) -> Int {
    guard limits.contains(seconds) else {
      throw .usage("--timeout takes a number of seconds from 1 to \(limits.upperBound).")
    }
    return seconds
  }
}

extension EditOptions {
  /// Waits until the edit is served where `--wait` says.
  func awaitServed(_ outcome: EditOutcome) async throws {
    guard let wait, let change = outcome.change, !dryRun else { return }
    let address = try ServedAddress(wait)
    Interruption.current.says("The change is stored.")
    do throws(CommandError) {
      _ = try await address.wait(for: change, seconds: ServedWait.usual)
    } catch {
      // The edit is made, and its answer printed.
      let message = error.userMessage
      for line in message.lines { Terminal.explain(line) }
      throw CommandError.reported(message.status)
    }
    if !global.json { Terminal.tell("  served at \(address.text)") }
  }
}
