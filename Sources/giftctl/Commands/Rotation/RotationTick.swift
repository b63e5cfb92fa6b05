import ArgumentParser
import GiftAnnouncing
import GiftDomain
import GiftStore
import Logging

/// `giftctl rotation tick`.
struct RotationTick: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tick",
    abstract: "Announces the boundaries that have passed, each once; for cron.",
    discussion: """
      The catalogue does not depend on it: gifts come and go on time without announcements. \
      Exits 0 if nothing is due; any number of schedulers may run at once.
      """)

  @Flag(help: "Run the real transaction, then roll it back; at most one batch.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let (announced, last) = try await announce()
    if global.json {
      Terminal.printJSON([
        "announced": announced.map(\.document), "at": last.at, "dryRun": dryRun,
        "next": last.next,
      ])
    } else if announced.isEmpty {
      Terminal.tell("nothing is due" + (last.next.map { "; the next boundary is \($0)" } ?? ""))
    } else if dryRun {
      Terminal.print("dry run: nothing was stored")
    }
  }

  private func announce() async throws(CommandError) -> ([AnnouncementRecord], TickOutcome) {
    do {
      return try await announceAll()
    } catch .store(.notAllowed(let statement)) {
      throw .schedulerMissing(statement: statement)
    }
  }

  private func announceAll() async throws(CommandError) -> ([AnnouncementRecord], TickOutcome) {
    let printsLines = !global.json
    return try await Tool().withStore(global, role: .scheduler) { store in
      // Whoever runs the command reads what it prints; nothing is logged besides.
      let scheduler = Scheduler(
        store: store, logger: Logger(label: "giftctl") { _ in SwiftLogNoOpLogHandler() })
      var announced: [AnnouncementRecord] = []
      var plan: AnnouncementPlan?
      let last = try await scheduler.announce(&plan, isDryRun: dryRun) { outcome in
        if printsLines { outcome.announced.map(\.line).forEach(Terminal.tell) }
        announced += outcome.announced
      }
      return (announced, last)
    }
  }
}

extension AnnouncementRecord {
  /// `2027-03-02T10:00:00Z  rose went live: version 2, turn 3 of spring`.
  var line: String { "\(announcement.due)  \(announcement.gift) \(what)" }

  /// What happened, without when and to which gift.
  var what: String {
    let event =
      switch announcement.event {
      case .wentLive: "went live: version \(announcement.version)"
      case .wentOff: "went off: version \(announcement.version)"
      case .overruled: "did not change, because of a later edit: version \(announcement.version)"
      }
    let cause =
      switch announcement.cause {
      case .rotation(let name, let turn): "turn \(turn) of \(name)"
      case .window: "as published"
      }
    let late = isLate ? ", announced \(span(ofSeconds: latenessMicroseconds / 1_000_000)) late" : ""
    return "\(event), \(cause)\(late)"
  }

  var document: JSONObject {
    let common: JSONObject = [
      "number": number,
      "due": announcement.due,
      "announcedAt": announcedAt,
      "lateSeconds": isLate ? latenessMicroseconds / 1_000_000 : nil,
      "gift": announcement.gift,
      "event": announcement.event.rawValue,
      "version": announcement.version,
      "change": change,
    ]
    return switch announcement.cause {
    case .rotation(let name, let turn): common + ["rotation": name, "turn": turn]
    case .window: common
    }
  }
}

/// `3 d 4 h`, `2 h 5 min`, `40 s`: the two largest units.
func span(ofSeconds seconds: Int64) -> String {
  let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
  var left = seconds
  var parts: [String] = []
  for (size, name) in units where left >= size && parts.count < 2 {
    parts.append("\(left / size) \(name)")
    left %= size
  }
  return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
}
