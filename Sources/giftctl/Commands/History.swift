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
    let gift = try id.map { text throws(CommandError) in
      try valid { () throws(DomainError) in try GiftID(text) }
    }
    let below = try before.map { number throws(CommandError) in
      try valid { () throws(DomainError) in try ChangeNumber(number) }
    }
    let (past, record, rotations) = try await Tool().withStore(global) {
      store throws(CommandError) in
      let moment = try await point.moment(store)
      return try await stored { () throws(StoreError) in
        let past = try await store.events(of: gift, at: moment, before: below, limit: limit)
        // Plans are only ever added, so those that were read later tell of earlier changes, too.
        let rotations =
          past.changes.contains { !$0.rotations.isEmpty }
          ? try await store.rotations().rotations : []
        guard let gift else { return (past, GiftRecord?.none, rotations) }
        return (past, try await store.record(of: gift), rotations)
      }
    }
    if let gift, record?.wasAdded(by: past.change) != true {
      throw CommandError.giftNotFound(gift)
    }
    let rows = try await stored { () throws(StoreError) in
      try past.changes.map { change throws(StoreError) in
        Row(change, try record?.effect(of: change), rotations)
      }
    }
    // Where instants began anew, a change may be dated after the next one.
    var newest: Timestamp?
    let edits = rows.map { row in
      let at = newest.map { min($0, row.instant) } ?? row.instant
      newest = at
      return Event.change(row, at: at)
    }
    // Of both, so many of the newest as there may be lines.
    let events = Array(
      (edits + past.announcements.map(Event.announcement)).sorted { $0.at > $1.at }.prefix(limit))
    if global.form.json {
      Terminal.printJSON(Document(events))
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
        table.add(["\(row.change)", row.at, row.actor, row.verb, row.text])
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

  private struct Document: Encodable {
    let changes: [Row]
    let announcements: [AnnouncementDocument]

    init(_ events: [Event]) {
      changes = events.compactMap { if case .change(let row, _) = $0 { row } else { nil } }
      announcements = events.compactMap {
        if case .announcement(let record) = $0 { AnnouncementDocument(record) } else { nil }
      }
    }
  }

  private struct Row: Encodable {
    enum CodingKeys: CodingKey {
      case change, at, actor, login, reason, verb, altersCatalogue, gifts, giftCount, rotations,
        what
      case rotationEdits
    }

    let change: Int64
    let at: String
    let instant: Timestamp
    let actor: String
    let login: String
    let reason: String?
    let verb: String
    let altersCatalogue: Bool
    /// The first of many; `giftCount` tells how many there are.
    let gifts: [String]
    let giftCount: Int
    let rotations: [String]
    /// What became different about each of the rotations.
    let rotationEdits: [RotationEdit]
    /// What became different about the gift that was asked for.
    let what: [String]?

    init(_ listed: ListedChange, _ what: [String]?, _ rotations: [Rotation]) {
      let change = listed.record
      self.change = change.number.value
      at = change.at.rfc3339
      instant = change.at
      actor = change.actor.text
      login = change.login
      reason = change.reason?.text
      verb = change.verb.rawValue
      altersCatalogue = change.altersCatalogue
      gifts = listed.gifts.map(\.text)
      giftCount = listed.giftCount
      self.rotations = listed.rotations.map(\.text)
      rotationEdits = rotations.filter { listed.rotations.contains($0.name) }.map {
        RotationEdit(rotation: $0.name.text, what: $0.phrases(of: change.number))
      }
      self.what = what
    }

    /// What became different, and why.
    var text: String {
      let edits = rotationEdits.map { edit in
        "rotation \(edit.rotation): \(edit.what.joined(separator: "; "))"
      }
      return ((what ?? giftTexts) + edits).joined(separator: "; ")
        + (reason.map { " – \($0)" } ?? "")
    }

    private var giftTexts: [String] {
      let more = giftCount - gifts.count
      let named = gifts + (more > 0 ? ["… \(grouped(more)) more"] : [])
      return named.isEmpty ? [] : [named.joined(separator: ", ")]
    }
  }

  private struct RotationEdit: Encodable {
    let rotation: String
    let what: [String]
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
