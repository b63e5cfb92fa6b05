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

  @Test func `a gift that was never shown is as unknown as any other id`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    let published = try await stock.publish(try GiftID("rose"), after: 3_600_000_000)
    for target in ["/v1/gifts/rose", "/rose.json", "/animation/rose"] {
      let planned = try await stock.get(target)
      let unknown = try await stock.get(target.replacing("rose", with: "lily"))
      #expect(planned.status == .notFound)
      #expect(planned.fields == unknown.fields)
      #expect(planned.text == unknown.text.replacing("lily", with: "rose"))
    }
    let from = try #require(published.window?.from)
    let catalogue = try await stock.get("/v1/catalogue")
    #expect(catalogue.text.contains("\"until\":\"\(from)\""))
    #expect(catalogue.text.contains("\"gifts\":[]"))
  }

  @Test func `a gift that will be shown again is retired until then`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    _ = try await stock.retire(rose)
    let before = try await stock.get("/v1/gifts/rose")
    _ = try await stock.add(rose, "{ }")
    _ = try await stock.publish(rose, after: 3_600_000_000)
    let after = try await stock.get("/v1/gifts/rose")
    #expect(after.text == before.text)
    #expect(after.text.contains("\"status\":\"retired\""))
    #expect(try await stock.get("/rose.json").status == .gone)
  }

  @Test func `bytes of a plan that was taken back are not served, though they were asked for`()
    async throws
  {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    for (content, hour) in [("{\"n\":1}", 1), ("{\"n\":2}", 3)] as [(String, Int64)] {
      _ = try await stock.add(rose, content)
      _ = try await stock.publish(rose, after: hour * 3_600_000_000, for: 1_000_000)
    }
    #expect(try await stock.get(try animationURL("{\"n\":2}")).status == .ok)
    _ = try await stock.retire(rose)
    #expect(try await stock.get(try animationURL("{\"n\":2}")).status == .notFound)
  }

  /// `early` is how long before bytes are first shown they are served, in hours.
  @Test(arguments: [24, 2, 0])
  func `bytes are served early to those who know their digest, but not before`(
    early: Int64
  ) async throws {
    var limits = APILimits.standard
    limits.earlyMicroseconds = early * 3_600_000_000
    let stock = try await StockedCatalogue(limits: limits)
    for (gift, hours) in [("soon", 1), ("later", 23), ("after-that", 25)] as [(String, Int64)] {
      _ = try await stock.add(try GiftID(gift), "{\"in\":\(hours)}")
      _ = try await stock.publish(try GiftID(gift), after: hours * 3_600_000_000)
    }
    _ = try await stock.add(try GiftID("draft"), "{\"draft\":0}")
    _ = try await stock.add(try GiftID("live"), "{\"live\":1}")
    _ = try await stock.publish(try GiftID("live"))
    _ = try await stock.add(try GiftID("live"), "{\"live\":2}")
    for (content, isServed) in [
      ("{\"in\":1}", early > 1), ("{\"in\":23}", early > 23), ("{\"in\":25}", false),
      ("{\"draft\":0}", false), ("{\"live\":1}", true), ("{\"live\":2}", false),
    ] {
      // Twice: what was read once is kept.
      for _ in 1...2 {
        let answer = try await stock.get(try animationURL(content))
        #expect(answer.status == (isServed ? .ok : .notFound), "\(content)")
      }
    }
    _ = try await stock.publish(try GiftID("live"))
    #expect(try await stock.get(try animationURL("{\"live\":1}")).status == .ok)
    #expect(try await stock.get(try animationURL("{\"live\":2}")).status == .ok)
  }

  @Test func `a note makes no new token, and no client reads it`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    let before = try await stock.get("/v1/catalogue")
    var patch = DefinitionPatch()
    patch.note = .set(try Remark("Ask Ida"))
    _ = try await stock.editor.commit(
      [.define(gift: rose, patch: patch)], EditRequest(verb: .add, actor: try Actor("tests")))
    for target in ["/v1/catalogue", "/v1/gifts/rose"] {
      #expect(try await !stock.get(target).text.contains("Ida"))
    }
    #expect(try await stock.get("/v1/catalogue").text == before.text)
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
