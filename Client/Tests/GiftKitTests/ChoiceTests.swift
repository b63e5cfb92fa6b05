import Foundation
import Testing

@testable import GiftKit

/// What an app shows of a placement, and what of it is in a delta.
struct ChoiceTests {
  private func catalogue(_ choice: PlacementChoice, _ weights: [(String, Int)]) throws -> Catalogue
  {
    let document = try SampleGifts.whole(
      token(1), weights.map { SampleGifts.json($0.0, ["weight": $0.1, "order": NSNull()]) })
    guard case .whole(let held) = document else { throw GiftClientError.cancelled }
    return Catalogue(
      placement: "splash", choice: choice, gifts: held.gifts, categories: [], token: held.token,
      asOf: held.asOf, until: nil, age: 0, isOffline: false, isReset: false, isExpired: false,
      madeAt: 0)
  }

  @Test func `all, the first, or one at random by weight`() throws {
    let weights = [("cc", 6), ("aa", 1), ("bb", 3)]
    var random = SplitMix64(seed: 7)
    #expect(try catalogue(.all, weights).chosen(using: &random).map(\.id) == ["aa", "bb", "cc"])
    #expect(try catalogue(.first, weights).chosen(using: &random).map(\.id) == ["aa"])
    let shown = try catalogue(.random, weights)
    var counts: [GiftID: Int] = [:]
    for _ in 0..<10_000 {
      let chosen = shown.chosen(using: &random)
      try #require(chosen.count == 1)
      counts[chosen[0].id, default: 0] += 1
    }
    // Within five standard deviations of a binomial distribution.
    for (id, share) in [("aa", 0.1), ("bb", 0.3), ("cc", 0.6)] {
      let count = Double(counts[GiftID(id) ?? "never"] ?? 0)
      let deviation = (10_000 * share * (1 - share)).squareRoot()
      #expect(abs(count - 10_000 * share) < 5 * deviation, "\(id)")
    }
    for choice in [PlacementChoice.all, .first, .random] {
      #expect(try catalogue(choice, []).chosen(using: &random) == [])
    }
  }

  @Test func `what is done with gifts, and their categories, change by deltas`() throws {
    var state = CatalogueState()
    let first = try SampleGifts.whole(token(1), [SampleGifts.json("aa")])
    _ = state.apply(first, asked: nil, isMarkedReset: false, at: 0)
    #expect(state.held?.head == CatalogueHead())
    let json = """
      {"asOf":"2026-01-01T00:00:00Z","from":"\(token(1))","to":"\(token(2))","changed":[],
       "removed":[],"choose":"random","categories":[
       {"id":"vip","names":{"en":"VIP"},"fallback":"en","order":2},
       {"id":"flowers","names":{"de":"Blumen"},"fallback":"de","order":-1}]}
      """
    let delta = try CatalogueDocument.decode(Data(json.utf8))
    let asked = CatalogueToken(token(1))
    #expect(
      state.apply(delta, asked: asked, isMarkedReset: false, at: 0) == .replaced(from: asked))
    #expect(state.held?.head.choice == .random)
    #expect(state.held?.head.categories.map(\.id) == ["flowers", "vip"])
    // The token stands for these as well.
    let same = try CatalogueDocument.decode(
      Data(json.replacing(token(1), with: token(2)).utf8))
    let held = CatalogueToken(token(2))
    #expect(state.apply(same, asked: held, isMarkedReset: false, at: 0) == .needsWhole)
  }

  @Test func `a choice of the future counts as the first`() throws {
    let json =
      #"{"asOf":"2026-01-01T00:00:00Z","catalogue":"\#(token(1))","gifts":[],"choose":"shuffle"}"#
    guard case .whole(let held) = try CatalogueDocument.decode(Data(json.utf8)) else {
      Issue.record("not a catalogue")
      return
    }
    #expect(held.head.choice == .first)
  }

  @Test(arguments: [404, 410])
  func `only the server itself knows what is not there`(status: Int) {
    let path = "/v1/catalogue?placement=splash"
    let said = ResponseHead(
      status: status, fields: ["content-type": "application/problem+json"])
    #expect(said.failure(path: path) == .notFound(path))
    guard
      case .badResponse = ResponseHead(status: status, fields: ["content-type": "text/html"])
        .failure(path: path)
    else {
      Issue.record("a hotel's page counts")
      return
    }
  }

  @Test(arguments: [
    #"{"id":"a b","names":{"en":"A"},"fallback":"en","order":0}"#,
    #"{"id":"a","names":{},"fallback":"en","order":0}"#,
    #"{"id":"a","names":{"en":"A"},"fallback":"de","order":0}"#,
    #"{"id":"a","names":{"en":"A"},"fallback":"en","order":1000001}"#,
    #"{"id":"a","names":{"en":"A"},"fallback":"en","order":0},"#
      + #"{"id":"a","names":{"en":"A"},"fallback":"en","order":0}"#,
  ])
  func `categories out of range are no catalogue`(categories: String) throws {
    #expect(throws: GiftClientError.self) {
      try CatalogueDocument.decode(
        Data(
          """
          {"asOf":"2026-01-01T00:00:00Z","catalogue":"\(token(1))","gifts":[],
           "categories":[\(categories)]}
          """.utf8))
    }
  }
}
