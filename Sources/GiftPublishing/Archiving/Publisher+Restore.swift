import GiftDomain
package import GiftStore

extension Publisher {
  /// Restores an archive into an empty database, in one transaction.
  ///
  /// Returns false, and does nothing, if the database already holds exactly this archive.
  ///
  /// `read` returns the bytes of a file in the archive, once each, so that one of them at a time
  /// is in memory. Throws `PublishingError.store` with the errors of `GiftStore.restore`.
  package func restore(
    _ archive: Archive, isDryRun: Bool = false, read: @escaping @Sendable (String) -> [UInt8]?,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(PublishingError) -> Bool {
    let pictures = archive.pictures
    do {
      return try await store.restore(archive, isDryRun: isDryRun) { digest in
        read(pictures.contains(digest) ? ExportFile.picture(digest) : ExportFile.animation(digest))
      } coded: { row, bytes in
        let file = read(ExportFile.animation(row.asset, in: row.coding))
        return file.flatMap { row.coding.decoded($0, byteCount: bytes.count) } == bytes ? file : nil
      } progress: {
        switch $0 {
        case .assets(let done, let count): progress(.stored(done, of: count))
        case .changes(let done, let count): progress(.restored(done, of: count))
        }
      }
    } catch {
      throw .store(error)
    }
  }
}
