import GiftDomain
package import GiftStore

extension Publisher {
  /// Restores an archive into an empty database, in one transaction.
  ///
  /// Does nothing if the database already has its history.
  ///
  /// `read` returns the bytes of a file of the archive, once each, so that one of them at a time
  /// is in memory. Throws `PublishingError.store` with the errors of `GiftStore.restore`.
  package func restore(
    _ archive: @escaping ArchiveBytes, isDryRun: Bool = false,
    read: @escaping @Sendable (String) -> [UInt8]?,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(PublishingError) -> Restoration {
    do {
      return try await store.restore(archive, isDryRun: isDryRun) { asset, coding in
        read(ExportFile.name(of: asset, in: coding))
      } isCoded: { coding, file, bytes in
        coding.decoded(file, byteCount: bytes.count) == bytes
      } progress: {
        switch $0 {
        case .assets(let done, let count): progress(.stored(Int(done), of: Int(count)))
        case .changes(let done, let count): progress(.restored(Int(done), of: Int(count)))
        }
      }
    } catch {
      throw .store(error)
    }
  }
}
