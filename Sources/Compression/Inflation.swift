internal import CLibZ

/// Why packed bytes cannot be unpacked.
package enum InflationFault: Error, Hashable, Sendable {
  /// They end too early.
  case truncated
  /// They violate their format, or their checksum does not match.
  case damaged
  /// They unpack to more than this many bytes.
  case tooLarge(limit: Int)
  /// They unpack to more than `inflationRatioLimit` times their own size.
  case tooDense
  /// Something follows their end.
  case trailingBytes
}

/// How many times longer than the packed bytes the unpacked ones may be, beyond the first 64 KiB.
///
/// DEFLATE reaches 1,032 for a repeated byte; animations are packed 5 to 40 times.
package let inflationRatioLimit = 500
/// Unpacked bytes that are allowed regardless of the ratio.
private let leastBytesBeforeRatio = 65_536
/// Bytes that are unpacked at a time: no more than that is written before limits are checked.
private let chunkByteCount = 65_536

/// The contents of a gzip member (RFC 1952), at most `limit` bytes, with its checksum verified.
///
/// More than `compressibleByteLimit` packed bytes are the caller's mistake and end the process.
/// Throws `InflationFault`, also for a second member.
package func gunzip(_ packed: [UInt8], limit: Int) throws(InflationFault) -> [UInt8] {
  // 16 more than the largest window: with gzip's header and trailer (zlib.h, inflateInit2).
  try inflated(packed[...], windowBits: 15 + 16, limit: limit)
}

/// The contents of a raw DEFLATE stream (RFC 1951), at most `limit` bytes.
func inflated(_ packed: ArraySlice<UInt8>, limit: Int) throws(InflationFault) -> [UInt8] {
  try inflated(packed, windowBits: -15, limit: limit)
}

/// The checksum of a ZIP entry and of gzip (RFC 1952, section 8).
func checksum(_ bytes: [UInt8]) -> UInt32 {
  // Safe: zlib reads `count` bytes of the input while it is borrowed.
  unsafe bytes.withUnsafeBufferPointer { input in
    unsafe UInt32(truncatingIfNeeded: crc32(0, input.baseAddress, UInt32(input.count)))
  }
}

private func inflated(
  _ packed: ArraySlice<UInt8>, windowBits: Int32, limit: Int
) throws(InflationFault) -> [UInt8] {
  precondition(packed.count <= compressibleByteLimit, "the caller has to limit its input")
  guard !packed.isEmpty else { throw .truncated }
  let most = min(limit, max(leastBytesBeforeRatio, packed.count * inflationRatioLimit))
  var unpacked: [UInt8] = []
  // Safe: its pointers are null, and everything that zlib reads of it is set before it does.
  var stream = unsafe z_stream()
  // Safe: zlib reads avail_in bytes of the input and writes avail_out at most, which both buffers
  // have while they are borrowed, and the stream is closed before that ends.
  let status = unsafe withUnsafeMutablePointer(to: &stream) { stream in
    unsafe packed.withUnsafeBufferPointer { input in
      unsafe inflate(stream, input, windowBits, into: &unpacked, limit: most)
    }
  }
  guard unpacked.count <= most else { throw most == limit ? .tooLarge(limit: limit) : .tooDense }
  switch status {
  // Z_BUF_ERROR: there was room, so what is missing is input.
  case Z_OK, Z_BUF_ERROR: throw .truncated
  case Z_STREAM_END: break
  default: throw .damaged
  }
  guard unsafe stream.avail_in == 0 else { throw .trailingBytes }
  return unpacked
}

/// Unpacks until the stream ends or more than `limit` bytes came; returns what zlib said last.
private func inflate(
  _ stream: UnsafeMutablePointer<z_stream>, _ input: UnsafeBufferPointer<UInt8>,
  _ windowBits: Int32, into unpacked: inout [UInt8], limit: Int
) -> Int32 {
  // Safe: the stream is zeroed, which makes zlib allocate with malloc, and the version and the size
  // are those of the header that this was compiled with.
  let opened = unsafe inflateInit2_(
    stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  precondition(opened == Z_OK, "zlib could not start: \(opened)")
  defer { _ = unsafe inflateEnd(stream) }
  unsafe stream.pointee.next_in = input.baseAddress
  unsafe stream.pointee.avail_in = UInt32(input.count)
  return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunkByteCount) { chunk in
    while true {
      // Safe: the chunk has that room, and of it only what zlib wrote is read.
      unsafe stream.pointee.next_out = chunk.baseAddress
      unsafe stream.pointee.avail_out = UInt32(chunk.count)
      let status = unsafe CLibZ.inflate(stream, Z_NO_FLUSH)
      let room = unsafe Int(stream.pointee.avail_out)
      unsafe unpacked += chunk[..<(chunk.count - room)]
      guard status == Z_OK, unpacked.count <= limit, room == 0 else { return status }
    }
  }
}
