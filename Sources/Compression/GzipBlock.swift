internal import CLibZ

/// A part of what becomes one gzip member together with others, compressed by itself: when one
/// part of a long document changes, the others need not be compressed again.
package struct GzipBlock: Hashable, Sendable {
  /// Blocks of DEFLATE (RFC 1951 §3.2) that end at a byte and refer to nothing before them; none is
  /// the last.
  private let deflated: [UInt8]
  /// CRC-32 of the bytes (RFC 1952 §8).
  private let checksum: UInt
  /// How many bytes there were.
  private let byteCount: Int

  /// Compresses `bytes` as well as zlib can; at most `compressibleByteLimit`, more is the caller's
  /// mistake and ends the process.
  package init(_ bytes: [UInt8]) {
    precondition(bytes.count <= compressibleByteLimit, "the caller has to limit its input")
    byteCount = bytes.count
    // Safe: zlib reads `count` bytes of the input while it is borrowed.
    checksum = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe UInt(crc32(0, input.baseAddress, UInt32(input.count)))
    }
    deflated = bytes.isEmpty ? [] : deflate(bytes)
  }

  /// One gzip member (RFC 1952) of all that the blocks were made of, in their order.
  ///
  /// Like `gzip`, it names no file, no time and no system.
  package static func member(of blocks: [GzipBlock]) -> [UInt8] {
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255]
    member.reserveCapacity(blocks.reduce(32) { $0 + $1.deflated.count })
    var checksum: UInt = 0
    var byteCount = 0
    for block in blocks {
      member += block.deflated
      checksum = UInt(crc32_combine(uLong(checksum), uLong(block.checksum), block.byteCount))
      byteCount += block.byteCount
    }
    // An empty block with fixed codes, which is the last.
    member += [0x03, 0x00]
    for shift in stride(from: 0, to: 32, by: 8) {
      member.append(UInt8(truncatingIfNeeded: checksum >> UInt(shift)))
    }
    for shift in stride(from: 0, to: 32, by: 8) {
      member.append(UInt8(truncatingIfNeeded: byteCount >> shift))
    }
    return member
  }
}

/// `bytes`, not empty, as blocks that end at a byte.
private func deflate(_ bytes: [UInt8]) -> [UInt8] {
  // Safe: its pointers are null, and everything that zlib reads of it is set before it does.
  var stream = unsafe z_stream()
  // Safe: zlib keeps the stream's address from here to deflateEnd, and all of it happens within
  // this closure, for which the address holds.
  return unsafe withUnsafeMutablePointer(to: &stream) { stream in
    // Safe: as in `gzip`; a negative window means neither header nor trailer (zlib.h).
    let opened = unsafe deflateInit2_(
      stream, Z_BEST_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
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
        let outcome = unsafe CLibZ.deflate(stream, Z_FULL_FLUSH)
        // There is room left, so the flush is complete (zlib.h, deflate).
        precondition(
          unsafe outcome == Z_OK && stream.pointee.avail_out > 0, "zlib did not end: \(outcome)")
        return unsafe [UInt8](output[..<Int(stream.pointee.total_out)])
      }
    }
  }
}
