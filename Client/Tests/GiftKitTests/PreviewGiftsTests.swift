import Foundation
import GiftKit
import Testing

/// What an app's own tests and previews can do, with nothing but what is public.
struct PreviewGiftsTests {
  private let bytes = Data("{\"v\":1}".utf8)

  private func rose(price: Int = 10) -> GiftKit.Gift {
    Gift(
      id: "rose", names: ["en": "Rose"], fallback: "en", price: price,
      from: Date(timeIntervalSince1970: 1), changes: Date(timeIntervalSince1970: 9),
      next: PlannedTerms(price: 3, order: 0),
      animation: AnimationInfo(
        width: 512, height: 512, frameRate: 30, frameCount: 90, durationMs: 3000,
        playback: Playback(
          loop: .segment("main"), segments: [.init(name: "main", first: 0, last: 9)]),
        asset: AssetReference(of: bytes, kind: .animation)))
  }

  private func catalogue(_ gifts: [GiftKit.Gift], _ change: Int = 1) throws -> Catalogue {
    Catalogue(
      gifts: gifts, categories: [GiftCategory(id: "love", names: ["en": "Love"], fallback: "en")],
      token: try #require(CatalogueToken("\(change)-aaaaaaaaaaaa-1")),
      asOf: Date(timeIntervalSince1970: 1))
  }

  /// What an app shows, given all that a client does.
  private func prices(_ gifts: some GiftProvider) async -> Int? {
    await gifts.current?["rose"]?.price
  }

  @Test func `an app under test sees what it is shown, and plays it`() async throws {
    let gifts = PreviewGifts(content: [bytes])
    #expect(await gifts.current == nil)
    await #expect(throws: GiftClientError.self) { try await gifts.refresh() }
    var stream = gifts.catalogues.makeAsyncIterator()
    await gifts.show(try catalogue([rose()]))
    #expect(await stream.next(isolation: #isolation)?["rose"]?.price == 10)
    #expect(await prices(gifts) == 10)
    #expect(try await gifts.animation(for: "rose").data == bytes)
    #expect(try await gifts.animations(for: ["rose", "heart"])["rose"]?.get().data == bytes)
    await #expect(throws: GiftClientError.notFound("heart")) {
      try await gifts.animation(for: "heart")
    }
    await gifts.show(try catalogue([rose(price: 3)], 2))
    #expect(await stream.next(isolation: #isolation)?["rose"]?.price == 3)
    #expect(try await gifts.prefetch(upTo: .megabytes(1)).cached == 1)
    gifts.close()
    #expect(await stream.next(isolation: #isolation) == nil)
  }

  @Test func `a catalogue is the same after it was encoded and decoded`() throws {
    let catalogue = try catalogue([rose()])
    let json = try JSONEncoder().encode(catalogue)
    #expect(try JSONDecoder().decode(Catalogue.self, from: json) == catalogue)
    #expect(String(decoding: json, as: UTF8.self).contains("\"id\":\"rose\""))
  }

  @Test(arguments: ["Rose", "r", "", "a--b"])
  func `text without its form is not decoded`(text: String) throws {
    let json = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([GiftID].self, from: json) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CatalogueToken].self, from: json)
    }
  }
}
