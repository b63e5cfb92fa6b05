internal import CLibWebP
internal import DrawProtocol

extension Bitmap {
  /// The image of a still picture in WebP, none of whose sides is longer than `DrawLimits.side`.
  ///
  /// Nil for anything else: what is broken, moves or is too large. Any bytes can be passed: nothing
  /// is decoded, and no memory taken, before the size is known.
  package init?(webP bytes: [UInt8]) {
    guard let size = Self.size(ofWebP: bytes) else { return nil }
    var isDecoded = false
    // Safe: libwebp writes `height` rows of `width` pixels, or nothing if the output were too small
    // for what it finds (decode.h), and keeps no address. Bytes that it does not write are 0.
    var pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.byteCount) { output, count in
      unsafe output.initialize(repeating: 0)
      count = output.count
      let decoded = unsafe WebPDecodeRGBAInto(
        bytes, bytes.count, output.baseAddress, output.count, Int32(size.width * Self.channels))
      isDecoded = unsafe decoded != nil
    }
    guard isDecoded else { return nil }
    for start in stride(from: 0, to: pixels.count, by: Self.channels)
    where pixels[start + 3] == 0 {
      // libwebp gives invisible pixels the colour that is shortest to encode.
      for channel in start..<(start + 3) { pixels[channel] = 0 }
    }
    self.init(width: size.width, height: size.height, pixels: pixels)
  }

  /// The size that the header of a still picture in WebP tells.
  private static func size(ofWebP bytes: [UInt8]) -> FrameSize? {
    // Safe: it has no pointers, and libwebp fills it in from the bytes, which outlive the call.
    var features = WebPBitstreamFeatures()
    let status = unsafe WebPGetFeatures(bytes, bytes.count, &features)
    guard status == VP8_STATUS_OK, features.has_animation == 0 else { return nil }
    // What is not drawn is not decoded either.
    return try? FrameSize(width: Int(features.width), height: Int(features.height))
  }
}
