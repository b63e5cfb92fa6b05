import GiftDomain

@testable import GiftAPI

extension SnapshotSource {
  /// A file that is in memory.
  init(_ bytes: [UInt8]) {
    self.init(byteCount: bytes.count) { Array(bytes[$0..<min($0 + $1, bytes.count)]) }
  }
}

extension SnapshotReader {
  init(_ bytes: [UInt8]) throws(SnapshotFileError) { try self.init(SnapshotSource(bytes)) }
}

extension GiftAPI {
  func restore(
    _ file: [UInt8], now: Timestamp
  ) async throws(SnapshotFileError) -> ChangeNumber? {
    try await restore(SnapshotSource(file), now: now)
  }
}
