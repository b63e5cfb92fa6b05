import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl history [ID]`.
struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows who changed what and when, newest first.")

  @Argument(help: ArgumentHelp("Only the changes of this gift.", valueName: "id"))
  var id: String?

  @Option(help: ArgumentHelp("At most so many changes, up to 10000.", valueName: "n"))
  var limit = 50

  @Option(help: ArgumentHelp("Only changes before this one.", valueName: "n"))
  var before: Int64?

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
    let (changes, record) = try await Tool().withStore(global) { store throws(CommandError) in
      try await stored { () throws(StoreError) in
        let changes = try await store.changes(of: gift, before: below, limit: limit)
        guard let gift else { return (changes, GiftRecord?.none) }
        return (changes, try await store.record(of: gift))
      }
    }
    if let gift, record == nil { throw CommandError.giftNotFound(gift) }
    let rows = try await stored { () throws(StoreError) in
      try changes.map { change throws(StoreError) in Row(change, try record?.effect(of: change)) }
    }
    if global.form.json {
      Terminal.printJSON(["changes": rows])
    } else if rows.isEmpty {
      Terminal.say("There is no change yet.")
    } else {
      table(rows).lines.forEach(Terminal.print)
    }
  }

  private func table(_ rows: [Row]) -> Table {
    var table = Table([
      ("CHANGE", .right), ("AT", .left), ("WHO", .left), ("VERB", .left), ("WHAT", .left),
    ])
    for row in rows {
      let what = row.what?.joined(separator: "; ") ?? row.giftText
      table.add(["\(row.change)", row.at, row.actor, row.verb, what])
    }
    return table
  }

  private struct Row: Encodable {
    let change: Int64
    let at: String
    let actor: String
    let verb: String
    let altersCatalogue: Bool
    /// The first of many; `giftCount` tells how many there are.
    let gifts: [String]
    let giftCount: Int
    let what: [String]?

    init(_ listed: ListedChange, _ what: [String]?) {
      let change = listed.record
      self.change = change.number.value
      at = change.at.rfc3339
      actor = change.actor.text
      verb = change.verb.rawValue
      altersCatalogue = change.altersCatalogue
      gifts = listed.gifts.map(\.text)
      giftCount = listed.giftCount
      self.what = what
    }

    var giftText: String {
      let more = giftCount - gifts.count
      return (gifts + (more > 0 ? ["… \(grouped(more)) more"] : [])).joined(separator: ", ")
    }
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
