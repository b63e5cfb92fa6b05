// Compression owns the ways to zlib and libbrotli: a whole byte array in, a whole compressed one
// out, the same bytes for the same input every time. It must not know what is compressed or who
// asks. Nothing here throws: the input is bounded by the caller, the room is counted ahead, and
// being out of memory ends the process.

/// The most bytes that `gzip` and `brotli` take: 1 GiB.
///
/// Every count of zlib's interface, 32 bits wide, then holds what goes in and what comes out.
/// Callers limit their input to far less.
package let compressibleByteLimit = 1 << 30
