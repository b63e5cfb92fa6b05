/// Frames of two animations above each other, and below them where each pair differs.
package struct ContactSheet: Hashable, Sendable {
  /// Rows from the top: before, after, and marks where pixels differ; on a chequered ground.
  package let image: Bitmap
  /// How many of the pixels that are visible in either frame of a pair differ, 0 to 1, for each.
  package let shares: [Double]

  /// The longer side of its frames, in pixels.
  package static let longerSide = 160
  /// The moments that it shows: evenly distributed, as ends are often empty.
  package static let positions = (0..<8).map { (Double($0) + 0.5) / 8 }
  /// The gap between frames and around them, in pixels.
  private static let gap = 4

  /// The mean of the shares; at least one pair is the caller's part.
  package var share: Double { shares.reduce(0, +) / Double(shares.count) }

  /// A sheet of pairs of frames; none, or another number before than after, are the caller's
  /// mistake.
  ///
  /// Frames of different sizes have the same upper left corner.
  @concurrent
  package static func comparing(_ before: [Bitmap], _ after: [Bitmap]) async -> ContactSheet {
    precondition(before.count == after.count && !before.isEmpty)
    var differences: [BitmapDifference] = []
    for (one, other) in zip(before, after) {
      differences.append(await .between(one, other))
    }
    return ContactSheet(
      image: sheet(of: [before, after, differences.map(\.marks)]),
      shares: differences.map(\.share))
  }

  /// Rows of images in cells of the same size, with gaps.
  private static func sheet(of rows: [[Bitmap]]) -> Bitmap {
    let all = rows.flatMap(\.self)
    let width = all.map(\.width).max() ?? 1
    let height = all.map(\.height).max() ?? 1
    let columns = rows.map(\.count).max() ?? 1
    var sheet = Canvas(
      width: gap + columns * (width + gap), height: gap + rows.count * (height + gap))
    for (row, images) in rows.enumerated() {
      for (column, image) in images.enumerated() {
        sheet.put(
          image.enlarged(width: width, height: height).on(.chequered),
          x: gap + column * (width + gap), y: gap + row * (height + gap))
      }
    }
    return sheet.image
  }
}

/// An image that is being put together on a dark ground.
private struct Canvas {
  private let width: Int
  private let height: Int
  private var pixels: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    let grey = Ground.dark.grey(0, 0)
    pixels = (0..<(width * height)).flatMap { _ in [grey, grey, grey, 255] }
  }

  var image: Bitmap { Bitmap(width: width, height: height, pixels: pixels) }

  /// Puts an image over what is there; a part outside is the caller's mistake.
  mutating func put(_ image: Bitmap, x: Int, y: Int) {
    precondition(x >= 0 && y >= 0 && x + image.width <= width && y + image.height <= height)
    for row in 0..<image.height {
      pixels.replace(at: (y + row) * width + x, with: image, row: row)
    }
  }
}

extension Bitmap {
  /// The image with invisible pixels to the right and below.
  fileprivate func enlarged(width: Int, height: Int) -> Bitmap {
    var pixels = [UInt8](repeating: 0, count: width * height * Self.channels)
    for row in 0..<self.height { pixels.replace(at: row * width, with: self, row: row) }
    return Bitmap(width: width, height: height, pixels: pixels)
  }
}

extension [UInt8] {
  /// Replaces the pixels from `pixel` on with a row of an image.
  fileprivate mutating func replace(at pixel: Int, with image: Bitmap, row: Int) {
    let length = image.width * Bitmap.channels
    let start = pixel * Bitmap.channels
    replaceSubrange(
      start..<(start + length), with: image.pixels[(row * length)..<((row + 1) * length)])
  }
}
