package import GiftDomain
import Synchronization

@testable package import GiftStore

extension GiftStore {
  /// All that an export writes.
  package func archive() async throws -> Archive {
    let text = Mutex<[UInt8]>([])
    _ = try await export { line in text.withLock { $0 += line } }
    return try Archive(text: text.withLock(\.self))
  }

  /// Restores an archive, and says whether it was new.
  package func restore(
    _ archive: Archive, isDryRun: Bool = false,
    bytes: @escaping @Sendable (SHA256Digest) -> [UInt8]?,
    progress: @escaping @Sendable (RestoreProgress) -> Void = { _ in }
  ) async throws -> Bool {
    let files: ArchiveFile = { asset, _ in bytes(asset.digest) }
    return try await restore(
      archiveBytes(archive.text()), isDryRun: isDryRun, files: files, progress: progress
    ).isNew
  }
}

extension Archive {
  /// Throws the first `ArchiveFault`.
  package func validate() throws {
    var check = HistoryCheck()
    for line in try lines() { try check.add(line) }
    try check.endChanges()
  }
}
