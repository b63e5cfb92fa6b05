internal import CLibWebP

/// A picture in WebP.
package struct MadePicture: Hashable, Sendable {
  /// The file.
  package let bytes: [UInt8]
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
}

/// How libwebp trades bytes for time and looks; each is lossy, and made by one thread.
struct WebPQuality: Hashable, Sendable {
  /// Of colours, 0 to 100.
  let colour: Int
  /// Of alpha, 0 to 100; 100 with a slow method takes 25 times as long as 80.
  let alpha: Int
  /// 0, fast and large, to 6, slow and small.
  let method: Int

  fileprivate var configuration: WebPConfig {
    var configuration = WebPConfig()
    // Safe: the value outlives the call.
    let isKnown = unsafe WebPConfigInit(&configuration)
    precondition(isKnown != 0, "this is another version of libwebp")
    configuration.quality = Float(colour)
    configuration.alpha_quality = Int32(alpha)
    configuration.method = Int32(method)
    return configuration
  }
}

extension Bitmap {
  /// The image as WebP, always the same bytes for the same image, quality and version of libwebp.
  func webP(_ quality: WebPQuality) -> MadePicture {
    let area = PixelArea(x: 0, y: 0, width: width, height: height)
    return MadePicture(bytes: webP(of: area, quality), width: width, height: height)
  }

  /// An area of it, likewise.
  func webP(of area: PixelArea, _ quality: WebPQuality) -> [UInt8] {
    var configuration = quality.configuration
    // Safe: the pointers in it are null, and libwebp fills it in.
    var writer = unsafe WebPMemoryWriter()
    unsafe WebPMemoryWriterInit(&writer)
    defer { unsafe WebPMemoryWriterClear(&writer) }
    // Safe: the writer has a fixed address in this closure, and the picture does not outlive it.
    return unsafe withUnsafeMutablePointer(to: &writer) { writer in
      unsafe withPicture(of: area) { picture in
        unsafe picture.pointee.writer = WebPMemoryWrite
        unsafe picture.pointee.custom_ptr = UnsafeMutableRawPointer(writer)
        let isDone = unsafe WebPEncode(&configuration, picture)
        precondition(isDone != 0, "libwebp is out of memory")
        return unsafe [UInt8](
          UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
      }
    }
  }

  /// What `body` makes of an area of the image, as libwebp wants it.
  private func withPicture<Value>(
    of area: PixelArea, _ body: (UnsafeMutablePointer<WebPPicture>) -> Value
  ) -> Value {
    // Safe: the pointers in it are null, and libwebp fills it in.
    var picture = unsafe WebPPicture()
    let isKnown = unsafe WebPPictureInit(&picture)
    precondition(isKnown != 0, "this is another version of libwebp")
    unsafe picture.use_argb = 1
    unsafe picture.width = Int32(area.width)
    unsafe picture.height = Int32(area.height)
    precondition(area.x + area.width <= width && area.y + area.height <= height)
    let start = (area.y * width + area.x) * Self.channels
    // Safe: libwebp copies the area's rows, which are within the image.
    let isTaken = unsafe pixels.withUnsafeBufferPointer { pixels in
      unsafe WebPPictureImportRGBA(
        &picture, pixels.baseAddress.map { unsafe $0 + start }, Int32(width * Self.channels))
    }
    precondition(isTaken != 0, "libwebp is out of memory")
    defer { unsafe WebPPictureFree(&picture) }
    return unsafe body(&picture)
  }
}
