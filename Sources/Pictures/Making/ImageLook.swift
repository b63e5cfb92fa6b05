/// Figures about what an image shows.
struct ImageLook: Hashable, Sendable {
  /// The mean difference of neighbours, in brightness and in alpha, from 0 to 1.
  let detail: Double
  /// The mean alpha, from 0 to 1.
  let coverage: Double
  /// The part of `coverage` that is dark.
  let darkCoverage: Double
}

extension ImageLook {
  /// The brightness, of 255, from which art shows on a dark ground.
  private static let darkBelow = 64

  init(_ image: Bitmap) {
    var differences = 0
    var covered = 0
    var dark = 0
    // Of the row above, and of the pixel to the left.
    var above = [(brightness: Int, alpha: Int)](repeating: (0, 0), count: image.width)
    for y in 0..<image.height {
      var left = (brightness: 0, alpha: 0)
      for x in 0..<image.width {
        let start = (y * image.width + x) * Bitmap.channels
        let alpha = Int(image.pixels[start + 3])
        let brightness = image.brightness(at: start)
        let seen = (brightness: brightness, alpha: alpha)
        covered += alpha
        dark += brightness < Self.darkBelow ? alpha : 0
        for neighbour in [x > 0 ? left : seen, y > 0 ? above[x] : seen] {
          // What is bright has no stronger outline than what is dark.
          let shared = min(seen.alpha, neighbour.alpha)
          differences += abs(seen.brightness - neighbour.brightness) * shared / 255
          differences += abs(seen.alpha - neighbour.alpha)
        }
        left = seen
        above[x] = seen
      }
    }
    let whole = Double(image.width * image.height * 255)
    // Two neighbours, and two figures of each.
    detail = Double(differences) / (4 * whole)
    coverage = Double(covered) / whole
    darkCoverage = Double(dark) / whole
  }
}

extension [ImageLook] {
  /// The share of what is visible in all images that is dark, from which they need a light ground.
  private static var mostlyDark: Double { 0.5 }

  /// The ground on which the images show best.
  var ground: Ground {
    let visible = reduce(0) { $0 + $1.coverage }
    let dark = reduce(0) { $0 + $1.darkCoverage }
    return dark > visible * Self.mostlyDark ? .light : .dark
  }
}

extension Bitmap {
  /// The mean difference of the components of two images of one size, from 0 to 1.
  func meanDifference(from other: Bitmap) -> Double {
    let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(255 * pixels.count)
  }

  /// The brightness of the pixel that starts there, of 255 (the luma of ITU-R BT.601).
  fileprivate func brightness(at start: Int) -> Int {
    (77 * Int(pixels[start]) + 150 * Int(pixels[start + 1]) + 29 * Int(pixels[start + 2])) >> 8
  }
}
