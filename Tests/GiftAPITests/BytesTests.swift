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
      let gift = try GiftID("gift-\(index)")
      _ = try await stock.add(gift, bytes: bytes)
      _ = try await stock.publish(gift)
      let answer = try await stock.get(try animationURL(bytes: bytes))
      #expect(answer.body == ByteBuffer(bytes: bytes), "\(name)")
    }
  }
}
