import Foundation
import Testing

@testable import GiftClient

/// What an earlier app saved lacks categories, which deltas do not repeat.
struct PartialCatalogueTests {
  private func held(_ change: Int, categories: [GiftCategory] = []) throws -> HeldCatalogue {
    guard
      case .whole(let held) = try SampleGifts.whole(token(change), [SampleGifts.json("rose")])
    else { throw GiftClientError.cancelled }
    return try HeldCatalogue(
      token: held.token, asOf: held.asOf, until: nil,
      head: CatalogueHead(categories: categories), gifts: held.gifts)
  }

  private let flowers = GiftCategory(
    id: "flowers", names: ["en": "Flowers"], fallback: "en", order: 1)

  @Test(arguments: [1, 2])
  func `it is made whole by the same catalogue, or a newer one`(change: Int) throws {
    var state = CatalogueState(held: try held(1), isPartial: true)
    #expect(state.asked == nil)
    let whole = try held(change, categories: [flowers])
    let before = CatalogueToken(token(1))
    #expect(
      state.apply(.whole(whole), asked: nil, isMarkedReset: false, at: 0)
        == .replaced(from: before))
    #expect(state.held == whole && state.asked == whole.token)
    // From then on the same is only confirmed.
    #expect(
      state.apply(.whole(whole), asked: nil, isMarkedReset: false, at: 0) == .confirmed)
  }

  @Test func `an older one does not make it whole`() throws {
    var state = CatalogueState(held: try held(3), isPartial: true)
    let older = try held(2, categories: [flowers])
    let outcome = state.apply(.whole(older), asked: nil, isMarkedReset: false, at: 0)
    #expect(outcome == .older(older.token) && state.asked == nil)
    // Unless it stays, as after a restored backup.
    for second in stride(from: 1.0, through: ClientLimits.older, by: 20) {
      _ = state.apply(.whole(older), asked: nil, isMarkedReset: false, at: second)
    }
    let reset = state.apply(
      .whole(older), asked: nil, isMarkedReset: false, at: ClientLimits.older + 1)
    #expect(reset == .reset(from: try held(3).token))
    #expect(state.held == older && state.asked == older.token)
  }

  @Test func `a file without categories is partial, and written again`() throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let files = try CatalogueFolder(folder.url)
    let saved = CatalogueFolder.Saved(
      catalogue: try held(1, categories: [flowers]),
      confirmedAt: Date(timeIntervalSince1970: 1_795_258_074), clockLower: nil, clockUpper: nil)
    try files.save(saved, replacing: nil)
    let file = folder.url.appendingPathComponent(token(1))
    let json = try Data(contentsOf: file).dropFirst(65)
    var record = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    for name in ["categories", "choose", "placement"] { record[name] = nil }
    let old = SampleGifts.data(record)
    try Data((hexDigest(Array(old)) + "\n").utf8 + old).write(to: file)
    let partial = try #require(files.load())
    #expect(partial.isPartial && partial.catalogue.head == CatalogueHead())
    #expect(partial.catalogue.gifts == saved.catalogue.gifts)
    try files.save(saved, replacing: nil)
    #expect(files.load() == saved)
  }
}
