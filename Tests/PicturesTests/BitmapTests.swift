import DrawProtocol
import Foundation
import Support
import Testing

@testable import Pictures

struct BitmapTests {
  @Test func `a frame's colours are divided by its alpha, and are 0 where it is invisible`() {
    let drawn: [UInt8] = [
      3, 2, 1, 255,  // opaque
      0, 64, 128, 128,  // half, half as bright, dark
      9, 9, 9, 0,  // invisible, with colours that a renderer that lies sends
      255, 0, 0, 1,  // brighter than it can be
    ]
    let image = Bitmap(drawn: drawn, FrameSize(clampingWidth: 2, height: 2))
    #expect(
      image.pixels == [1, 2, 3, 255, 255, 128, 0, 128, 0, 0, 0, 0, 0, 0, 255, 1])
  }

  @Test func `an image is visible if one of its pixels is`() {
    #expect(!Bitmap(width: 2, height: 1, pixels: Array(repeating: 0, count: 8)).isVisible)
    #expect(Bitmap(width: 2, height: 1, pixels: [0, 0, 0, 0, 0, 0, 0, 1]).isVisible)
  }

  @Test func `a ground shows through what is transparent, and the image is opaque`() {
    let image = Bitmap(width: 3, height: 1, pixels: [0, 0, 0, 0, 255, 0, 0, 128, 9, 8, 7, 255])
    #expect(image.on(.light).pixels == [244, 244, 244, 255, 250, 122, 122, 255, 9, 8, 7, 255])
    #expect(image.on(.dark).corner == [0x1B, 0x1B, 0x1B])
    let squares = Bitmap(width: 9, height: 9, pixels: Array(repeating: 0, count: 324))
      .on(.chequered)
    #expect(Set(squares.pixels) == [0x66, 0x99, 255])
    #expect(squares.pixels[0] == squares.pixels[320])
    #expect(squares.pixels[0] != squares.pixels[32])
  }

  @Test func `images that look alike do not differ, whatever their invisible pixels are`() async {
    let one = Bitmap(width: 2, height: 1, pixels: [100, 100, 100, 255, 255, 0, 0, 1])
    let other = Bitmap(width: 2, height: 1, pixels: [124, 100, 76, 255, 0, 255, 0, 1])
    let difference = await BitmapDifference.between(one, other)
    #expect(difference.share == 0)
    #expect(!difference.marks.isVisible)
  }

  @Test func `the share counts what is visible in either, and its pixels are marked`() async {
    let one = Bitmap(width: 2, height: 1, pixels: [100, 100, 100, 255, 0, 0, 0, 0])
    let other = Bitmap(
      width: 2, height: 2,
      pixels: [125, 100, 100, 255] + [0, 0, 0, 0]
        + [5, 5, 5, 255] + [0, 0, 0, 24])
    let difference = await BitmapDifference.between(one, other)
    #expect(difference.share == 2.0 / 3)
    #expect(difference.marks.width == 2)
    #expect(difference.marks.height == 2)
    let alphas = (0..<4).map { difference.marks.pixels[4 * $0 + 3] }
    #expect(alphas == [255, 0, 255, 0])
    #expect(await BitmapDifference.between(other, one) == difference)
  }

  @Test func `where nothing is visible nothing differs`() async {
    let none = Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 0])
    #expect(await BitmapDifference.between(none, none).share == 0)
  }

  @Test(arguments: [(1, 1), (300, 1), (1, 300), (123, 45)])
  func `a PNG has the pixels of its image`(_ width: Int, _ height: Int) async throws {
    var random = SplitMix64(seed: 7)
    let pixels = (0..<(width * height * 4)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let image = Bitmap(width: width, height: height, pixels: pixels)
    #expect(image.png == image.png)
    try await DrawingFolder.with { folder in
      try folder.write(image.png, "image.png")
      let file = folder.path + "/image.png"
      // Without loss, with the colours of invisible pixels; then as bytes.
      let webP = try await runProcess(
        "cwebp", ["-quiet", "-lossless", "-exact", file, "-o", file + ".webp"])
      #expect(webP.status == .exited(0))
      let read = try await runProcess("dwebp", ["-quiet", "-pam", file + ".webp", "-o", "-"])
      #expect((Array(read.output.suffix(pixels.count)) == pixels) == true)
    }
  }

  @Test func `the changed area is the smallest that has all changes, at whole steps`() {
    let blank = Bitmap(width: 40, height: 30, pixels: Array(repeating: 0, count: 4_800))
    func changed(_ points: [(x: Int, y: Int)]) -> PixelArea? {
      var pixels = blank.pixels
      for point in points { pixels[(point.y * 40 + point.x) * 4 + 2] = 1 }
      return Bitmap(width: 40, height: 30, pixels: pixels).changedArea(since: blank, step: 16)
    }
    #expect(changed([]) == nil)
    #expect(changed([(15, 15)]) == PixelArea(x: 0, y: 0, width: 16, height: 16))
    #expect(changed([(16, 3), (17, 16)]) == PixelArea(x: 16, y: 0, width: 16, height: 30))
    #expect(changed([(39, 29)]) == PixelArea(x: 32, y: 16, width: 8, height: 14))
    #expect(changed([(0, 0), (39, 29)]) == PixelArea(x: 0, y: 0, width: 40, height: 30))
  }
}
