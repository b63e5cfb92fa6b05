import Foundation
import Support
import Testing

@testable import Pictures

struct WebPDecodingTests {
  private static let lossy = WebPQuality(colour: 85, alpha: 80, method: 6)

  /// An image with opaque, half transparent and invisible pixels.
  private static func image(_ width: Int, _ height: Int) -> Bitmap {
    let pixels = (0..<(width * height)).flatMap { pixel -> [UInt8] in
      let (x, y) = (pixel % width, pixel / width)
      return x < width / 2
        ? [0, 0, 0, 0] : [UInt8(x % 256), UInt8(y % 256), 200, y < 20 ? 128 : 255]
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  @Test(arguments: [(1, 1), (256, 256), (1_024, 3), (3, 1_024)])
  func `a picture is decoded as dwebp does, with invisible pixels of no colour`(
    _ width: Int, _ height: Int
  ) async throws {
    let made = Self.image(width, height).webP(Self.lossy)
    let decoded = try #require(Bitmap(webP: made.bytes))
    var expected = try await WebPFacts.image(made).pixels
    for start in stride(from: 0, to: expected.count, by: 4) where expected[start + 3] == 0 {
      expected.replaceSubrange(start..<(start + 3), with: [0, 0, 0])
    }
    #expect(decoded.width == width)
    #expect(decoded.height == height)
    #expect((decoded.pixels == expected) == true)
  }

  @Test func `whatever is cut off, there is no picture`() {
    let bytes = Self.image(64, 64).webP(Self.lossy).bytes
    #expect(Bitmap(webP: bytes) != nil)
    for count in 0..<bytes.count { #expect(Bitmap(webP: Array(bytes.prefix(count))) == nil) }
  }

  @Test func `no byte that changes makes more than a picture of its size`() {
    let bytes = Self.image(64, 64).webP(Self.lossy).bytes
    var random = SplitMix64(seed: 3)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= UInt8(truncatingIfNeeded: random.next() | 1)
      guard let image = Bitmap(webP: changed) else { continue }
      #expect(image.width <= 1_024 && image.height <= 1_024)
    }
  }

  @Test(arguments: [(1_025, 1), (1, 1_025), (16_383, 16_383)])
  func `a picture that is too large by its header is not decoded`(
    _ width: Int, _ height: Int
  ) throws {
    // Lossless: a signature, then width and height less one in 14 bits each (RFC 9649 §3.4).
    let bits = UInt32(width - 1) | UInt32(height - 1) << 14
    let image: [UInt8] = [0x2F] + Self.littleEndian(bits) + Array(repeating: 0, count: 7)
    let chunk = Array("WEBPVP8L".utf8) + Self.littleEndian(UInt32(image.count)) + image
    let bytes = Array("RIFF".utf8) + Self.littleEndian(UInt32(chunk.count)) + chunk
    #expect(Bitmap(webP: bytes) == nil)
  }

  @Test func `an extended header that tells another size than its image is refused`() throws {
    let bytes = Self.image(64, 64).webP(Self.lossy).bytes
    let header = try #require(bytes.indices.first { bytes[$0...].starts(with: "VP8X".utf8) })
    for (width, height) in [(63, 64), (64, 65), (1_024, 1_024), (16_384, 16_384)] {
      var changed = bytes
      // Four bytes of flags follow the chunk's head of eight; then each side less one in 24 bits.
      changed.replaceSubrange(
        (header + 12)..<(header + 18),
        with: Self.littleEndian(UInt32(width - 1)).prefix(3)
          + Self.littleEndian(UInt32(height - 1)).prefix(3))
      #expect(Bitmap(webP: changed) == nil)
    }
  }

  @Test func `a moving picture is refused`() {
    var encoder = MotionEncoder(width: 16, height: 16, .dark, Self.lossy)
    for grey: UInt8 in [10, 200] {
      let pixels = [[UInt8]](repeating: [grey, grey, grey, 255], count: 256).flatMap(\.self)
      encoder.add(Bitmap(width: 16, height: 16, pixels: pixels), milliseconds: 100)
    }
    let picture = encoder.picture()
    #expect(Bitmap(webP: picture.bytes) == nil)
  }

  @Test(arguments: ["", "RIFF", "RIFF\u{0}\u{0}\u{0}\u{0}WEBP", "\u{89}PNG", "<svg/>"])
  func `what is not a picture is refused`(_ text: String) {
    #expect(Bitmap(webP: Array(text.utf8)) == nil)
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
