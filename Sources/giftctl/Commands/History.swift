import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl history [ID]`.
struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", _superCommandName: Giftctl.name,
    abstract: "Shows who changed what and when, and which boundaries passed, newest first.",
    discussion: """
      Of one gift: its own changes, and those of a rotation that it is in. \
      With --at: what happened up to that instant, or up to that change and with it. A boundary \
      counts at its own instant, however late it was announced.
      """)

  @Argument(help: .init("Only the changes of this gift.", valueName: "id"))
  var id: String?

  @Option(help: .init("At most so many changes, up to 10000.", valueName: "n"))
  var limit = 50

  @Option(help: .init("Only changes before this one.", valueName: "n"))
  var before: Int64?

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard (1...10_000).contains(limit) else {
      throw CommandError.usage("--limit is a number from 1 to 10000.")
    }
    let gift = try id.map(GiftID.init)
    let below = try before.map(ChangeNumber.init)
    let (past, record, rotations) = try await Tool().withStore(global) { store in
      let moment = try await point.moment(store)
      let past = try await store.events(of: gift, at: moment, before: below, limit: limit)
      // Plans are only ever added, so those that were read later tell of earlier changes, too.
      let rotations =
        past.changes.contains { !$0.rotations.isEmpty }
        ? try await store.rotationsWithWarnings() : []
      guard let gift else { return (past, GiftRecord?.none, rotations) }
      return (past, try await store.record(of: gift), rotations)
    }
    if let gift, (record?.history.changes.first).map({ $0 > past.change }) ?? true {
      throw CommandError.giftNotFound(gift)
    }
    // Where instants began anew, a change may be dated after the next one.
    var newest: Timestamp?
    let edits = try past.changes.map { change in
      let at = newest.map { min($0, change.record.at) } ?? change.record.at
      newest = at
      return Event(change, at: at, try record?.effect(of: change), rotations)
    }
    // Of both, so many of the newest as there may be lines.
    let events = (edits + past.announcements.map(Event.init)).sorted { $0.at > $1.at }
      .prefix(limit)
    if global.form.json {
      Terminal.printJSON([
        "changes": events.filter(\.isChange).map(\.document),
        "announcements": events.filter { !$0.isChange }.map(\.document),
      ])
    } else if events.isEmpty {
      Terminal.say(
        point.at == nil ? "There is no change yet." : "There is no change up to \(past.instant).")
    } else {
      var table = Table([
        ("CHANGE", .right), ("AT", .left), ("WHO", .left), ("VERB", .left), ("WHAT", .left),
      ])
      events.forEach { table.add($0.cells) }
      table.lines.forEach(Terminal.print)
    }
  }
}

/// Somebody's edit, or a boundary that passed.
private struct Event {
  let at: Timestamp
  let isChange: Bool
  let cells: [String]
  let document: JSONObject

  init(_ record: AnnouncementRecord) {
    at = record.announcement.due
    isChange = false
    cells = ["", at.rfc3339, "–", "boundary", "\(record.announcement.gift) \(record.what)"]
    document = record.document
  }

  /// `what` became different about the gift that was asked for.
  init(_ listed: ListedChange, at: Timestamp, _ what: [String]?, _ rotations: [Rotation]) {
    let change = listed.record
    let edits = rotations.filter { listed.rotations.contains($0.name) }.map {
      (rotation: $0.name, what: $0.phrases(of: change.number))
    }
    let texts =
      (what ?? listed.giftTexts)
      + edits.map { "rotation \($0.rotation): \($0.what.joined(separator: "; "))" }
    self.at = at
    isChange = true
    cells = [
      "\(change.number)", change.at.rfc3339, change.actor.text, change.verb.rawValue,
      texts.joined(separator: "; ") + (change.reason.map { " – \($0.text)" } ?? ""),
    ]
    document =
      change.document + [
        "altersCatalogue": change.altersCatalogue,
        // The first of many; `giftCount` tells how many there are.
        "gifts": listed.gifts,
        "giftCount": listed.giftCount,
        "rotations": listed.rotations,
        "rotationEdits": edits.map { edit -> JSONObject in
          ["rotation": edit.rotation, "what": edit.what]
        },
        "what": what,
      ]
  }
}

extension ListedChange {
  fileprivate var giftTexts: [String] {
    let more = giftCount - gifts.count
    let named = gifts.map(\.text) + (more > 0 ? ["… \(grouped(more)) more"] : [])
    return named.isEmpty ? [] : [named.joined(separator: ", ")]
  }
}

extension GiftRecord {
  /// What a change did to the gift.
  fileprivate func effect(of listed: ListedChange) throws(StoreError) -> [String] {
    let number = listed.record.number
    return phrases(
      from: try state(at: number.previous), to: try state(at: number), at: listed.record.at)
  }
}
