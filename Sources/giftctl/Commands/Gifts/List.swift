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
      only live ones, and can be repeated; unseen are those that are live or planned and that \
      nobody sees, for which giftctl show says why.
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
    let listing = try await Tool().reading(global) { store in
      try await store.listing(at: try await point.moment(store))
    }
    LeftOut.add(listing.broken)
    let gifts = listing.gifts.filter {
      (all || wanted.looksAtAll || $0.isLive(in: wanted.placement, listing.groups))
        && wanted.fits($0, in: listing.groups)
    }
    .sorted { sort.precedes($0, $1, in: wanted.placement) }
    if global.json {
      Terminal.printJSON([
        "at": listing.instant, "change": listing.change,
        "gifts": gifts.map { $0.document(in: listing.groups) },
        "total": listing.gifts.count,
      ])
    } else if listing.gifts.isEmpty {
      Terminal.explain(
        point.at == nil
          ? "There are no gifts yet. To add one: giftctl add --help"
          : "There were no gifts at \(listing.instant).")
    } else if let placement = wanted.placement, listing.groups.placements[placement] == nil,
      gifts.isEmpty
    {
      Terminal.explain("There is no placement \(placement), so that nothing is live there.")
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
        table(gifts, wanted.placement ?? .gifts, listing.groups).lines(fitting: Terminal.columns)
          + [count])
    }
  }

  /// The name comes last: right-to-left text then moves no other column.
  private func table(
    _ gifts: [ListedGift], _ placement: PlacementName, _ groups: GiftGroups
  ) -> Table {
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
          version.map { "\($0)" } ?? "–",
          listed.status.brief + listed.mark(in: groups),
        ] + (areForAll ? [] : [definition.audience.phrase]) + [preferredName(definition)])
    }
    return table
  }
}

extension ListedGift {
  /// Whether it is live; in a placement that was retired nothing is.
  fileprivate func isLive(in placement: PlacementName?, _ groups: GiftGroups) -> Bool {
    status.isLive && placement.map { groups.placements[$0] != nil } ?? true
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
