internal import CLibBrotli

/// `bytes` as one brotli stream (RFC 7932), at most 0.1 % and 64 bytes longer than they are.
///
/// The result depends on nothing but the bytes and libbrotli's version.
///
/// It takes about a second per megabyte: quality 11, the highest, is for bytes that are sent often.
///
/// - Parameter bytes: at most `compressibleByteLimit`; more is the caller's mistake and ends the
///   process.
/// - Returns: 1 byte or more, also for no bytes at all.
package func brotli(_ bytes: [UInt8]) -> [UInt8] {
  precondition(bytes.count <= compressibleByteLimit, "the caller has to limit its input")
  // Valid for quality 2 and above (brotli/encode.h).
  let capacity = BrotliEncoderMaxCompressedSize(bytes.count)
  // Safe: libbrotli reads `count` bytes of the input, none for an empty one, and writes at most
  // `size` bytes, which is what the buffer has. It keeps no address.
  return unsafe bytes.withUnsafeBufferPointer { input in
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { output in
      var size = output.count
      let isDone = unsafe BrotliEncoderCompress(
        BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, input.count,
        input.baseAddress, &size, output.baseAddress)
      precondition(isDone == BROTLI_TRUE, "libbrotli is out of memory")
      // An exact copy, because results are kept.
      return unsafe [UInt8](output[..<size])
    }
  }
}

/// The decoded bytes of a brotli stream; nil unless there are `byteCount` of them.
package func unbrotli(_ coded: [UInt8], byteCount: Int) -> [UInt8]? {
  // Safe: libbrotli reads and writes within the two buffers, and keeps no address.
  unsafe decoded(coded, byteCount) { input, output in
    var size = output.count
    let outcome = unsafe BrotliDecoderDecompress(
      input.count, input.baseAddress, &size, output.baseAddress)
    return outcome == BROTLI_DECODER_RESULT_SUCCESS ? size : -1
  }
}
