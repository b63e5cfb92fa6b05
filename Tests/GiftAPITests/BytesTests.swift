import Foundation
import GiftAPI
import GiftDomain
import NIOCore
import Support
import Testing

struct BytesTests {
  @Test func `every real animation comes back byte for byte`() async throws {
    guard let corpus = Places.sharedMaterial("corpus") else { return }
    let names = try FileManager.default.subpathsOfDirectory(atPath: corpus)
      .filter { $0.hasSuffix(".json") }
    #expect(names.count > 100)
    let stock = try await StockedCatalogue()
    for (index, name) in names.enumerated() {
      let bytes = Array(try Data(contentsOf: URL(filePath: "\(corpus)/\(name)")))
      _ = try await stock.add(try GiftID("gift-\(index)"), bytes: bytes)
      let answer = try await stock.get(try animationURL(bytes: bytes))
      #expect(answer.body == ByteBuffer(bytes: bytes), "\(name)")
    }
  }
}
