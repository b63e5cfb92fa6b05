import Pictures
import Testing

struct ContactSheetTests {
  private static func filled(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> Bitmap {
    Bitmap(
      width: width, height: height, pixels: (0..<(width * height)).flatMap { _ in pixel })
  }

  private static let red = filled(10, 6, [255, 0, 0, 255])
  private static let blue = filled(10, 6, [0, 0, 255, 255])
  private static let invisible = filled(10, 6, [0, 0, 0, 0])

  @Test func `frames are above each other, with gaps, and below them is where they differ`() async {
    let sheet = await ContactSheet.comparing([Self.red, Self.red], [Self.red, Self.blue])
    #expect(sheet.shares == [0, 1])
    #expect(sheet.share == 0.5)
    #expect(sheet.image.width == 4 + 2 * 14)
    #expect(sheet.image.height == 4 + 3 * 10)
    #expect(sheet.image.pixel(0, 0) == [0x1B, 0x1B, 0x1B, 255])
    #expect(sheet.image.pixel(4, 4) == [255, 0, 0, 255])
    #expect(sheet.image.pixel(18, 14) == [0, 0, 255, 255])
    // Equal: only the ground; different: marks.
    #expect(sheet.image.pixel(4, 24) == [0x99, 0x99, 0x99, 255])
    #expect(sheet.image.pixel(18, 24) == [255, 0, 170, 255])
    #expect(sheet.image.pixel(31, 33) == [0x1B, 0x1B, 0x1B, 255])
  }

  @Test func `frames of different sizes share their upper left corner, in cells of one size`() async
  {
    let wide = Self.filled(20, 3, [255, 0, 0, 255])
    let sheet = await ContactSheet.comparing([wide], [Self.blue])
    #expect(sheet.image.width == 28)
    #expect(sheet.image.height == 4 + 3 * 10)
    #expect(sheet.image.pixel(4, 4) == [255, 0, 0, 255])
    #expect(sheet.image.pixel(4, 14) == [0, 0, 255, 255])
    #expect(sheet.image.pixel(14, 14) == [0x66, 0x66, 0x66, 255])
    #expect(sheet.shares == [1])
  }

  @Test func `where nothing is visible nothing differs`() async {
    #expect(await ContactSheet.comparing([Self.invisible], [Self.invisible]).share == 0)
  }
}

extension Bitmap {
  fileprivate func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    Array(pixels[((y * width + x) * 4)...].prefix(4))
  }
}
