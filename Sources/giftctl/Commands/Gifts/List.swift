import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl list`.
struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", _superCommandName: Giftctl.name,
    abstract: "Lists live gifts, or all gifts.",
    discussion: """
      Options narrow the list: a gift must match all of them. --status searches all gifts, not \
      only live ones, and can be repeated.
      """,
    aliases: ["ls"])

  @Flag(help: "Include drafts, scheduled and retired gifts.")
  var all = false

  @Flag(help: "Print the ids alone, one a line, for other commands.")
  var ids = false

  @OptionGroup var filter: ListFilter
  @OptionGroup var eyes: ClientOptions

  @Option(
    help: .init(
      "Sort by this column, then by order and id.", valueName: "order|id|name|price|category|since")
  )
  var sort = ListOrder.order

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard !(ids && global.json) else {
      throw CommandError.usage("Give --ids or --json, not both.")
    }
    let wanted = try filter.validated(for: eyes.client())
    let listing = try await Tool().withStore(global) { store in
      try await store.listing(at: try await point.moment(store))
    }
    LeftOut.add(listing.broken)
    let gifts = listing.gifts.filter {
      (all || wanted.looksAtAll || $0.status.isLive) && wanted.fits($0)
    }
    .sorted { sort.precedes($0, $1, in: wanted.placement) }
    if global.json {
      Terminal.printJSON([
        "at": listing.instant, "change": listing.change, "gifts": gifts.map(\.document),
        "total": listing.gifts.count,
      ])
    } else if listing.gifts.isEmpty {
      Terminal.explain(
        point.at == nil
          ? "There are no gifts yet. To add one: giftctl add --help"
          : "There were no gifts at \(listing.instant).")
    } else if gifts.isEmpty {
      let others = counted(listing.gifts.count, "gift")
      Terminal.explain(
        wanted.isEmpty
          ? "Nothing is live at \(listing.instant). To list \(others): giftctl list --all"
          : "None of the \(counted(listing.gifts.count, "gift")) matches.")
    } else if ids {
      gifts.forEach { Terminal.print($0.gift.text) }
    } else {
      let hasAll = all || wanted.looksAtAll || listing.gifts.allSatisfy(\.status.isLive)
      let count =
        "\(grouped(gifts.count)) of \(counted(listing.gifts.count, "gift"))"
        + (hasAll ? "" : ", live ones only (--all for all)")
      await Terminal.page(
        table(gifts, wanted.placement ?? .gifts).lines(fitting: Terminal.columns) + [count])
    }
  }

  /// The name comes last: right-to-left text then moves no other column.
  private func table(_ gifts: [ListedGift], _ placement: PlacementName) -> Table {
    let areForAll = gifts.allSatisfy(\.definition.audience.isEverybody)
    var table = Table(
      [
        ("ORDER", .right), ("GIFT", .name), ("PRICE", .right), ("CATEGORY", .flexible),
        ("VER", .right), ("STATUS", .name),
      ] + (areForAll ? [] : [("FOR", .flexible)]) + [("NAME", .flexible)])
    for listed in gifts {
      let definition = listed.offered
      let version = listed.status.parts.entry?.version ?? definition.latestVersion
      let number = definition.places[placement].map { "\($0)" }
      table.add(
        [
          number ?? "–", listed.gift.text, coins(definition), definition.category.text,
          version.map { "\($0)" } ?? "–", listed.status.brief,
        ] + (areForAll ? [] : [definition.audience.phrase]) + [preferredName(definition)])
    }
    return table
  }
}

extension GiftStatus {
  /// `live until Mon 15 Feb 00:00`, `from Tue 1 Dec 10:00`, and so on, without the version.
  var brief: String {
    switch self {
    case .draft: "draft"
    case .scheduled(let entry): "from \(entry.window.from)"
    case .live(let entry): entry.window.until.map { "until \($0)" } ?? "live"
    case .retired(let instant): "off since \(instant)"
    }
  }
}
