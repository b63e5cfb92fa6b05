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
  let blocks = [GzipBlock(bytes, isLast: true)]
  var member: [UInt8] = []
  member.reserveCapacity(GzipBlock.memberByteCount(of: blocks))
  GzipBlock.writeMember(of: blocks, end: []) { member += $0 }
  return member
}

/// A separately compressed part of one gzip member: when one part of a long document changes, the
/// others need not be compressed again.
package struct GzipBlock: Hashable, Sendable {
  /// Blocks of DEFLATE (RFC 1951 §3.2) that end at a byte and refer to nothing before them.
  private let deflated: [UInt8]
  /// CRC-32 of the bytes (RFC 1952 §8).
  private let checksum: UInt
  /// How many bytes there were.
  private let byteCount: Int
  /// The operator that appends them to others in a CRC-32 (zlib.h, crc32_combine_gen): a function
  /// of `byteCount` that takes time.
  private let appending: UInt

  /// Compresses `bytes` as well as zlib can; at most `compressibleByteLimit`, more is the caller's
  /// mistake and ends the process.
  package init(_ bytes: [UInt8]) { self.init(bytes, isLast: false) }

  /// `isLast`: nothing comes after it, so its last block of DEFLATE is marked final.
  fileprivate init(_ bytes: [UInt8], isLast: Bool) {
    precondition(bytes.count <= compressibleByteLimit, "the caller has to limit its input")
    byteCount = bytes.count
    appending = UInt(crc32_combine_gen(bytes.count))
    // Safe: zlib reads `count` bytes of the input while it is borrowed.
    checksum = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe UInt(crc32(0, input.baseAddress, UInt32(input.count)))
    }
    deflated = bytes.isEmpty && !isLast ? [] : deflate(bytes, isLast: isLast)
  }

  /// An empty block with fixed codes, which is the last.
  private static let emptyEnd: [UInt8] = [0x03, 0x00]
  /// Names no file, no time and no system.
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255]
  /// The checksum and the number of bytes.
  private static let trailerByteCount = 8

  /// The length of one gzip member of all blocks.
  package static func memberByteCount(of blocks: [GzipBlock]) -> Int {
    blocks.reduce(header.count + emptyEnd.count + trailerByteCount) { $0 + $1.deflated.count }
  }

  /// Passes one gzip member (RFC 1952) of all blocks, in their order, to `write` in parts.
  ///
  /// Like `gzip`, it names no file, no time and no system.
  package static func writeMember(of blocks: [GzipBlock], _ write: ([UInt8]) -> Void) {
    writeMember(of: blocks, end: emptyEnd, write)
  }

  fileprivate static func writeMember(
    of blocks: [GzipBlock], end: [UInt8], _ write: ([UInt8]) -> Void
  ) {
    write(header)
    var checksum: UInt = 0
    var byteCount = 0
    for block in blocks {
      write(block.deflated)
      checksum = UInt(
        crc32_combine_op(uLong(checksum), uLong(block.checksum), uLong(block.appending)))
      byteCount += block.byteCount
    }
    write(end)
    for number in [checksum, UInt(byteCount)] {
      write(stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: number >> UInt($0)) })
    }
  }
}

/// `bytes` as blocks that end at a byte.
private func deflate(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
  // Safe: its pointers are null, and everything that zlib reads of it is set before it does.
  var stream = unsafe z_stream()
  // Safe: zlib keeps the stream's address from here to deflateEnd, and all of it happens within
  // this closure, for which the address holds.
  return unsafe withUnsafeMutablePointer(to: &stream) { stream in
    // 15 is the largest window of RFC 1951, 32 KiB, and negative it means neither header nor
    // trailer (zlib.h, deflateInit2). 8 is zlib's own choice of memory.
    let (windowBits, memoryLevel): (Int32, Int32) = (-15, 8)
    // Safe: the stream is zeroed, which makes zlib allocate with malloc, and the version and the
    // size are those of the header that this was compiled with.
    let opened = unsafe deflateInit2_(
      stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
      ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(opened == Z_OK, "zlib could not start: \(opened)")
    defer { _ = unsafe deflateEnd(stream) }
    return unsafe bytes.withUnsafeBufferPointer { input in
      // deflateBound is for Z_FINISH; a full flush adds an empty stored block of 5 bytes, and may
      // have to end a byte before it.
      let capacity = unsafe Int(deflateBound(stream, uLong(input.count))) + 16
      return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { output in
        // Safe: zlib reads avail_in bytes of the input and writes avail_out at most, which both
        // have; it keeps neither address beyond this call.
        unsafe stream.pointee.next_in = input.baseAddress
        unsafe stream.pointee.avail_in = UInt32(input.count)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(output.count)
        let outcome = unsafe CLibZ.deflate(stream, isLast ? Z_FINISH : Z_FULL_FLUSH)
        // There is room left, so a flush is complete (zlib.h, deflate).
        precondition(
          unsafe outcome == (isLast ? Z_STREAM_END : Z_OK) && stream.pointee.avail_out > 0,
          "zlib did not end: \(outcome)")
        // An exact copy, because results are kept.
        return unsafe [UInt8](output[..<Int(stream.pointee.total_out)])
      }
    }
  }
}

/// The decoded bytes of a gzip member; nil unless there are `byteCount` of them.
package func gunzip(_ coded: [UInt8], byteCount: Int) -> [UInt8]? {
  unsafe decoded(coded, byteCount) { input, output in
    // Safe: its pointers are null, and everything that zlib reads of it is set before it does.
    var stream = unsafe z_stream()
    // Safe: as for `deflate`; zlib reads and writes within the two buffers.
    return unsafe withUnsafeMutablePointer(to: &stream) { stream in
      // 16 more than the largest window: with gzip's header and trailer (zlib.h, inflateInit2).
      let opened = unsafe inflateInit2_(
        stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      guard opened == Z_OK else { return -1 }
      defer { _ = unsafe inflateEnd(stream) }
      unsafe stream.pointee.next_in = input.baseAddress
      unsafe stream.pointee.avail_in = UInt32(input.count)
      unsafe stream.pointee.next_out = output.baseAddress
      unsafe stream.pointee.avail_out = UInt32(output.count)
      let isWhole = unsafe inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_in == 0
      return unsafe isWhole ? Int(stream.pointee.total_out) : -1
    }
  }
}
