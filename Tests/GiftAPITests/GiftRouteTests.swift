import GiftAPI
import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import Testing

struct GiftRouteTests {
  @Test func `a draft is unknown to clients, by every address`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    for target in ["/v1/gifts/rose", "/rose.json", "/animation/rose"] {
      let answer = try await stock.get(target)
      #expect(answer.status == .notFound)
      #expect(answer.fields[.cacheControl] == "no-store")
      #expect(
        answer.text == """
          {"code":"gift_not_found","detail":"There is no gift rose.","status":404,\
          "title":"Not Found"}
          """)
    }
  }

  @Test func `a live gift says so and plays its bytes`() async throws {
    let stock = try await StockedCatalogue()
    let content = "{\"v\" : \"5.5\",\n \"ü\":1.0e0}\n"
    _ = try await stock.add(try GiftID("rose"), content)
    _ = try await stock.publish(try GiftID("rose"))
    let gift = try await stock.get("/v1/gifts/rose")
    #expect(gift.text.contains("\"status\":\"live\""))
    #expect(gift.fields[.deprecation] == nil)
    for target in ["/rose.json", "/animation/rose", "/%72ose.json?x=1", try animationURL(content)] {
      let answer = try await stock.get(target)
      #expect(answer.status == .ok)
      #expect(answer.body == ByteBuffer(string: content))
      #expect(
        answer.fields[.eTag]
          == "\"\(try animationURL(content).split(separator: "/")[2].dropLast(5))\"")
    }
    #expect(
      try await stock.get(try animationURL(content)).fields[.cacheControl]
        == "public, max-age=31536000, immutable")
    #expect(try await stock.get("/rose.json").maxAge == 10)
  }

  @Test func `a scheduled gift is described and not played`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    let published = try await stock.publish(try GiftID("rose"), after: 3_600_000_000)
    let from = try #require(published.window?.from)
    let gift = try await stock.get("/v1/gifts/rose")
    #expect(gift.text.contains("\"status\":\"scheduled\""))
    #expect(gift.text.contains("\"from\":\"\(from)\""))
    #expect(gift.maxAge == 10)
    let animation = try await stock.get("/rose.json")
    #expect(animation.status == .notFound)
    #expect(animation.text.contains("\"code\":\"gift_not_live\""))
    let catalogue = try await stock.get("/v1/catalogue")
    #expect(catalogue.text.contains("\"until\":\"\(from)\""))
    #expect(catalogue.text.contains("\"gifts\":[]"))
  }

  @Test func `a retired gift resolves, deprecated, and is gone as an animation`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    _ = try await stock.publish(try GiftID("rose"))
    let retired = try await stock.retire(try GiftID("rose"))
    let gift = try await stock.get("/v1/gifts/rose")
    #expect(gift.status == .ok)
    #expect(gift.text.contains("\"status\":\"retired\""))
    #expect(gift.text.contains(try animationURL("{}")))
    #expect(gift.text.contains("\"until\":\"\(retired.at)\""))
    #expect(gift.fields[.deprecation] == "@\(retired.at.wholeSeconds)")
    #expect(gift.fields[.sunset] == retired.at.httpDate)
    for target in ["/rose.json", "/animation/rose"] {
      let answer = try await stock.get(target)
      #expect(answer.status == .gone)
      #expect(answer.fields[.contentType] == "application/problem+json")
      #expect(answer.text.contains("\"code\":\"gift_retired\""))
    }
    #expect(try await stock.get(try animationURL("{}")).status == .ok)
  }

  @Test func `a gift that was shown resolves even when it was rolled back to nothing`() async throws
  {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "bytes")
    _ = try await stock.publish(rose)
    _ = try await stock.rollBack(rose, to: .zero)
    let answer = try await stock.get("/v1/gifts/rose")
    #expect(answer.status == .ok)
    #expect(answer.text.contains(#""status":"retired""#))
    #expect(try await stock.get("/rose.json").status == .gone)
  }

  @Test func `a new definition changes a gift's ETag, a new draft version does not`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    let before = try await stock.get("/v1/gifts/rose")
    _ = try await stock.add(rose, "{ }")
    #expect(try await stock.get("/v1/gifts/rose").fields[.eTag] == before.fields[.eTag])
    _ = try await stock.publish(rose)
    #expect(try await stock.get("/v1/gifts/rose").fields[.eTag] != before.fields[.eTag])
  }
}

extension HTTPField.Name {
  static var deprecation: HTTPField.Name? { HTTPField.Name("Deprecation") }
  static var sunset: HTTPField.Name? { HTTPField.Name("Sunset") }
}

extension HTTPFields {
  fileprivate subscript(name: HTTPField.Name?) -> String? { name.flatMap { self[$0] } }
}
