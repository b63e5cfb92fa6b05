import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import StoreSupport
import Testing

@testable import Delivery
@testable import GiftAPI

/// What is at `/v1/pictures/SHA256.webp`, and who may know of it.
struct PictureRouteTests {
  private static let hour: Int64 = 3_600_000_000

  @Test func `a picture is WebP, for ever, in no coding`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    for sample: UInt8 in [1, 2] {
      let file = try PictureFile(sample: sample)
      let target = try pictureURL(sample)
      let answer = try await stock.get(target, fields: [.acceptEncoding: "br, zstd, gzip"])
      #expect(answer.status == .ok)
      #expect(answer.body == ByteBuffer(bytes: file.bytes))
      let tag = "\"\(file.picture.asset.hex)\""
      var expected: HTTPFields = [
        .eTag: tag, .cacheControl: "public, max-age=31536000, immutable",
        .vary: "Accept-Encoding", .contentType: "image/webp", .accessControlAllowOrigin: "*",
        .accessControlExposeHeaders: """
        Date, Age, ETag, Last-Modified, Catalogue-Reset, Deprecation, Sunset, Retry-After, \
        Allow
        """,
        .xContentTypeOptions: "nosniff", .contentLength: String(file.bytes.count),
      ]
      expected[try #require(HTTPField.Name("Timing-Allow-Origin"))] = "*"
      #expect(answer.fields == expected)
      let head = await stock.answer(target, .head)
      #expect(head.status == .ok && head.fields == expected && head.body.readableBytes == 0)
      #expect(await stock.answer(target, unless: tag).status == .notModified)
      #expect(await stock.answer(target, unless: "\"other\"").status == .ok)
      let part = await stock.answer(target, fields: [.range: "bytes=0-1"])
      #expect(part.status == .ok && part.body == answer.body)
      let match = await stock.answer(target, fields: [.ifMatch: "\"other\""])
      #expect(match.status == .preconditionFailed)
      let refused = await stock.answer(target, fields: [.acceptEncoding: "br, identity;q=0"])
      #expect(refused.status == .notAcceptable)
      #expect(await stock.answer(target, .options).status == .noContent)
    }
  }

  @Test func `a picture is not an animation, and an animation not a picture`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    try await stock.addDrawn("old", "{ }", 3)
    _ = try await stock.retire(try GiftID("old"))
    // From memory, from the database, and again, once that is cached.
    for _ in 1...2 {
      for (sample, content) in [(1, "{}"), (3, "{ }")] as [(UInt8, String)] {
        let (picture, animation) = (try pictureURL(sample), try animationURL(content))
        #expect(try await stock.get(picture).status == .ok)
        #expect(try await stock.get(animation).status == .ok)
        let asAnimation = try await stock.get(
          picture.replacing("pictures", with: "animations").replacing(".webp", with: ".json"))
        #expect(asAnimation.status == .notFound)
        #expect(asAnimation.text.contains("\"code\":\"animation_not_found\""))
        let asPicture = try await stock.get(
          animation.replacing("animations", with: "pictures").replacing(".json", with: ".webp"))
        #expect(asPicture.status == .notFound)
        #expect(
          asPicture.text == """
            {"code":"picture_not_found","detail":"There is no such picture.","status":404,\
            "title":"Not Found"}
            """)
      }
    }
  }

  @Test func `bytes that are not WebP are not served as a picture, whatever a row says`()
    async throws
  {
    let stock = try await StockedCatalogue()
    let gift = try GiftID("rose")
    let file = try PictureFile(bytes: Array("not WebP".utf8))
    _ = try await stock.add(gift, "{}")
    _ = try await stock.publish(gift)
    _ = try await stock.draw("rose", "{}", 1)
    _ = try await stock.query(
      """
      SET session_replication_role = replica;
      INSERT INTO asset VALUES (sha256('not WebP'), 'not WebP');
      UPDATE version_picture SET poster = sha256('not WebP'), poster_byte_count = 8
      """)
    let target = "/v1/pictures/\(file.picture.asset.hex).webp"
    #expect(try await stock.get(target).text.contains("picture_not_found"))
    #expect(try await stock.get("/rose.json").status == .ok)
    #expect(try stock.api.snapshotFile(now: { .epoch }) != nil)
  }

  @Test func `a picture of a draft is as unknown as any other digest`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    // A draft of its own, and another version of a gift that is live.
    _ = try await stock.add(try GiftID("draft"), "{ }")
    _ = try await stock.draw("draft", "{ }", 1)
    _ = try await stock.add(rose, "{  }")
    _ = try await stock.draw("rose", "{  }", 3)
    let unknown = try await stock.get(try pictureURL(9))
    #expect(unknown.status == .notFound)
    for sample: UInt8 in [1, 2, 3, 4] {
      #expect(try await stock.get(try pictureURL(sample)) == unknown)
    }
    _ = try await stock.publish(rose)
    #expect(try await stock.get(try pictureURL(3)).status == .ok)
    #expect(try await stock.get(try pictureURL(1)) == unknown)
  }

  @Test func `old pictures are served as long as the bytes that they picture`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    #expect(try await stock.get(try pictureURL(1)).status == .ok)
    _ = try await stock.draw("rose", "{}", 3, settings: 2)
    for _ in 1...2 {
      for sample: UInt8 in [1, 2, 3, 4] {
        let answer = try await stock.get(try pictureURL(sample))
        #expect(answer.body == ByteBuffer(bytes: try PictureFile(sample: sample).bytes))
      }
    }
    // What was read once needs no database again.
    #expect(try await stock.allowFallback(false))
    for sample: UInt8 in [1, 2, 3, 4] {
      #expect(await stock.answer(try pictureURL(sample)).status == .ok)
    }
    #expect(try await stock.allowFallback(true))
    _ = try await stock.retire(try GiftID("rose"))
    for sample: UInt8 in [1, 3] {
      #expect(try await stock.get(try pictureURL(sample)).status == .ok)
    }
  }

  @Test func `pictures whose animation is not served any more are not, though they were`()
    async throws
  {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1, after: Self.hour)
    _ = try await stock.draw("rose", "{}", 3, settings: 2)
    for sample: UInt8 in [1, 3] {
      #expect(try await stock.get(try pictureURL(sample)).status == .ok)
    }
    _ = try await stock.retire(try GiftID("rose"))
    for sample: UInt8 in [1, 3] {
      #expect(try await stock.get(try pictureURL(sample)).status == .notFound)
    }
  }

  /// `early` is how long before bytes are first shown they are served, in hours.
  @Test(arguments: [24, 2, 0])
  func `pictures are served as early as their animation, and not before`(early: Int64) async throws
  {
    var limits = APILimits.standard
    limits.earlyMicroseconds = early * Self.hour
    let stock = try await StockedCatalogue(limits: limits)
    for (hours, sample) in [(1, 1), (23, 3), (25, 5)] as [(Int64, UInt8)] {
      try await stock.addDrawn(
        "in-\(hours)", "{\"in\":\(hours)}", sample, after: hours * Self.hour)
    }
    for (hours, sample) in [(1, 1), (23, 3), (25, 5)] as [(Int64, UInt8)] {
      for _ in 1...2 {
        let animation = try await stock.get(try animationURL("{\"in\":\(hours)}"))
        #expect(animation.status == (hours < early ? .ok : .notFound), "\(hours)")
        for sample in [sample, sample + 1] {
          #expect(try await stock.get(try pictureURL(sample)).status == animation.status)
        }
      }
    }
  }

  @Test func `what is live, and what comes within a day, needs no database`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    try await stock.addDrawn("soon", "{ }", 3, after: Self.hour)
    try await stock.addDrawn("old", "{  }", 5)
    _ = try await stock.retire(try GiftID("old"))
    try await stock.api.refresh()
    #expect(try await stock.allowFallback(false))
    for sample: UInt8 in [1, 2, 3, 4] {
      #expect(await stock.answer(try pictureURL(sample)).status == .ok)
    }
    #expect(await stock.answer(try pictureURL(5)).status == .internalServerError)
    #expect(try await stock.allowFallback(true))
    #expect(await stock.answer(try pictureURL(5)).status == .ok)
  }

  @Test func `a picture that is live is answered by the loop, and one that was is not`()
    async throws
  {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    try await stock.addDrawn("old", "{ }", 3)
    _ = try await stock.retire(try GiftID("old"))
    try await stock.api.refresh()
    let route = stock.api.responder.makeRouter()
    for (sample, isReady) in [(1, true), (2, true), (3, false)] as [(UInt8, Bool)] {
      let routing = route(
        try parsedHead("GET \(try pictureURL(sample)) HTTP/1.1\r\nHost: gifts\r\n\r\n"))
      #expect(routing.isReady == isReady)
    }
    // So are those that are drawn while their gift is live.
    _ = try await stock.draw("rose", "{}", 5)
    try await stock.api.refresh()
    let head = try parsedHead("GET \(try pictureURL(6)) HTTP/1.1\r\nHost: gifts\r\n\r\n")
    #expect(route(head).isReady)
  }

  @Test func `a picture is public as soon as anybody plays what it pictures`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    // The same animation, drawn otherwise, of a gift that only comes in two days.
    try await stock.addDrawn("lily", "{}", 3, after: 48 * Self.hour)
    #expect(try await stock.get(try pictureURL(3)).status == .ok)
    #expect(try await stock.get("/v1/gifts/lily").status == .notFound)
  }

  @Test(arguments: ["ab", "", String(repeating: "a", count: 65), String(repeating: "Z", count: 64)])
  func `a name that is not a digest is not a picture's`(name: String) async throws {
    for method in [HTTPRequest.Method.get, .options] {
      let answer = try await StockedCatalogue().get("/v1/pictures/\(name).webp", method)
      #expect(answer.status == .notFound)
      #expect(answer.text.contains("picture_not_found"))
    }
  }
}
