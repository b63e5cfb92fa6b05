internal import CLibZstd

/// Every client takes its window (8 MB, RFC 9659 §3).
///
/// Over 120 animations of 5 to 600 kB, 19 takes
/// 0.70 s of a processor per megabyte, 17 takes 0.36 s and makes 1.0 % more (libzstd 1.5.4).
private let zstdLevel: Int32 = 17

/// `bytes` as one frame of Zstandard (RFC 8878), at most 0.4 % and 64 bytes longer than they are.
///
/// The result depends on nothing but the bytes and libzstd's version. It takes some 0.4 seconds per
/// megabyte.
///
/// - Parameter bytes: at most `compressibleByteLimit`; more is the caller's mistake and ends the
///   process.
/// - Returns: 9 bytes or more, also for no bytes at all.
package func zstd(_ bytes: [UInt8]) -> [UInt8] {
  precondition(bytes.count <= compressibleByteLimit, "the caller has to limit its input")
  // Safe: libzstd reads `count` bytes of the input, none for an empty one, and writes at most
  // `capacity` bytes, which is what the buffer has. It keeps no address.
  return unsafe bytes.withUnsafeBufferPointer { input in
    let capacity = ZSTD_compressBound(input.count)
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { output in
      let size = unsafe ZSTD_compress(
        output.baseAddress, output.count, input.baseAddress, input.count, zstdLevel)
      precondition(ZSTD_isError(size) == 0, "libzstd is out of memory")
      return unsafe [UInt8](output[..<size])
    }
  }
}

/// The decoded bytes of a Zstandard frame; nil unless there are `byteCount` of them.
package func unzstd(_ coded: [UInt8], byteCount: Int) -> [UInt8]? {
  // Safe: libzstd reads and writes within the two buffers, and keeps no address. Error codes are
  // not valid sizes.
  unsafe decoded(coded, byteCount) { input, output in
    unsafe ZSTD_decompress(output.baseAddress, output.count, input.baseAddress, input.count)
  }
}
