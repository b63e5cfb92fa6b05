import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import StoreSupport
import Testing

@testable import GiftAPI

/// Catalogues of other placements than the gift panel, and the categories in all of them.
@Suite(.timeLimit(.minutes(5)))
struct PlacementTests {
  private static let url = "/v1/catalogue?placement=splash"

  private let stock: StockedCatalogue
  private let splash: PlacementName

  /// A rose in both placements, and a crown and a winter in the splash alone.
  init() async throws {
    stock = try await StockedCatalogue()
    splash = try PlacementName("splash")
    try await place(.random)
    for (gift, places) in [
      ("rose", ["gifts:7", "splash"]), ("crown", ["splash:3"]), ("winter", ["splash:2"]),
    ] {
      let id = try GiftID(gift)
      _ = try await stock.add(id, "{\"\(gift)\":1}")
      try await put(gift, places)
      _ = try await stock.publish(id)
    }
  }

  private func place(_ choose: PlacementChoice?) async throws {
    _ = try await stock.commit(
      .placement,
      [
        choose.map { .setPlacement(placement: splash, choose: $0) }
          ?? .retireGroup(group: .placement(splash))
      ])
  }

  private func put(_ gift: String, _ places: [String]) async throws {
    var patch = DefinitionPatch()
    patch.places = try places.map { text in try PlaceSpec(text) }
    _ = try await stock.commit(.add, [.define(gift: try GiftID(gift), patch: patch)])
  }

  private func catalogue(_ url: String) async throws -> ClientCatalogue {
    try ClientCatalogue(Array(buffer: try await stock.get(url).body))
  }

  @Test func `each placement has its gifts, with a weight where one is chosen`() async throws {
    let gifts = try await catalogue("/v1/catalogue")
    #expect(gifts.gifts.map(\.id) == ["rose"] && gifts.gifts[0].order == 7)
    #expect(gifts.choose == "all" && gifts.placement == "gifts")
    var shown = try await catalogue(Self.url)
    #expect(shown.gifts.map(\.id) == ["rose", "winter", "crown"])
    #expect(shown.gifts.map(\.weight) == [1, 2, 3] && shown.gifts.allSatisfy { $0.order == nil })
    #expect(shown.choose == "random" && shown.placement == "splash")
    try await place(.first)
    shown = try await catalogue(Self.url)
    #expect(shown.gifts.map(\.order) == [1, 2, 3] && shown.choose == "first")
    // What is shown nowhere in the panel is a gift like any other.
    #expect(try await stock.get("/v1/gifts/winter").status == .ok)
    #expect(try await stock.get("/winter.json").status == .ok)
  }

  @Test func `what was never there, or is retired, is not found`() async throws {
    for query in ["lobby", "", "Splash", "splash&placement=splash", "%zz"] {
      let answer = try await stock.get("/v1/catalogue?placement=\(query)")
      #expect(answer.status == .notFound, "\(query)")
      #expect(answer.text.contains("\"code\":\"placement_not_found\""))
      #expect(answer.fields[.cacheControl] == "no-store")
    }
    try await place(nil)
    #expect(try await stock.get(Self.url).status == .notFound)
    #expect(try await stock.get(Self.url + "&since=1-2").status == .notFound)
    try await place(.all)
    #expect(try await catalogue(Self.url).gifts.count == 3)
  }

  @Test func `the panel by its name is the panel`() async throws {
    let named = try await stock.get("/v1/catalogue?placement=gifts")
    let usual = try await stock.get("/v1/catalogue")
    #expect(named.undated == usual.undated)
  }

  @Test func `a token is good for its placement alone, and each has deltas`() async throws {
    let (panel, shown) = (try await catalogue("/v1/catalogue"), try await catalogue(Self.url))
    #expect(shown.catalogue.hasPrefix(panel.catalogue + "~"))
    try await put("rose", ["gifts:8"])
    for (client, url) in [(panel, "/v1/catalogue?"), (shown, Self.url + "&")] {
      let answer = try await stock.get("\(url)since=\(client.catalogue)")
      #expect(answer.fields[.contentLocation] == nil)
      let whole = try await catalogue(String(url.dropLast()))
      #expect(try client.after(Array(buffer: answer.body)) == whole)
      #expect(answer.fields[.eTag] == "\"\(client.catalogue)..\(whole.catalogue)\"")
    }
    for (token, url) in [
      (shown.catalogue, "/v1/catalogue?"), (panel.catalogue, Self.url + "&"),
    ] {
      let answer = try await stock.get("\(url)since=\(token)")
      let whole = try await stock.get(String(url.dropLast()))
      #expect(answer.body == whole.body)
      #expect(answer.fields[.contentLocation] == String(url.dropLast()))
      #expect(answer.fields[try #require(HTTPField.Name("Catalogue-Reset"))] == nil)
    }
  }

  @Test func `what clients do, and categories, are in what changed`() async throws {
    var client = try await catalogue(Self.url)
    #expect(client.categories.isEmpty)
    var patch = CategoryPatch()
    patch.names[try LocaleTag("en")] = try GiftName("Flowers")
    patch.order = try Order(-2)
    for command in try [
      Command.setCategory(category: Category("flowers"), patch: patch),
      // Nobody learns of a category before a gift of it is live.
      .setCategory(category: Category("secret"), patch: patch),
      .setPlacement(placement: splash, choose: .first),
      .retireGroup(group: .category(Category("flowers"))),
    ] {
      _ = try await stock.commit(.category, [command])
      let delta = try await stock.get("\(Self.url)&since=\(client.catalogue)")
      client = try client.after(Array(buffer: delta.body))
      #expect(try await client == catalogue(Self.url))
      #expect(!client.categories.contains { $0.id == "secret" })
    }
    #expect(client.categories.isEmpty && client.choose == "first")
  }

  @Test func `a placement ends at the boundaries of its own gifts`() async throws {
    try await put("rose", ["gifts"])
    let now = try await stock.editor.clock()
    let (soon, later) = (
      try now.advanced(byMicroseconds: 3_600_000_000),
      try now.advanced(byMicroseconds: 7_200_000_000)
    )
    _ = try await stock.commit(.retire, [.retire(gift: try GiftID("rose"), at: soon)])
    #expect(try await catalogue("/v1/catalogue").until == soon.rfc3339)
    #expect(try await catalogue(Self.url).until == nil)
    _ = try await stock.commit(.retire, [.retire(gift: try GiftID("crown"), at: later)])
    #expect(try await catalogue(Self.url).until == later.rfc3339)
    #expect(try await catalogue("/v1/catalogue").until == soon.rfc3339)
  }
}
