/// What is behind an image that covers its whole area.
package enum Ground: String, CaseIterable, Hashable, Sendable {
  /// Nearly black, as a stream's chat is.
  case dark
  /// Nearly white.
  case light
  /// Squares of two greys, which show what is transparent.
  case chequered

  /// The side of a square in pixels.
  private static let square = 8

  /// The grey at a place, of 255.
  func grey(_ x: Int, _ y: Int) -> UInt8 {
    switch self {
    case .dark: 0x1B
    case .light: 0xF4
    case .chequered: (x / Self.square + y / Self.square).isMultiple(of: 2) ? 0x99 : 0x66
    }
  }
}

extension Bitmap {
  /// The image on the ground on which it shows best, dark or light, without a transparent pixel.
  package var onGround: Bitmap { on([ImageLook(self)].ground) }

  /// The image on a ground, without a transparent pixel.
  func on(_ ground: Ground) -> Bitmap {
    var pixels = pixels
    for pixel in 0..<(width * height) {
      let start = pixel * Self.channels
      let alpha = Int(pixels[start + 3])
      guard alpha < 255 else { continue }
      let grey = Int(ground.grey(pixel % width, pixel / width)) * (255 - alpha)
      for channel in start..<(start + 3) {
        pixels[channel] = UInt8((Int(pixels[channel]) * alpha + grey + 127) / 255)
      }
      pixels[start + 3] = 255
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }
}
