import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl list`.
struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the live gifts, or all.")

  @Flag(help: "Drafts, scheduled and retired gifts too.")
  var all = false

  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let view = try await Tool().withStore(global) { store in
      try await point.view(store)
    }
    let states = all ? sorted(view) : liveStates(view)
    if global.form.json {
      Terminal.printJSON([
        "at": view.instant, "change": view.change,
        "gifts": states.map { $0.document(at: view.instant) },
      ])
    } else if states.isEmpty {
      Terminal.say(all ? "There is no gift yet." : "Nothing is live at \(view.instant).")
    } else {
      table(states, at: view.instant).lines.forEach(Terminal.print)
    }
  }

  private func sorted(_ view: CatalogueView) -> [GiftState] {
    view.states.sorted {
      ($0.definition?.order ?? .zero, $0.gift) < ($1.definition?.order ?? .zero, $1.gift)
    }
  }

  private func liveStates(_ view: CatalogueView) -> [GiftState] {
    sorted(view).filter { $0.shown.entry(at: view.instant) != nil }
  }

  /// The name comes last: right-to-left text then moves no other column.
  private func table(_ states: [GiftState], at instant: Timestamp) -> Table {
    var table = Table([
      ("ORDER", .right), ("GIFT", .left), ("PRICE", .right), ("CATEGORY", .left),
      ("VERSION", .right), ("STATUS", .left), ("FROM", .left), ("UNTIL", .left), ("NAME", .left),
    ])
    for state in states {
      let (status, entry, until) = state.status(at: instant).parts
      let definition = state.definition
      let version = entry?.version ?? definition?.latestVersion
      table.add([
        definition.map { "\($0.order.value)" } ?? "–", state.gift.text,
        definition.map { grouped(Int($0.price.coins)) } ?? "–", definition?.category.text ?? "–",
        version.map { "\($0)" } ?? "–", status, entry?.window.from.rfc3339 ?? "–",
        until?.rfc3339 ?? "–", preferredName(definition),
      ])
    }
    return table
  }
}
