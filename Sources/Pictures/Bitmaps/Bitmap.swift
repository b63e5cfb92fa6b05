internal import DrawProtocol

/// An image: rows from the top, each pixel as red, green, blue and alpha.
///
/// Colours are not multiplied by alpha, and those of invisible pixels are 0.
package struct Bitmap: Hashable, Sendable {
  /// The width in pixels, at least 1.
  package let width: Int
  /// The height in pixels, at least 1.
  package let height: Int
  /// `width` × `height` pixels of `channels` bytes.
  package let pixels: [UInt8]

  /// The bytes of a pixel.
  package static let channels = 4

  /// An image of those pixels; another number of bytes than it has is the caller's mistake.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height * Self.channels)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A frame as giftdraw sends it: each pixel as blue, green, red, multiplied by alpha, and alpha.
  ///
  /// Any bytes are an image: colours beyond their alpha become the brightest.
  init(drawn: [UInt8], _ size: FrameSize) {
    precondition(drawn.count == size.byteCount)
    // Safe: both buffers have the same number of whole pixels, and outlive the calls.
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: drawn.count) { output, count in
      unsafe drawn.withUnsafeBytes { input in
        for pixel in 0..<(input.count / Self.channels) {
          let value = unsafe input.loadUnaligned(fromByteOffset: 4 * pixel, as: UInt32.self)
          let straight = Self.straight(UInt32(littleEndian: value)).littleEndian
          unsafe UnsafeMutableRawBufferPointer(output)
            .storeBytes(of: straight, toByteOffset: 4 * pixel, as: UInt32.self)
        }
      }
      count = drawn.count
    }
    self.init(width: size.width, height: size.height, pixels: pixels)
  }

  /// Alpha, blue, green and red from the highest byte, from alpha, red, green and blue that are
  /// multiplied by alpha.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha != 0 else { return 0 }
    let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    guard alpha != 255 else { return alpha << 24 | blue << 16 | green << 8 | red }
    return alpha << 24 | divided(blue, alpha) << 16 | divided(green, alpha) << 8
      | divided(red, alpha)
  }

  private static func divided(_ colour: UInt32, _ alpha: UInt32) -> UInt32 {
    min((colour * 255 + alpha / 2) / alpha, 255)
  }

  /// Whether a pixel can be seen at all.
  package var isVisible: Bool {
    // The colours of invisible pixels are 0 as well.
    hasOtherThanZero(pixels)
  }
}
