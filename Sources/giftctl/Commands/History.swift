import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl history [ID]`.
struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", _superCommandName: Giftctl.name,
    abstract: "Shows who changed what and when, and which boundaries passed, newest first.",
    discussion: """
      With an id: the changes to that gift, and to rotations that it is in. With --at: what \
      happened up to that instant, or up to and including that change. A boundary is dated by its \
      own instant, however late it was announced.
      """, aliases: ["log"])

  @Argument(
    help: .init("Only changes to this gift.", valueName: "id"), completion: Completion.gifts)
  var id: String?

  @Option(help: .init("Show at most this many changes, up to 10000.", valueName: "n"))
  var limit = 50

  @Option(help: .init("Only changes before this one.", valueName: "n"))
  var before: Int64?

  @Option(time: "Only what happened since then.")
  var since: TimeArgument?

  @Option(time: "Only what happened before then; a day means its beginning.")
  var until: TimeArgument?

  @Option(help: .init("Only changes made by this person.", valueName: "name"))
  var by: String?

  @Flag(name: .shortAndLong, help: "Show everything each change did, and the database login.")
  var verbose = false

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard (1...10_000).contains(limit) else {
      throw CommandError.usage("--limit takes a number from 1 to 10000.")
    }
    guard point.at == nil || until == nil else {
      throw CommandError.usage("Give --at or --until, not both.")
    }
    let gift = try id.map(GiftID.init)
    let actor = try by.map { text in try Actor(text) }
    let below = try before.map(ChangeNumber.init)
    let tool = Tool()
    let hasLogins = try tool.hasLogins(global)
    let (past, rotations, span) = try await tool.reading(global) { store in
      var clock = CommandClock(store, zone: point.zone.tz)
      let end = try await clock.instant(until)
      let moment = if let end { Moment.instant(end) } else { try await point.moment(store) }
      let past = try await store.events(
        of: gift, by: actor, at: moment, before: below, limit: limit)
      // Rows are only ever added, so a later read covers earlier changes too.
      let rotations =
        past.changes.contains { !$0.rotations.isEmpty }
        ? try await store.rotationsWithWarnings() : []
      let start = try await clock.instant(since)
      return (past, rotations, (from: start, until: end))
    }
    LeftOut.add(past.broken)
    if let gift, until == nil,
      (past.histories[gift]?.changes.first).map({ $0 > past.change }) ?? true
    {
      throw CommandError.giftNotFound(gift)
    }
    // After a repair, a change may be dated after the next one.
    var newest: Timestamp?
    let edits = try past.changes.map { change in
      let at = newest.map { min($0, change.record.at) } ?? change.record.at
      newest = at
      return PastEvent(try ChangeEffect(change, in: past, rotations, of: gift), at: at, of: gift)
    }
    let announcements = actor == nil ? past.announcements.map(PastEvent.init) : []
    // The newest of both, up to the limit of lines.
    let events = (edits + announcements).sorted { $0.at > $1.at }.prefix(limit)
      .filter { event in
        span.from.map { event.at >= $0 } ?? true && span.until.map { event.at < $0 } ?? true
      }
    if global.json {
      Terminal.printJSON([
        "changes": events.filter(\.isChange).map(\.document),
        "announcements": events.filter { !$0.isChange }.map(\.document),
      ])
    } else if events.isEmpty {
      Terminal.explain(emptiness(past))
    } else if verbose {
      await Terminal.page(text: events.flatMap(\.lines))
    } else {
      await Terminal.page(table(events, tellsLogins: hasLogins).lines(fitting: Terminal.columns))
    }
  }

  private func table(_ events: [PastEvent], tellsLogins: Bool) -> Table {
    let hasOthers = tellsLogins && events.contains { $0.otherLogin != nil }
    var table = Table(
      [("CHANGE", .right), ("AT", .left), ("WHO", .flexible)]
        + (hasOthers ? [("LOGIN", .left)] : []) + [("VERB", .left), ("WHAT", .wrapped)])
    for event in events {
      let login = hasOthers ? [event.otherLogin ?? ""] : []
      table.add(event.cells.prefix(3) + login + event.cells.dropFirst(3))
    }
    return table
  }

  private func emptiness(_ past: PastEvents) -> String {
    if since != nil || until != nil || by != nil || before != nil { return "No changes match." }
    return point.at == nil
      ? "There are no changes yet." : "There are no changes up to \(past.instant)."
  }
}
