internal import CLibPNG

extension Bitmap {
  /// The image as PNG, always the same bytes for the same image and version of libpng.
  package var png: [UInt8] {
    // Safe: its pointer is null, as libpng wants it at the start (png.h).
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe image.width = png_uint_32(width)
    unsafe image.height = png_uint_32(height)
    unsafe image.format = png_format_rgba
    // More than deflate and the headers of a PNG add (zlib.h, compressBound; PNG §5).
    let capacity = pixels.count + pixels.count / 64 + height + 1_024
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      count = capacity
      // Safe: libpng reads height rows of width pixels, which is what there is, and writes at most
      // `count` bytes, which is what the output has. It keeps no address.
      let isDone = unsafe png_image_write_to_memory(
        &image, output.baseAddress, &count, 0, pixels, png_int_32(width * Self.channels), nil)
      precondition(isDone != 0, "libpng is out of memory")
    }
  }
}
