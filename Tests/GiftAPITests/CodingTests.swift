import Compression
import GiftDomain
import HTTPTypes
import NIOCore
import Support
import Testing

@testable import GiftAPI

@Suite(.timeLimit(.minutes(5)))
struct CodingTests {
  @Test(
    arguments: [
      (nil, .identity),
      ("", .identity),
      ("gzip", .gzip),
      ("x-gzip", .gzip),
      ("GZIP", .gzip),
      ("br", .brotli),
      ("gzip, deflate, br, zstd", .brotli),
      ("gzip;q=1.0, br;q=0.9", .gzip),
      ("gzip;q=0.8,br; q=0.8", .brotli),
      ("gzip ; q=0.5 , identity;q=0.7", .identity),
      ("identity;q=0.001, gzip;q=0.002", .gzip),
      ("gzip;q=0", .identity),
      ("gzip;q=0, br;q=0.0", .identity),
      ("*", .brotli),
      ("*;q=0.1, gzip;q=0.2", .gzip),
      ("br;q=0, *;q=0.5", .gzip),
      ("*;q=0", nil),
      ("identity;q=0", nil),
      ("deflate, identity;q=0", nil),
      ("*;q=0, identity", .identity),
      ("*;q=0, gzip", .gzip),
      ("identity;q=0, br", .brotli),
      ("zstd", .identity),
      ("compress", .identity),
      ("gzip;q=1.001", .identity),
      ("gzip;q=2", .identity),
      ("gzip;q=0.1234", .identity),
      ("gzip;q=", .identity),
      ("gzip;level=9", .identity),
      ("gzip;q=1;x=y", .identity),
      (",,gzip,,", .gzip),
      ("\u{e9}gzip", .identity),
    ] as [(String?, ContentCoding?)])
  func `a client gets the coding it likes best`(list: String?, expected: ContentCoding?) {
    #expect(AcceptEncoding(list).choice { _ in true } == expected)
  }

  @Test func `what is not there is not chosen`() {
    #expect(AcceptEncoding("br, gzip").choice { $0 == .gzip } == .gzip)
    #expect(AcceptEncoding("br, gzip").choice { $0 == .identity } == .identity)
    #expect(AcceptEncoding("br, identity;q=0").choice { $0 != .brotli } == nil)
  }

  /// Long enough to be worth coding.
  private static let content =
    "{\"layers\":[" + String(repeating: "{\"ty\":4},", count: 900) + "0]}"

  @Test(
    arguments: [
      ("br", "br", brotli(Array(Self.content.utf8))), ("gzip", "gzip", gzip(Array(content.utf8))),
      ("identity", nil, Array(content.utf8)),
    ] as [(String, String?, [UInt8])])
  func `an animation is sent as it was stored, with a tag of its own`(
    accepted: String, coding: String?, body: [UInt8]
  ) async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), Self.content)
    _ = try await stock.publish(try GiftID("rose"))
    let digest = try animationURL(Self.content).split(separator: "/")[2].dropLast(5)
    for target in [try animationURL(Self.content), "/rose.json", "/%72ose.json"] {
      let answer = try await stock.get(target, fields: [.acceptEncoding: accepted])
      #expect(answer.status == .ok)
      #expect(answer.body == ByteBuffer(bytes: body))
      #expect(answer.fields[.contentEncoding] == coding)
      #expect(answer.fields[.contentLength] == String(body.count))
      #expect(answer.fields[.vary] == "Accept-Encoding")
      let tag = "\"\(digest)\(coding.map { "-\($0)" } ?? "")\""
      #expect(answer.fields[.eTag] == tag)
      let again = await stock.answer(target, unless: tag, fields: [.acceptEncoding: accepted])
      #expect(again.status == .notModified)
      #expect(again.fields[.vary] == "Accept-Encoding")
      #expect(again.fields[.contentEncoding] == nil)
      let other = "\"\(digest)\(coding == nil ? "-gzip" : "")\""
      let unlike = await stock.answer(target, unless: other, fields: [.acceptEncoding: accepted])
      #expect(unlike.status == .ok)
    }
  }

  @Test func `who takes nothing that there is gets 406`() async throws {
    let stock = try await StockedCatalogue()
    _ = try await stock.add(try GiftID("rose"), "{}")
    _ = try await stock.publish(try GiftID("rose"))
    let answer = try await stock.get("/rose.json", fields: [.acceptEncoding: "br, identity;q=0"])
    #expect(answer.status == .notAcceptable)
    #expect(answer.fields[.vary] == "Accept-Encoding")
    #expect(answer.text.contains("\"code\":\"coding_not_acceptable\""))
  }

  @Test func `a long catalogue is coded, too`() async throws {
    let stock = try await StockedCatalogue()
    for number in 0..<8 {
      _ = try await stock.add(try GiftID("gift-\(number)"), "{\"number\":\(number)}")
      _ = try await stock.publish(try GiftID("gift-\(number)"))
    }
    let whole = try await stock.get("/v1/catalogue")
    let coded = try await stock.get("/v1/catalogue", fields: [.acceptEncoding: "gzip"])
    #expect(coded.fields[.contentEncoding] == "gzip")
    let decoded = try await runProcess(
      "gzip", ["-dc"], input: Array(coded.body.readableBytesView))
    #expect(decoded.output == Array(whole.body.readableBytesView))
    #expect(coded.body.readableBytes < whole.body.readableBytes / 2)
    #expect(coded.fields[.eTag] == whole.fields[.eTag].map { "\($0.dropLast())-gzip\"" })
    async let _: Void = stock.api.watch()
    var best = coded
    while best.fields[.contentEncoding] != "br" {
      best = await stock.answer("/v1/catalogue", fields: [.acceptEncoding: "br, gzip"])
    }
    #expect(best.body == ByteBuffer(bytes: brotli(Array(whole.body.readableBytesView))))
  }
}

extension AcceptEncoding {
  /// From the field's lines as one list; nil when there are none.
  fileprivate init(_ list: String?) {
    self.init()
    if let list { read(list.utf8Span.span) }
  }
}
