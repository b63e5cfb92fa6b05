import Compression
import Support
import Testing

struct CompressionTests {
  @Test(arguments: Sample.all)
  func `gzip gives back what was compressed`(
    sample: Sample
  ) async throws {
    let outcome = try await runProcess("gzip", ["-dc"], input: gzip(sample.bytes))
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errors == [])
    #expect(outcome.output == sample.bytes)
  }

  @Test(arguments: Sample.all, [1, 2, 1_000, 40_000])
  func `blocks make one gzip member of all that they were made of`(
    sample: Sample, blockSize: Int
  ) async throws {
    // As many small blocks as a long catalogue has.
    let bytes = Array(sample.bytes.prefix(min(sample.bytes.count, 500 * blockSize)))
    let blocks = stride(from: 0, to: bytes.count, by: blockSize).map {
      GzipBlock(Array(bytes[$0..<min($0 + blockSize, bytes.count)]))
    }
    let outcome = try await runProcess("gzip", ["-dc"], input: member(of: [GzipBlock([])] + blocks))
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errors == [])
    #expect(outcome.output == bytes)
  }

  @Test func `long blocks cost little more than one`() throws {
    let text = try #require(Sample.all.first { $0.name == "text" }).bytes
    let blocks = stride(from: 0, to: text.count, by: 30_000).map {
      GzipBlock(Array(text[$0..<min($0 + 30_000, text.count)]))
    }
    #expect(member(of: blocks).count < gzip(text).count * 6 / 5)
  }

  private func member(of blocks: [GzipBlock]) -> [UInt8] {
    var member: [UInt8] = []
    GzipBlock.writeMember(of: blocks) { member += $0 }
    #expect(member.count == GzipBlock.memberByteCount(of: blocks))
    return member
  }

  @Test(arguments: Sample.all)
  func `brotli gives back what was compressed`(
    sample: Sample
  ) async throws {
    let outcome = try await runProcess("brotli", ["-dc"], input: brotli(sample.bytes))
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errors == [])
    #expect(outcome.output == sample.bytes)
  }

  @Test(arguments: Sample.all)
  func `each coding decodes to its bytes, and to nothing when it is cut or another size`(
    sample: Sample
  ) {
    let bytes = sample.bytes
    let codings =
      [
        (gzip(bytes), gunzip), (brotli(bytes), unbrotli),
      ] as [([UInt8], ([UInt8], Int) -> [UInt8]?)]
    for (coded, decode) in codings {
      #expect(decode(coded, bytes.count) == bytes)
      #expect(decode(coded, bytes.count + 1) == nil)
      #expect(bytes.isEmpty || decode(coded, bytes.count - 1) == nil)
      #expect(decode(Array(coded.dropLast()), bytes.count) == nil)
      #expect(bytes.isEmpty || decode([], bytes.count) == nil)
    }
  }

  @Test func `the gzip header names no file, no time and no system`() {
    let header = Array(gzip(Array("abc".utf8)).prefix(10))
    // RFC 1952, 2.3.1: magic, deflate, no flags, time 0; the extra flags are 2 for the most work.
    #expect(header == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
  }

  @Test func `nothing has the shortest stream of each format`() {
    // An empty final block of fixed codes between header and trailer; and brotli's last, empty
    // metablock behind the window's size (RFC 7932, 9.1 and 9.2).
    let empty: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(gzip([]) == empty)
    #expect(brotli([]) == [6])
  }

  @Test(arguments: Sample.all)
  func `the same bytes are compressed to the same bytes`(
    sample: Sample
  ) {
    // A copy in another place of memory, so that no address can have a part in the result.
    let copy = sample.bytes.map { $0 }
    #expect(gzip(copy) == gzip(sample.bytes))
    #expect(brotli(copy) == brotli(sample.bytes))
  }

  @Test(arguments: Sample.all)
  func `nothing grows by more than a thousandth and 64 bytes`(
    sample: Sample
  ) {
    let growthBound = sample.bytes.count + sample.bytes.count / 1000 + 64
    #expect(gzip(sample.bytes).count <= growthBound)
    #expect(brotli(sample.bytes).count <= growthBound)
  }

  @Test func `a result takes no more memory than its bytes`() {
    let zeros = [UInt8](repeating: 0, count: 1_000_000)
    #expect(gzip(zeros).capacity < 4096)
    #expect(brotli(zeros).capacity < 4096)
  }

  @Test func `brotli makes text smaller than gzip does`() throws {
    let text = try #require(Sample.all.first { $0.name == "text" }).bytes
    #expect(brotli(text).count < gzip(text).count)
  }
}
