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
      let byteCounts = archive.byteCounts
      for (index, digest) in archive.assets.enumerated() {
        try session.restore(digest, bytes(digest), sizes: byteCounts[digest] ?? [])
        progress(index + 1)
      }
      for gift in archive.gifts { try session.restore(gift) }
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

  fileprivate func restore(
    _ digest: SHA256Digest, _ bytes: [UInt8]?, sizes: Set<Int64>
  ) throws(StoreError) {
    guard let bytes else { throw .archiveBroken(.assetMissing(digest)) }
    guard sha256(bytes) == digest.bytes, sizes == [Int64(bytes.count)] else {
      throw .archiveBroken(.assetDiffers(digest))
    }
    try run(SQL.assetInsert, [.bytes(digest.bytes), .bytes(bytes)])
  }

  fileprivate func restore(_ gift: ArchivedGift) throws(StoreError) {
    let history = gift.history
    let id = history.gift
    guard let first = history.changes.first else {
      throw .archiveBroken(.changesOfGiftBroken(id))
    }
    try run(SQL.giftInsert, [.text(id.text), .change(first)])
    for change in history.changes {
      try run(SQL.giftChangeInsert, [.text(id.text), .change(change)])
    }
    for version in history.versions {
      try insert(version, findings: gift.findings[version.number] ?? "[]")
    }
    for definition in history.definitions { try insert(definition, of: id) }
    for availability in history.availabilities { try insert(availability, of: id) }
  }
}
