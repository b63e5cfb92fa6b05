import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl history [ID]`.
struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows who changed what and when, and which boundaries passed, newest first.",
    discussion: """
      Of one gift: its own changes, and those of a rotation that it is in. \
      With --at: what happened up to that instant, or up to that change and with it. A boundary \
      counts at its own instant, however late it was announced.
      """)

  @Argument(help: ArgumentHelp("Only the changes of this gift.", valueName: "id"))
  var id: String?

  @Option(help: ArgumentHelp("At most so many changes, up to 10000.", valueName: "n"))
  var limit = 50

  @Option(help: ArgumentHelp("Only changes before this one.", valueName: "n"))
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
        ? try await store.rotations().rotations : []
      guard let gift else { return (past, GiftRecord?.none, rotations) }
      return (past, try await store.record(of: gift), rotations)
    }
    if let gift, record?.wasAdded(by: past.change) != true {
      throw CommandError.giftNotFound(gift)
    }
    let rows = try past.changes.map { Row($0, try record?.effect(of: $0), rotations) }
    // Where instants began anew, a change may be dated after the next one.
    var newest: Timestamp?
    let edits = rows.map { row in
      let at = newest.map { min($0, row.listed.record.at) } ?? row.listed.record.at
      newest = at
      return Event.change(row, at: at)
    }
    // Of both, so many of the newest as there may be lines.
    let events = Array(
      (edits + past.announcements.map(Event.announcement)).sorted { $0.at > $1.at }.prefix(limit))
    if global.form.json {
      Terminal.printJSON(document(events))
    } else if events.isEmpty {
      Terminal.say(
        point.at == nil ? "There is no change yet." : "There is no change up to \(past.instant).")
    } else {
      table(events).lines.forEach(Terminal.print)
    }
  }

  private func table(_ rows: [Event]) -> Table {
    var table = Table([
      ("CHANGE", .right), ("AT", .left), ("WHO", .left), ("VERB", .left), ("WHAT", .left),
    ])
    for event in rows {
      switch event {
      case .change(let row, _):
        let change = row.listed.record
        table.add([
          "\(change.number)", change.at.rfc3339, change.actor.text, change.verb.rawValue, row.text,
        ])
      case .announcement(let record):
        let gift = record.announcement.gift
        table.add(["", record.announcement.due.rfc3339, "–", "boundary", "\(gift) \(record.what)"])
      }
    }
    return table
  }

  /// Somebody's edit, or a boundary that passed.
  private enum Event {
    case change(Row, at: Timestamp)
    case announcement(AnnouncementRecord)

    var at: Timestamp {
      switch self {
      case .change(_, let at): at
      case .announcement(let record): record.announcement.due
      }
    }
  }

  private func document(_ events: [Event]) -> JSONObject {
    var changes: [JSONObject] = []
    var announcements: [JSONObject] = []
    for event in events {
      switch event {
      case .change(let row, _): changes.append(row.document)
      case .announcement(let record): announcements.append(record.document)
      }
    }
    return ["changes": changes, "announcements": announcements]
  }

  private struct Row {
    let listed: ListedChange
    /// What became different about the gift that was asked for.
    let what: [String]?
    /// What became different about each of the rotations.
    let rotationEdits: [(rotation: RotationName, what: [String])]

    init(_ listed: ListedChange, _ what: [String]?, _ rotations: [Rotation]) {
      self.listed = listed
      self.what = what
      rotationEdits = rotations.filter { listed.rotations.contains($0.name) }.map {
        ($0.name, $0.phrases(of: listed.record.number))
      }
    }

    var document: JSONObject {
      listed.record.document + [
        "altersCatalogue": listed.record.altersCatalogue,
        // The first of many; `giftCount` tells how many there are.
        "gifts": listed.gifts,
        "giftCount": listed.giftCount,
        "rotations": listed.rotations,
        "rotationEdits": rotationEdits.map { edit -> JSONObject in
          ["rotation": edit.rotation, "what": edit.what]
        },
        "what": what,
      ]
    }

    /// What became different, and why.
    var text: String {
      let edits = rotationEdits.map { edit in
        "rotation \(edit.rotation): \(edit.what.joined(separator: "; "))"
      }
      return ((what ?? giftTexts) + edits).joined(separator: "; ")
        + (listed.record.reason.map { " – \($0.text)" } ?? "")
    }

    private var giftTexts: [String] {
      let more = listed.giftCount - listed.gifts.count
      let named = listed.gifts.map(\.text) + (more > 0 ? ["… \(grouped(more)) more"] : [])
      return named.isEmpty ? [] : [named.joined(separator: ", ")]
    }
  }
}

extension GiftRecord {
  /// Whether the gift was there after a change.
  fileprivate func wasAdded(by change: ChangeNumber) -> Bool {
    history.changes.first.map { $0 <= change } ?? false
  }

  /// What a change did to the gift.
  fileprivate func effect(of listed: ListedChange) throws(StoreError) -> [String] {
    let number = listed.record.number
    return phrases(
      from: try state(at: number.previous), to: try state(at: number), at: listed.record.at)
  }
}
