/// Where two images differ.
package struct BitmapDifference: Hashable, Sendable {
  /// How many of the pixels that are visible in either image differ, 0 to 1; 0 if none is visible.
  package let share: Double
  /// An image of those pixels in one opaque colour, and nothing else, to be laid over either image.
  package let marks: Bitmap

  /// The least difference of a channel that people notice, of 255.
  private static let noticeable = 24
  /// The colour of the marks: a magenta that hardly any gift has.
  private static let mark: [UInt8] = [255, 0, 170, 255]

  /// Compares two images as they look: with colours multiplied by alpha.
  ///
  /// Images of different sizes have the same upper left corner, and nothing is visible beyond them.
  @concurrent
  package static func between(_ one: Bitmap, _ other: Bitmap) async -> BitmapDifference {
    let width = max(one.width, other.width)
    let height = max(one.height, other.height)
    var marks = [UInt8](repeating: 0, count: width * height * Bitmap.channels)
    var visible = 0
    var differing = 0
    for y in 0..<height {
      for x in 0..<width {
        let (first, second) = (one.premultiplied(x, y), other.premultiplied(x, y))
        guard first.w > 0 || second.w > 0 else { continue }
        visible += 1
        let distance = pointwiseMax(first, second) &- pointwiseMin(first, second)
        guard distance.max() > noticeable else { continue }
        differing += 1
        let start = (y * width + x) * Bitmap.channels
        marks.replaceSubrange(start..<(start + Bitmap.channels), with: mark)
      }
    }
    return BitmapDifference(
      share: visible == 0 ? 0 : Double(differing) / Double(visible),
      marks: Bitmap(width: width, height: height, pixels: marks))
  }
}

extension Bitmap {
  /// Red, green and blue, multiplied by alpha, and alpha; all 0 outside the image.
  fileprivate func premultiplied(_ x: Int, _ y: Int) -> SIMD4<Int> {
    guard x < width, y < height else { return .zero }
    let start = (y * width + x) * Self.channels
    let alpha = Int(pixels[start + 3])
    return SIMD4(
      Int(pixels[start]) * alpha / 255, Int(pixels[start + 1]) * alpha / 255,
      Int(pixels[start + 2]) * alpha / 255, alpha)
  }
}
