import Hashing
import Testing

struct SHA256StreamTests {
  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 1_000])
  func `parts have the digest of the whole, wherever it is cut`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for cut in Set([0, count / 3, count]) {
      let stream = SHA256Stream()
      stream.add(bytes.span.extracting(..<cut))
      stream.add(bytes.span.extracting(cut...))
      #expect(stream.finish() == sha256(bytes))
    }
  }
}
