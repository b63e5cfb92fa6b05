internal import Subprocess

/// The output of a process, in portions of known length.
struct ByteReader {
  private var buffers: SubprocessOutputSequence.Iterator
  private var ahead: ArraySlice<UInt8> = []

  init(_ output: SubprocessOutputSequence) { buffers = output.makeAsyncIterator() }

  /// The next bytes; throws `DrawingEnd.silence` if the output ends before.
  mutating func next(_ count: Int) async throws(DrawingEnd) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while true {
      let part = ahead.prefix(count - bytes.count)
      bytes += part
      ahead = ahead.dropFirst(part.count)
      guard bytes.count < count else { return bytes }
      guard try await fill() else { throw .silence }
    }
  }

  /// Whether the output ends here.
  mutating func isAtEnd() async throws(DrawingEnd) -> Bool {
    guard ahead.isEmpty else { return false }
    return try await !fill()
  }

  /// Reads what comes next, if `ahead` is used up; returns whether there was something.
  private mutating func fill() async throws(DrawingEnd) -> Bool {
    do {
      guard let buffer = try await buffers.next() else { return false }
      // Safe: the bytes are copied.
      ahead = unsafe buffer.withUnsafeBytes { unsafe Array($0) }[...]
      return !ahead.isEmpty
    } catch {
      throw .silence
    }
  }
}
