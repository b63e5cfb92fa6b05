import Disk
import Synchronization
import SystemPackage

/// A text on disk that may be too long for memory, written and then read piece by piece.
final class SpooledText: Sendable {
  /// How many bytes are written or read at once.
  private static let pieceBytes = 1 << 18

  private struct State {
    var pending: [UInt8] = []
    /// The bytes that are on disk.
    var byteCount: Int64 = 0
    /// Why bytes could not be written.
    var failure: CommandError?
  }

  private let file: SpoolFile
  private let folder: String
  private let state = Mutex(State())

  /// An empty text on the disk of a folder; throws `CommandError.file`.
  init(in folder: String) throws(CommandError) {
    self.folder = folder
    file = try Self.attempt(folder) { try SpoolFile(in: FilePath(folder)) }
  }

  /// Why it is incomplete; nil if all was written.
  var failure: CommandError? { state.withLock(\.failure) }

  /// Appends bytes; throws `CommandError.file`.
  func append(_ bytes: [UInt8]) throws(CommandError) {
    try state.withLock { state throws(CommandError) in
      state.pending += bytes
      if state.pending.count >= Self.pieceBytes { try write(&state) }
    }
  }

  /// Passes on all bytes, in order; throws what `body` throws, and `CommandError.file`.
  func eachPiece(_ body: ([UInt8]) throws(CommandError) -> Void) throws(CommandError) {
    let byteCount = try state.withLock { state throws(CommandError) in
      try write(&state)
      return state.byteCount
    }
    for start in stride(from: 0, to: byteCount, by: Self.pieceBytes) {
      let end = min(byteCount, start + Int64(Self.pieceBytes))
      try body(try Self.attempt(folder) { try file.bytes(in: start..<end) })
    }
  }

  private func write(_ state: inout State) throws(CommandError) {
    do throws(CommandError) {
      try Self.attempt(folder) { try file.append(state.pending) }
    } catch {
      state.failure = error
      throw error
    }
    state.byteCount += Int64(state.pending.count)
    state.pending.removeAll(keepingCapacity: true)
  }

  private static func attempt<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws(CommandError) -> Value {
    do {
      return try body()
    } catch {
      throw .file(path: path, .system(((error as? Errno) ?? .ioError).description))
    }
  }
}
