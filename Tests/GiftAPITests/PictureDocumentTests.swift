import GiftDomain
import GiftStore
import NIOCore
import StoreSupport
import Testing

@testable import GiftAPI

/// `poster` and `preview` in a gift's document, and in what changed.
struct PictureDocumentTests {
  /// What a document says of a sample.
  private func document(of sample: UInt8) throws -> String {
    let picture = try PictureFile(sample: sample).picture
    return """
      {"byteCount":13,"height":128,"sha256":"\(picture.asset.hex)",\
      "url":"\(try pictureURL(sample))","width":256}
      """
  }

  @Test func `poster and preview are beside the animation, in each document`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    let poster = "\"order\":0,\"poster\":\(try document(of: 1)),"
    let preview = "\"preview\":\(try document(of: 2)),\"price\":10"
    for target in ["/v1/catalogue", "/v1/gifts/rose"] {
      #expect(try await stock.get(target).text.contains(poster + preview), "\(target)")
    }
    _ = try await stock.retire(try GiftID("rose"))
    #expect(try await stock.get("/v1/gifts/rose").text.contains(poster + preview))
  }

  @Test func `a version that was not drawn, or cannot be, has neither`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    let before = try await stock.get("/v1/catalogue")
    #expect(!before.text.contains("poster") && !before.text.contains("preview"))
    _ = try await stock.picture("rose", "{}", try .undrawn(.blank), [])
    #expect(try await stock.get("/v1/catalogue").undated == before.undated)
  }

  @Test func `new pictures make a new token and a delta, a new renderer alone does not`()
    async throws
  {
    let stock = try await StockedCatalogue(shelf: ["crown", "heart", "lily"])
    try await stock.addDrawn("rose", "{}", 1)
    let first = try await stock.token
    _ = try await stock.draw("rose", "{}", 1, settings: 2)
    #expect(try await stock.token == first)
    let drawn = try await stock.draw("rose", "{}", 3, settings: 3)
    let second = try await stock.token
    #expect(second.hasPrefix("\(try #require(drawn.change))-") && second != first)
    let gift = try #require(try await stock.gifts.first { $0.contains("\"id\":\"rose\"") })
    #expect(gift.contains(try document(of: 3)))
    let target = "/v1/catalogue?since=\(first)"
    let delta = try await stock.get(target)
    #expect(delta.text.contains("\"changed\":[\(gift)],\"from\":\"\(first)\",\"removed\":[],"))
    // A server that has not served the first one reads it from the database.
    let other = stock.another()
    try await other.refresh()
    #expect(await stock.answer(target, from: other).undated == delta.undated)
  }

  @Test func `what comes into memory after its gift went live is public from then on`() async throws
  {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1, after: 3_600_000_000)
    try await stock.api.refresh()
    let coming = try #require(stock.api.publisher.serving.shown.current)
    let live = coming.view.evaluated(at: try #require(coming.until))
    let all = Array(coming.assets.all)
    #expect(all.count == 3)
    for late in all {
      let first = snapshot(of: live, all.filter { $0 !== late }, after: coming)
      #expect(first.assets[late.route] == nil)
      let second = snapshot(of: live, all, after: first)
      #expect(all.allSatisfy { second.assets[$0.route] === $0 })
    }
  }

  private func snapshot(
    of view: CatalogueView, _ assets: [ServedAsset], after earlier: Snapshot
  ) -> Snapshot {
    return Snapshot(
      of: view, assets: AssetIndex(assets), after: earlier,
      limits: .standard)
  }
}
