// Compression owns access to zlib and libbrotli: a whole byte array in, a whole compressed
// one out, always the same for the same input, and back; and unpacking of untrusted gzip and ZIP,
// under limits. It must not know what is compressed or for whom.
// Compressing does not throw: callers bound the input, the output's buffer is as long as it can
// get, and running out of memory ends the process.

/// The most bytes that `gzip` and `brotli` take: 1 GiB.
///
/// Every count of zlib's interface, 32 bits wide, then holds what goes in and what comes out.
/// Callers limit their input to far less.
package let compressibleByteLimit = 1 << 30

/// The result of `decode`, if that is `byteCount` bytes; nil otherwise.
///
/// `decode` writes no more than it has room for, and says how many bytes it wrote; any other number
/// where it failed.
func decoded(
  _ coded: [UInt8], _ byteCount: Int,
  _ decode: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>) -> Int
) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: byteCount)
  // Safe: both buffers hold for the call, and `decode` keeps neither.
  let written = unsafe coded.withUnsafeBufferPointer { input in
    unsafe bytes.withUnsafeMutableBufferPointer { output in unsafe decode(input, output) }
  }
  return written == byteCount ? bytes : nil
}
