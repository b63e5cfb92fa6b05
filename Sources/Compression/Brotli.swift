internal import CLibBrotli

/// One less than the highest.
///
/// Over 120 animations of 5 to 600 kB, 11 takes 1.96 s of a processor per megabyte, 10 takes 0.44 s
/// and makes 2.1 % more, 9 takes 0.27 s and makes 9.2 % more (libbrotli 1.0.9).
private let brotliQuality: Int32 = 10

/// `bytes` as one brotli stream (RFC 7932), at most 0.1 % and 64 bytes longer than they are.
///
/// The result depends on nothing but the bytes and libbrotli's version.
///
/// It takes some 0.4 seconds per megabyte.
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
        brotliQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, input.count,
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
