import ArgumentParser
import GiftDomain
import GiftStore

/// `giftctl next [N]`.
struct Next: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", _superCommandName: Giftctl.name,
    abstract: "Shows what happens next: which gifts go live, go off or change version, and when.",
    discussion: "Shows what is planned now; a later edit may change it.")

  /// The most instants in one response.
  private static let maxCount = 1_000

  @Argument(help: .init("How many instants to show, up to \(maxCount).", valueName: "n"))
  var count = 5

  @OptionGroup var eyes: ClientOptions
  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard (1...Self.maxCount).contains(count) else {
      throw CommandError.usage("The number of instants must be from 1 to \(Self.maxCount).")
    }
    let client = try eyes.client()
    let view = try await Tool().reading(global) { store in
      try await point.view(store, of: .planned)
    }.seen(by: client)
    let coming = Upcoming(in: view, count: count)
    if global.json {
      Terminal.printJSON(["at": view.instant, "coming": coming.map(\.document)])
    } else if coming.isEmpty {
      Terminal.explain(
        "Nothing is planned \(client == nil ? "" : "for such a client ")after \(view.instant).")
    } else {
      await Terminal.page(
        text: Array(coming.map { $0.lines(from: view.instant) }.joined(separator: [""])))
    }
  }
}

/// The instants at which the catalogue changes by itself, in order.
private struct Upcoming: Sequence, IteratorProtocol {
  private let view: CatalogueView
  private var catalogue: Catalogue
  private var left: Int

  init(in view: CatalogueView, count: Int) {
    self.view = view
    catalogue = view.catalogue
    left = count
  }

  /// Whether no instant is left.
  var isEmpty: Bool {
    var copy = self
    return copy.next() == nil
  }

  mutating func next() -> ComingInstant? {
    while left > 0, let boundary = catalogue.nextBoundary {
      let later = view.evaluated(at: boundary).catalogue
      let coming = ComingInstant(
        at: boundary, CatalogueDifference(from: catalogue, to: later))
      catalogue = later
      guard !coming.isEmpty else { continue }
      left -= 1
      return coming
    }
    return nil
  }
}

/// Which gifts go live, go off or change version or terms at one instant.
private struct ComingInstant {
  let at: Timestamp
  private let added: [Catalogue.Item]
  private let removed: [Catalogue.Item]
  /// Gifts that play another version, or cost something else; a change of the end alone is not
  /// visible.
  private let changed: [CatalogueDifference.Change]

  init(at instant: Timestamp, _ difference: CatalogueDifference) {
    at = instant
    added = difference.added
    removed = difference.removed
    changed = difference.changed.filter { !$0.phrases.isEmpty }
  }

  var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  func lines(from now: Timestamp) -> [String] {
    ["\(at), \(distance(from: now, to: at))"]
      + added.map {
        "  + \($0.gift)  version \($0.version.number)  \(preferredName($0.definition))"
      }
      + removed.map { "  - \($0.gift)" }
      + changed.map { "  ~ \($0.after.gift)  \($0.phrases.joined(separator: "; "))" }
  }

  var document: JSONObject {
    [
      "at": at,
      "added": added.map { item -> JSONObject in
        ["id": item.gift, "version": item.version.number]
      },
      "removed": removed.map(\.gift),
      "changed": changed.map { change -> JSONObject in
        [
          "id": change.after.gift, "from": change.before.version.number,
          "to": change.after.version.number, "price": change.after.definition.price,
          "order": change.after.definition.order,
        ]
      },
    ]
  }
}

extension CatalogueDifference.Change {
  /// `version 1 → 2`, `price 10 → 3`.
  fileprivate var phrases: [String] {
    (before.version.number == after.version.number
      ? [] : ["version \(before.version.number) → \(after.version.number)"])
      + definitionPhrases(from: before.definition, to: after.definition)
  }
}
