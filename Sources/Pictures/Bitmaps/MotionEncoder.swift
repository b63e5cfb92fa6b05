internal import CLibWebP

/// A moving picture in WebP that is being made, and repeats for ever.
///
/// Of each image the area that has changed is encoded, and replaces what was there. libwebp's own
/// encoder of animations lays images with transparent parts over each other instead; similar
/// pixels, which it leaves out, add up to ragged glows.
@safe struct MotionEncoder: ~Copyable {
  private let mux: OpaquePointer
  private let quality: WebPQuality
  private let size: (width: Int, height: Int)
  /// The newest image, the area of it that is encoded, and how long it is shown.
  private var newest: (image: Bitmap, area: PixelArea, milliseconds: Int)?
  /// Whether no image is encoded yet.
  private var isEmpty = true

  /// WebP encodes squares of 16 pixels (RFC 6386 §2): those that do not change look the same in all
  /// areas.
  private static let square = 16

  /// An encoder of opaque images of that size on a ground.
  init(width: Int, height: Int, _ ground: Ground, _ quality: WebPQuality) {
    guard let mux = unsafe WebPMuxNew() else { preconditionFailure("libwebp is out of memory") }
    unsafe self.mux = mux
    self.quality = quality
    size = (width, height)
    var animation = WebPMuxAnimParams(bgcolor: ground.backgroundColour, loop_count: 0)
    // Safe: the multiplexer lives as long as this value, and copies the numbers.
    unsafe Self.check(WebPMuxSetAnimationParams(mux, &animation))
    unsafe Self.check(WebPMuxSetCanvasSize(mux, Int32(width), Int32(height)))
  }

  deinit { unsafe WebPMuxDelete(mux) }

  /// Adds an image, to be shown for that long.
  mutating func add(_ image: Bitmap, milliseconds: Int) {
    precondition(image.width == size.width && image.height == size.height)
    var area = PixelArea(x: 0, y: 0, width: image.width, height: image.height)
    if let newest {
      guard let changed = image.changedArea(since: newest.image, step: Self.square) else {
        self.newest?.milliseconds += milliseconds
        return
      }
      area = changed
    }
    push()
    newest = (image, area, milliseconds)
  }

  /// The picture of all images; none are the caller's mistake.
  consuming func picture() -> MadePicture {
    if isEmpty { halve() }
    push()
    // Safe: its pointer is null, and libwebp fills it in.
    var data = unsafe WebPData()
    unsafe WebPDataInit(&data)
    defer { unsafe WebPDataClear(&data) }
    // Safe: the multiplexer lives as long as this value, and the data until this function ends.
    unsafe Self.check(WebPMuxAssemble(mux, &data))
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: data.bytes, count: data.size))
    return MadePicture(bytes: bytes, width: size.width, height: size.height)
  }

  /// Encodes the only image for half of its time, and makes a corner of it the second.
  ///
  /// libwebp makes a still of a single frame, which names no ground.
  private mutating func halve() {
    guard let (image, area, milliseconds) = newest else { return }
    newest = (image, area, milliseconds - milliseconds / 2)
    push()
    let corner = PixelArea(
      x: 0, y: 0, width: min(Self.square, image.width), height: min(Self.square, image.height))
    newest = (image, corner, milliseconds / 2)
  }

  /// Encodes the newest image.
  private mutating func push() {
    guard let (image, area, milliseconds) = newest else { return }
    isEmpty = false
    // Safe: the multiplexer lives as long as this value, and copies the bytes.
    unsafe image.webP(of: area, quality).withUnsafeBufferPointer { bytes in
      var frame = unsafe WebPMuxFrameInfo()
      unsafe frame.bitstream.bytes = bytes.baseAddress
      unsafe frame.bitstream.size = bytes.count
      unsafe frame.x_offset = Int32(area.x)
      unsafe frame.y_offset = Int32(area.y)
      unsafe frame.duration = Int32(milliseconds)
      unsafe frame.id = WEBP_CHUNK_ANMF
      unsafe frame.dispose_method = WEBP_MUX_DISPOSE_NONE
      unsafe frame.blend_method = WEBP_MUX_NO_BLEND
      unsafe Self.check(WebPMuxPushFrame(mux, &frame, 1))
    }
  }

  private static func check(_ error: WebPMuxError) {
    precondition(error == WEBP_MUX_OK, "libwebp is out of memory, or refuses its own: \(error)")
  }
}
