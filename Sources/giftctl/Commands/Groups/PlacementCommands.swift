import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl placement …`.
struct PlacementCommands: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "placement", _superCommandName: Giftctl.name,
    abstract: "Names the places in the app where animations are shown.",
    discussion: """
      The placement gifts is the gift panel, and always there. A gift is shown where --place of \
      giftctl add says.
      """,
    subcommands: [PlacementAdd.self, PlacementRetire.self, PlacementList.self])
}

/// A placement's name on the command line.
struct PlacementArgument: ParsableArguments {
  @Argument(
    help: .init("The placement, such as splash.", valueName: "name"),
    completion: Completion.placements)
  var name: String

  /// Throws `DomainError` for text that is not a placement's name.
  func placement() throws(DomainError) -> PlacementName { try PlacementName(name) }
}

/// `giftctl placement add NAME`.
struct PlacementAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a placement, or changes what clients do with it.")

  @OptionGroup var target: PlacementArgument

  @Option(
    help: .init(
      "What clients do with its animations: show all in their order, the first, or one at random "
        + "by weight. [default for a new placement: all]", valueName: "all|first|random"))
  var choose: PlacementChoice?

  @OptionGroup var editing: EditOptions

  func run() async throws {
    let name = try target.placement()
    try await editing.edit(.placement) { _ in [.setPlacement(placement: name, choose: choose)] }
  }
}

extension PlacementChoice: ExpressibleByArgument {}

/// `giftctl placement retire NAME`.
struct PlacementRetire: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retire",
    abstract: "Retires a placement: clients that ask for it get nothing any more.",
    discussion: "Gifts keep it in their definitions, and show there if it is added again.")

  @OptionGroup var target: PlacementArgument
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let name = try target.placement()
    try await editing.edit(.placement) { store in
      let view = try await store.view(at: .now)
      let live = view.catalogue.items(in: name)
      return Proposal(
        [.retireGroup(group: .placement(name))], from: .catalogue(view.change), asking: consent
      ) { outcome in
        let lost = live.count { !$0.isPlaced(in: outcome.difference.allGroups) }
        return "Retire the placement \(name), where \(counted(live.count, "gift")) "
          + "\(live.count == 1 ? "is" : "are") live"
          + (lost > 0 ? ", \(grouped(lost)) of them nowhere else?" : "?")
      }
    }
  }
}

/// `giftctl placement list`.
struct PlacementList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the placements and how many gifts are live in each.",
    aliases: ["ls"])

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let view = try await Tool().reading(global) { store in try await point.view(store) }
    let live = view.catalogue
    let rows = view.groups.placements.sorted { $0.key < $1.key }
      .map { (name: $0.key, choose: $0.value, gifts: live.items(in: $0.key).map(\.gift)) }
    guard !global.json else {
      return Terminal.printJSON([
        "at": view.instant, "change": view.change,
        "placements": rows.map { row -> JSONObject in
          ["name": row.name, "choose": row.choose.rawValue, "live": row.gifts]
        },
      ])
    }
    var table = Table([("PLACEMENT", .name), ("LIVE", .right), ("CLIENTS", .flexible)])
    for row in rows {
      table.add([row.name.text, grouped(row.gifts.count), row.choose.instruction])
    }
    await Terminal.page(table.lines(fitting: Terminal.columns))
  }
}

extension PlacementChoice {
  /// What clients do.
  fileprivate var instruction: String {
    switch self {
    case .all: "show all in their order"
    case .first: "show the first"
    case .random: "show one at random, by weight"
    }
  }
}
