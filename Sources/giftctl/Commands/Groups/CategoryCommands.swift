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
    subcommands: [
      CategoryAdd.self, CategoryRename.self, CategoryRetire.self, CategoryList.self,
    ])
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

/// `giftctl category rename OLD NEW`.
struct CategoryRename: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Gives a category another slug, and takes all of its gifts with it.",
    discussion: "Names and position stay. Gifts that are not live come, too.")

  @OptionGroup var target: CategoryArgument

  @Argument(help: .init("Its new slug, which no gift has yet.", valueName: "new"))
  var new: String

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions

  func run() async throws {
    let (old, new) = (try target.category(), try Category(new))
    try await editing.edit(.category) { store in
      let view = try await store.view(at: .now)
      let gifts = view.states.filter { $0.definition?.category == old }
      let names = view.groups.categories
      guard names[old] != nil || !gifts.isEmpty else {
        throw CommandError.categoryNotFound(old)
      }
      guard names[new] == nil, view.states.allSatisfy({ $0.definition?.category != new }) else {
        throw CommandError.categoryExists(new, renaming: old)
      }
      return Proposal(
        Self.commands(from: old, to: new, gifts.map(\.gift), names[old]),
        from: .catalogue(view.change), asking: consent
      ) { _ in
        let live = view.catalogue.items.count { $0.definition.category == old }
        return live > 0
          ? "Rename the category \(old), which apps may know, with \(counted(live, "live gift"))?"
          : nil
      }
    }
  }

  private static func commands(
    from old: Category, to new: Category, _ gifts: [GiftID], _ details: CategoryDetails?
  ) -> [Command] {
    var patch = DefinitionPatch()
    patch.category = new
    var commands = gifts.map { Command.define(gift: $0, patch: patch) }
    if let details {
      var naming = CategoryPatch()
      naming.names = details.names.byLocale
      naming.fallback = details.names.fallback
      naming.order = details.order
      commands += [
        .setCategory(category: new, patch: naming), .retireGroup(group: .category(old)),
      ]
    }
    return commands
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
    let view = try await Tool().reading(global) { store in try await point.view(store) }
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
