import GiftDomain
package import GiftStore

extension Publisher {
  /// Puts an archive into an empty database, in one transaction.
  ///
  /// A database that already holds exactly this archive is left alone, and the answer is false.
  ///
  /// `read` gives the bytes of a file of the archive, once each: in memory is one animation at a
  /// time. Throws `PublishingError.store` with what `GiftStore.restore` has against the archive.
  package func restore(
    _ archive: Archive, isDryRun: Bool = false, read: @escaping @Sendable (String) -> [UInt8]?,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(PublishingError) -> Bool {
    let count = archive.assets.count
    do {
      return try await store.restore(archive, isDryRun: isDryRun) { digest in
        read(ExportFile.animation(digest))
      } coded: { row, bytes in
        let file = read(ExportFile.animation(row.asset, in: row.coding))
        return file.flatMap { row.coding.decoded($0, byteCount: bytes.count) } == bytes ? file : nil
      } progress: {
        progress(.stored($0, of: count))
      }
    } catch {
      throw .store(error)
    }
  }
}
