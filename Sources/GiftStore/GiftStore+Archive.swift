package import GiftDomain
import GiftSQL
import Hashing
import Postgres

extension GiftStore {
  /// Everything that was ever recorded, in one consistent read.
  package func archive() async throws(StoreError) -> Archive {
    try await pool.transaction(
      .readOnly, deadline: limits.bulkDeadline, mapError: StoreError.init
    ) { session throws(StoreError) in try session.archive() }
  }

  /// Puts an archive into an empty database, in one transaction.
  ///
  /// A database that already holds exactly this archive is left alone, and the answer is false.
  ///
  /// `bytes` gives the animation under a digest, and `progress` is told how many are stored.
  /// Throws `Rejection.historyDiffers` when the database holds anything else, `archiveBroken` when
  /// the archive does not fit together or an animation is missing or differs.
  package func restore(
    _ archive: Archive, isDryRun: Bool = false,
    bytes: @escaping @Sendable (SHA256Digest) -> [UInt8]?,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(StoreError) -> Bool {
    do {
      try archive.validate()
    } catch {
      throw .archiveBroken(error)
    }
    return try await pool.transaction(
      .readWrite, ending: isDryRun ? .rollback : .commit, deadline: limits.bulkDeadline,
      mapError: StoreError.init
    ) { session throws(StoreError) in
      try session.lockCatalogue(waiting: limits.lockWait)
      let last = try session.lastChange().number
      guard last == .zero else {
        guard try session.archive() == archive else {
          throw .rejected(.historyDiffers(last: last))
        }
        return false
      }
      for change in archive.changes { try session.insert(change) }
      try session.restoreAssets(of: archive, bytes, progress)
      try session.insert(NewRows(archive.gifts))
      if let last = archive.changes.last {
        try session.run(SQL.changeNotify, [.text(last.number.description)])
      }
      return !archive.changes.isEmpty
    }
  }
}

extension Session {
  fileprivate func archive() throws(StoreError) -> Archive {
    // Descending, because that is the order in which people read them.
    let changes = try rows(SQL.changeList, [.int(.max), .int(.max)]) { row throws(StoreError) in
      try row.changeRecord()
    }
    let gifts = try rows(SQL.giftList) { row throws(StoreError) in try row.gift("id") }
    var archived: [ArchivedGift] = []
    for gift in gifts {
      archived.append(
        ArchivedGift(history: try history(of: gift), findings: try findings(of: gift)))
    }
    return Archive(changes: changes.reversed(), gifts: archived)
  }

  fileprivate func restoreAssets(
    of archive: Archive, _ bytes: (SHA256Digest) -> [UInt8]?, _ progress: (Int) -> Void
  ) throws(StoreError) {
    let byteCounts = archive.byteCounts
    let assets = archive.assets
    var portion = AssetPortion()
    for (index, digest) in assets.enumerated() {
      guard let asset = bytes(digest) else { throw .archiveBroken(.assetMissing(digest)) }
      guard sha256(asset) == digest.bytes, byteCounts[digest] == [Int64(asset.count)] else {
        throw .archiveBroken(.assetDiffers(digest))
      }
      portion.add(digest, asset)
      if portion.isFull || index == assets.count - 1 { try store(&portion) }
      progress(index + 1)
    }
  }
}

extension NewRows {
  /// All rows of an archive's gifts; the archive was validated.
  fileprivate init(_ archived: [ArchivedGift]) {
    for gift in archived {
      let history = gift.history
      let id = history.gift
      gifts += history.changes.prefix(1).map { (id, $0) }
      touched += history.changes.map { (id, $0) }
      versions += history.versions.map { ($0, gift.findings[$0.number] ?? "[]") }
      definitions += history.definitions.map { (id, $0) }
      availabilities += history.availabilities.map { (id, $0) }
    }
  }
}
