import Compression
import DaemonSupport
import GiftDomain
import GiftStore
import StoreSupport
import Support
import Testing

struct ConformanceTests {
  /// Long enough to be worth coding.
  private static let rose = Array(
    ("{\"layers\":[" + String(repeating: "{\"ty\":4},", count: 200) + "0]}").utf8)

  @Test(arguments: ConformanceCase.files)
  func `each request gets exactly the answer of the table, however it is written`(file: String)
    async throws
  {
    let cases = try ConformanceCase.cases(in: file)
    #expect(!cases.isEmpty)
    let coded = (gzip: gzip(Self.rose), brotli: brotli(Self.rose))
    let rose = try await PublishedRose(
      in: try await TestCluster.shared(), content: Self.rose,
      codings: [.gzip: coded.gzip, .brotli: coded.brotli])
    try await rose.draw(1, of: Self.rose)
    _ = try await withServingDaemon(database: rose.conninfo) { daemon in
      let values = try await values(of: coded, port: daemon.publicPort)
      for example in cases {
        let expected = Self.readable(example.answer(values))
        for encoded in example.isForBothForms ? [false, true] : [false] {
          let request = example.request(values, encoded: encoded)
          let answer = try await converse(request, port: daemon.publicPort)
          let path = encoded ? ", percent-encoded" : ""
          #expect(
            Self.readable(withoutDates(answer)) == expected, "\(file): \(example.name)\(path)")
        }
      }
    }
  }

  @Test func `no file of the table is missing`() {
    #expect(ConformanceCase.files.count == 7)
  }

  /// What the table leaves open: what depends on when the rose was published, and long bodies.
  private func values(
    of coded: (gzip: [UInt8], brotli: [UInt8]), port: Int
  ) async throws -> [String: [UInt8]] {
    // Until a second after the edit, Last-Modified is left out.
    var catalogue = try #require(try await get("/v1/catalogue", port: port))
    while catalogue.fields["last-modified"] == nil {
      catalogue = try #require(try await get("/v1/catalogue", port: port))
    }
    let gift = try #require(try await get("/v1/gifts/rose", port: port))
    let poster = try PictureFile(sample: 1).bytes
    func bytes(_ text: some CustomStringConvertible) -> [UInt8] { Array("\(text)".utf8) }
    return [
      "poster": poster, "poster-digest": bytes(sha256Hex(poster)),
      "poster-length": bytes(poster.count), "digest": bytes(sha256Hex(Self.rose)),
      "rose": Self.rose, "gzip": coded.gzip,
      "brotli": coded.brotli, "length": bytes(Self.rose.count),
      "gzip-length": bytes(coded.gzip.count), "brotli-length": bytes(coded.brotli.count),
      "modified": bytes(try #require(catalogue.fields["last-modified"])),
      "catalogue": catalogue.body, "catalogue-tag": bytes(try #require(catalogue.fields["etag"])),
      "catalogue-length": bytes(catalogue.body.count), "gift": gift.body,
      "gift-tag": bytes(try #require(gift.fields["etag"])), "gift-length": bytes(gift.body.count),
      "long": [UInt8](repeating: UInt8(ascii: "a"), count: 20_000),
    ]
  }

  /// Text in which every byte can be told.
  private static func readable(_ bytes: [UInt8]) -> String {
    bytes.reduce(into: "") { text, byte in
      text +=
        byte == 0x0A || (0x20..<0x7F).contains(byte)
        ? String(UnicodeScalar(byte)) : "<\(String(byte, radix: 16))>"
    }
  }
}
