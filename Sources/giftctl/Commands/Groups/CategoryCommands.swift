import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl category …`.
struct CategoryCommands: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "category", _superCommandName: Giftctl.name,
    abstract: "Names the categories of gifts in each language, and puts them in order.",
    discussion: """
      A gift's category is set with --category of giftctl add, and needs no name; clients get the \
      names of those that have one.
      """,
    subcommands: [CategoryAdd.self, CategoryRetire.self, CategoryList.self])
}

/// A category's slug on the command line.
struct CategoryArgument: ParsableArguments {
  @Argument(
    help: .init("The category, such as flowers.", valueName: "slug"),
    completion: Completion.categories)
  var name: String

  /// Throws `DomainError` for text that is not a category.
  func category() throws(DomainError) -> Category { try Category(name) }
}

/// `giftctl category add NAME`.
struct CategoryAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Names a category, or changes its names or order.")

  @OptionGroup var target: CategoryArgument

  @OptionGroup var names: NameOptions

  @Option(
    parsing: .unconditional,
    help: .init(
      "Set the position among categories: lower comes first. [default for a new category: 0]",
      valueName: "n"))
  var order: Int64?

  @OptionGroup var editing: EditOptions

  func run() async throws {
    let category = try target.category()
    var patch = CategoryPatch()
    patch.names = try LocalNames.parsed(try names.byLocale())
    patch.droppedNames = try names.dropped()
    patch.fallback = try names.fallback.map(LocaleTag.init)
    patch.order = try order.map(Order.init)
    try await editing.edit(.category) { [patch] _ in
      [.setCategory(category: category, patch: patch)]
    }
  }
}

/// `giftctl category retire NAME`.
struct CategoryRetire: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retire", abstract: "Removes a category's names; gifts keep the category.")

  @OptionGroup var target: CategoryArgument
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let category = try target.category()
    try await editing.edit(.category) { _ in
      Proposal([.retireGroup(group: .category(category))], asking: consent) { _ in
        "Remove the names of the category \(category)?"
      }
    }
  }
}

/// `giftctl category list`.
struct CategoryList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the categories that have names or gifts, in their order.", aliases: ["ls"])

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let view = try await Tool().withStore(global) { store in try await point.view(store) }
    let named = view.groups.categories
    let counts = Dictionary(
      grouping: view.states.compactMap(\.definition?.category), by: { $0 }
    ).mapValues(\.count)
    // Those without names come last.
    let rows = Set(named.keys).union(counts.keys)
      .map { (order: named[$0]?.order.value ?? .max, name: $0) }.sorted(by: <).map(\.name)
    guard !global.json else {
      return Terminal.printJSON([
        "at": view.instant, "change": view.change,
        "categories": rows.map { row -> JSONObject in
          ["id": row, "gifts": counts[row] ?? 0] + JSONObject(named[row])
        },
      ])
    }
    guard !rows.isEmpty else { return Terminal.explain("There are no categories yet.") }
    var table = Table([
      ("ORDER", .right), ("CATEGORY", .name), ("GIFTS", .right), ("NAMES", .flexible),
    ])
    for row in rows {
      let details = named[row]
      table.add([
        details.map { "\($0.order)" } ?? "–", row.text, grouped(counts[row] ?? 0),
        details.map { details in
          details.names.byLocale.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value.text)" }.joined(separator: ", ")
        } ?? "–",
      ])
    }
    await Terminal.page(table.lines(fitting: Terminal.columns))
  }
}
