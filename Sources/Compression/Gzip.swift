internal import CLibZ

/// `bytes` as one gzip member (RFC 1952), at most 0.1 % and 64 bytes longer than they are.
///
/// The header names no file, its time is 0 and its system is 255, "unknown": the result depends on
/// nothing but the bytes and zlib's version.
///
/// - Parameter bytes: at most `compressibleByteLimit`; more is the caller's mistake and ends the
///   process.
/// - Returns: 20 bytes or more, also for no bytes at all.
package func gzip(_ bytes: [UInt8]) -> [UInt8] {
  precondition(bytes.count <= compressibleByteLimit, "the caller has to limit its input")
  // Safe: its pointers are null, and everything that zlib reads of it is set before it does.
  var stream = unsafe z_stream()
  // Safe: zlib keeps the stream's address from here to deflateEnd, and all of it happens within
  // this closure, for which the address holds; the input's address is used in the inner one only.
  return unsafe withUnsafeMutablePointer(to: &stream) { stream in
    unsafe open(stream)
    defer { _ = unsafe deflateEnd(stream) }
    return unsafe bytes.withUnsafeBufferPointer { unsafe deflated($0, through: stream) }
  }
}

/// Makes `stream` ready to write one gzip member.
private func open(_ stream: UnsafeMutablePointer<z_stream>) {
  // 15 is the largest window of RFC 1951, 32 KiB; 16 more asks for gzip's header and trailer
  // (zlib.h, deflateInit2). 8 is zlib's own choice of memory.
  let (windowBits, memoryLevel): (Int32, Int32) = (15 + 16, 8)
  // Safe: the stream is zeroed, which makes zlib allocate with malloc, and the version and the size
  // are those of the header that this was compiled with.
  let outcome = unsafe deflateInit2_(
    stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
    ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  precondition(outcome == Z_OK, "zlib could not start: \(outcome)")
}

/// All of `input` compressed in one step.
private func deflated(
  _ input: UnsafeBufferPointer<UInt8>, through stream: UnsafeMutablePointer<z_stream>
) -> [UInt8] {
  // Safe: its pointers are null, which means no name, no comment and no extra field.
  var header = unsafe gz_header()
  unsafe header.os = 255
  // Safe: zlib reads the header in the one call of deflate below, while its address holds. It reads
  // avail_in bytes of the input and writes avail_out at most to a buffer that has them.
  return unsafe withUnsafeMutablePointer(to: &header) { header in
    let accepted = unsafe deflateSetHeader(stream, header)
    precondition(accepted == Z_OK, "zlib refused the header: \(accepted)")
    let capacity = unsafe Int(deflateBound(stream, uLong(input.count)))
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { output in
      unsafe stream.pointee.next_in = input.baseAddress
      unsafe stream.pointee.avail_in = UInt32(input.count)
      unsafe stream.pointee.next_out = output.baseAddress
      unsafe stream.pointee.avail_out = UInt32(output.count)
      let outcome = unsafe deflate(stream, Z_FINISH)
      precondition(outcome == Z_STREAM_END, "zlib did not end: \(outcome)")
      // A copy that is as large as it has to be: results are kept.
      return unsafe [UInt8](output[..<Int(stream.pointee.total_out)])
    }
  }
}
