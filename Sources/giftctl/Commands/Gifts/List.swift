import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl list`.
struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", _superCommandName: Giftctl.name, abstract: "Lists the live gifts, or all.")

  @Flag(help: "Drafts, scheduled and retired gifts too.")
  var all = false

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let listing = try await Tool().withStore(global) { store in
      try await store.listing(at: try await point.moment(store))
    }
    warn(of: listing.broken)
    let gifts = listing.gifts.filter { all || $0.status.isLive }
      .sorted { ($0.definition.order, $0.gift) < ($1.definition.order, $1.gift) }
    if global.form.json {
      Terminal.printJSON([
        "at": listing.instant, "change": listing.change, "gifts": gifts.map(\.document),
      ])
    } else if gifts.isEmpty {
      Terminal.say(all ? "There is no gift yet." : "Nothing is live at \(listing.instant).")
    } else {
      table(gifts).lines.forEach(Terminal.print)
    }
  }

  /// The name comes last: right-to-left text then moves no other column.
  private func table(_ gifts: [ListedGift]) -> Table {
    var table = Table([
      ("ORDER", .right), ("GIFT", .left), ("PRICE", .right), ("CATEGORY", .left),
      ("VERSION", .right), ("STATUS", .left), ("FROM", .left), ("UNTIL", .left), ("NAME", .left),
    ])
    for listed in gifts {
      let (status, entry, until) = listed.status.parts
      let definition = listed.definition
      let version = entry?.version ?? definition.latestVersion
      table.add([
        "\(definition.order.value)", listed.gift.text, grouped(Int(definition.price.coins)),
        definition.category.text, version.map { "\($0)" } ?? "–", status,
        entry?.window.from.rfc3339 ?? "–", until?.rfc3339 ?? "–", preferredName(definition),
      ])
    }
    return table
  }
}
