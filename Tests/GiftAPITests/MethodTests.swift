import GiftAPI
import GiftDomain
import HTTPTypes
import NIOCore
import Testing

struct MethodTests {
  @Test func `HEAD answers as GET does, without the body`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    _ = try await stock.publish(try GiftID("rose"))
    for target in [
      "/v1/catalogue", "/v1/gifts/rose", "/rose.json", "/animation/rose", try animationURL("{}"),
      "/nothing", "/v1/gifts/none",
    ] {
      var full = try await stock.get(target)
      var head = try await stock.get(target, .head)
      // It is there once its second has passed, and that may be between the two.
      full.fields[.lastModified] = nil
      head.fields[.lastModified] = nil
      #expect(head.status == full.status)
      #expect(head.fields == full.fields)
      #expect(head.fields[.contentLength] == String(full.body.readableBytes))
      #expect(head.body.readableBytes == 0)
      #expect(full.body.readableBytes > 0)
    }
  }

  @Test(arguments: [HTTPRequest.Method.post, .put, .delete, .patch, .trace, .query])
  func `a route can only be read`(method: HTTPRequest.Method) async throws {
    let answer = try await StockedCatalogue().get("/v1/catalogue", method)
    #expect(answer.status == .methodNotAllowed)
    #expect(answer.fields[.allow] == "GET, HEAD, OPTIONS")
    #expect(answer.text.contains("\"code\":\"method_not_allowed\""))
  }

  @Test(arguments: ["/v1/catalogue", "/v2/catalogue", "*"], ["CONNECT", "PROPFIND", "get"])
  func `a method that is not known is taken nowhere`(target: String, name: String) async throws {
    let method = try #require(HTTPRequest.Method(name))
    let answer = try await StockedCatalogue().get(target, method)
    #expect(answer.status == .notImplemented)
    #expect(answer.fields[.allow] == nil)
    #expect(answer.text.contains("\"code\":\"method_unknown\""))
  }

  @Test func `nothing is at an unknown path, whatever the method`() async throws {
    let answer = try await StockedCatalogue().get("/v2/catalogue", .post)
    #expect(answer.status == .notFound)
    #expect(answer.fields[.allow] == nil)
  }

  @Test(arguments: ["/v1/catalogue", "/v1/gifts/none", "*"])
  func `OPTIONS lets scripts of every site read`(target: String) async throws {
    let answer = try await StockedCatalogue().get(target, .options)
    #expect(answer.status == .noContent)
    #expect(answer.body.readableBytes == 0)
    #expect(answer.fields[.contentLength] == nil)
    #expect(answer.fields[.accessControlAllowOrigin] == "*")
    #expect(answer.fields[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
    #expect(
      answer.fields[.accessControlAllowHeaders]
        == """
        If-None-Match, If-Modified-Since, Last-Event-ID, X-Request-Id, traceparent, tracestate, \
        baggage, Content-Type, Authorization
        """)
    #expect(answer.fields[.allow] == "GET, HEAD, OPTIONS")
  }

  @Test func `a condition that holds is answered with 304 on every route`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    _ = try await stock.publish(try GiftID("rose"))
    for target in ["/v1/catalogue", "/v1/gifts/rose", "/rose.json", try animationURL("{}")] {
      let full = try await stock.get(target)
      let tag = try #require(full.fields[.eTag])
      for condition in [tag, "*", "W/\(tag)", "\"other\", \(tag)"] {
        let answer = try await stock.get(target, unless: condition)
        #expect(answer.status == .notModified)
        #expect(answer.body.readableBytes == 0)
        #expect(answer.fields[.eTag] == tag)
        #expect(answer.fields[.cacheControl] == full.fields[.cacheControl])
        #expect(answer.fields[.accessControlAllowOrigin] == "*")
        #expect(answer.fields[.contentLength] == nil)
      }
      for condition in ["\"other\"", "nonsense", "\"unfinished", "\"a\" \(tag)"] {
        let answer = try await stock.get(target, unless: condition)
        #expect(answer.status == .ok)
        #expect(answer.body == full.body)
      }
    }
    #expect(try await stock.get("/none.json", unless: "*").status == .notFound)
  }

  @Test func `what is live is answered from memory, whatever becomes of the database`()
    async throws
  {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{ }")
    _ = try await stock.publish(try GiftID("rose"))
    _ = try await stock.add(try GiftID("old"), "{}")
    _ = try await stock.publish(try GiftID("old"))
    _ = try await stock.retire(try GiftID("old"))
    let targets = ["/rose.json", "/animation/rose", try animationURL("{ }")]
    let tag = try #require(try await stock.get(targets[0]).fields[.eTag])
    #expect(try await stock.query("REVOKE SELECT ON asset FROM gift_reader") == "REVOKE\n")
    for target in targets {
      let head = await stock.answer(target, .head)
      #expect(head.status == .ok)
      #expect(head.fields[.contentLength] == "3")
      #expect(await stock.answer(target, unless: tag).status == .notModified)
      #expect(await stock.answer(target, .head, unless: tag).status == .notModified)
      #expect(await stock.answer(target).body == ByteBuffer(string: "{ }"))
    }
    #expect(await stock.answer(try animationURL("{}")).status == .internalServerError)
    #expect(try await stock.query("GRANT SELECT ON asset TO gift_reader") == "GRANT\n")
    #expect(await stock.answer(try animationURL("{}")).body == ByteBuffer(string: "{}"))
    let unknown = try animationURL("{  }")
    #expect(await stock.answer(unknown, .head).status == .notFound)
    #expect(await stock.answer(unknown, unless: "*").status == .notFound)
  }
}
