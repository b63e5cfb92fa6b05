import Foundation
import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import StoreSupport
import Testing

@testable import GiftAPI

/// `/v1/upcoming`: what clients may fetch before it is needed.
struct UpcomingTests {
  private static let hour: Int64 = 3_600_000_000

  /// The document, as a client reads it.
  private struct Upcoming: Decodable, Equatable {
    struct Item: Decodable, Hashable {
      let byteCount: Int
      let kind: String
      let sha256: String
      let url: String
    }
    let upcoming: [Item]
  }

  private static func items(_ answer: Answer) throws -> [Upcoming.Item] {
    #expect(answer.status == .ok)
    return try JSONDecoder().decode(Upcoming.self, from: Data(answer.text.utf8)).upcoming
  }

  private static func animation(_ content: String) throws -> Upcoming.Item {
    let url = try animationURL(content)
    return Upcoming.Item(
      byteCount: content.utf8.count, kind: "animation",
      sha256: String(url.dropFirst("/v1/animations/".count).dropLast(".json".count)), url: url)
  }

  private static func picture(_ sample: UInt8) throws -> Upcoming.Item {
    let picture = try PictureFile(sample: sample).picture
    return Upcoming.Item(
      byteCount: Int(picture.byteCount), kind: "picture", sha256: picture.asset.hex,
      url: try pictureURL(sample))
  }

  @Test func `what goes live within a day is listed by its digests, with its pictures`()
    async throws
  {
    let stock = try await StockedCatalogue()
    #expect(try await stock.get("/v1/upcoming").text == "{\"upcoming\":[]}")
    let (rose, tulip, lily) = (try GiftID("rose"), try GiftID("tulip"), try GiftID("lily"))
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    // Both windows of the tulip count; the lily comes too late, the draft never.
    _ = try await stock.add(tulip, "{ }")
    _ = try await stock.draw("tulip", "{ }", 1)
    _ = try await stock.publish(tulip, after: Self.hour, for: Self.hour)
    _ = try await stock.add(tulip, "{  }")
    _ = try await stock.publish(tulip, after: 3 * Self.hour, for: Self.hour)
    _ = try await stock.add(lily, "[]")
    _ = try await stock.publish(lily, after: 25 * Self.hour)
    _ = try await stock.add(try GiftID("draft"), "[ ]")

    let answer = try await stock.get("/v1/upcoming")
    let expected = [
      try Self.animation("{ }"), try Self.animation("{  }"), try Self.picture(1),
      try Self.picture(2),
    ]
    #expect(try Self.items(answer) == expected.sorted { $0.sha256 < $1.sha256 })
    for word in ["tulip", "Röschen", "from", "until"] {
      #expect(!answer.text.contains(word))
    }
    // All of it can be fetched, without the database.
    for item in try Self.items(answer) {
      let bytes = await stock.answer(item.url)
      #expect(bytes.status == .ok && bytes.body.readableBytes == item.byteCount)
      #expect(bytes.fields[.cacheControl] == "public, max-age=31536000, immutable")
      #expect(
        stock.api.publisher.serving.shown.current?.assets.names.map(\.digest.hex)
          .contains(item.sha256) == true)
    }
    let unchanged = await stock.answer("/v1/upcoming", unless: answer.fields[.eTag])
    #expect(unchanged.status == .notModified)
    #expect(
      answer.fields[.cacheControl]
        == "public, max-age=10, stale-while-revalidate=20, stale-if-error=86400")
    #expect(await stock.answer("/v1/upcoming", .options).status == .noContent)
    #expect(await stock.answer("/v1/upcoming", .post).status == .methodNotAllowed)
  }

  @Test func `what is live already is not upcoming, nor what was withdrawn`() async throws {
    let stock = try await StockedCatalogue()
    let (rose, tulip) = (try GiftID("rose"), try GiftID("tulip"))
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    // The same bytes, under another gift.
    _ = try await stock.add(tulip, "{}")
    _ = try await stock.publish(tulip, after: Self.hour)
    #expect(try Self.items(try await stock.get("/v1/upcoming")).isEmpty)
    _ = try await stock.retire(rose)
    #expect(try Self.items(try await stock.get("/v1/upcoming")) == [try Self.animation("{}")])
    _ = try await stock.retire(tulip)
    #expect(try Self.items(try await stock.get("/v1/upcoming")).isEmpty)
  }

  @Test(arguments: [0, 1_800, 7_200] as [Int64])
  func `nothing is listed earlier than the bytes are served`(earlySeconds: Int64) async throws {
    var limits = APILimits.standard
    limits.earlyMicroseconds = earlySeconds * 1_000_000
    let stock = try await StockedCatalogue(limits: limits)
    let tulip = try GiftID("tulip")
    _ = try await stock.add(tulip, "{}")
    _ = try await stock.publish(tulip, after: Self.hour)
    let items = try Self.items(try await stock.get("/v1/upcoming"))
    #expect(items == (earlySeconds == 7_200 ? [try Self.animation("{}")] : []))
    let status = await stock.answer(try animationURL("{}")).status
    #expect((status == .ok) == !items.isEmpty)
  }
}
