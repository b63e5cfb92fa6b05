package import GiftDomain
import GiftSQL
import Hashing
import Postgres

extension GiftStore {
  /// How many changes, or rows of one kind, a restore sends at once: some hundred kilobytes.
  private static let rowsAtOnce = 1_000

  /// Everything that was ever recorded, in one consistent read.
  ///
  /// Throws `StoreError.archiveBroken` for an inconsistent history, which nobody could restore, and
  /// `migratedFurther` if the database is newer than this program.
  package func archive() async throws(StoreError) -> Archive {
    let archive = try await transaction(.readOnly, deadline: limits.bulkDeadline) { session in
      try session.archive()
    }
    try failing { try archive.validate() }
    return archive
  }

  /// Puts an archive into an empty database, in one transaction.
  ///
  /// Returns false, and does nothing, if the database already holds exactly this archive. A dry run
  /// checks the archive and the animations, takes no lock and sends nothing.
  ///
  /// `bytes` returns the animation or picture with a digest, `coded` a compressed form that decodes
  /// to it, and `progress` receives how far it is. Each is called once per digest, so that one
  /// at a time is in memory. Throws `Rejection.historyDiffers` when the database holds anything
  /// else, `notAllowed` unless the login is the catalogue's owner, `archiveBroken` when the archive
  /// is inconsistent, or one of them is missing or differs.
  package func restore(
    _ archive: Archive, isDryRun: Bool = false,
    bytes: @escaping @Sendable (SHA256Digest) -> [UInt8]?,
    coded: @escaping @Sendable (ArchivedCoding, [UInt8]) -> [UInt8]? = { _, _ in nil },
    progress: @escaping @Sendable (RestoreProgress) -> Void = { _ in }
  ) async throws(StoreError) -> Bool {
    try failing { try archive.validate() }
    let byteCount = archive.byteCounts.values.reduce(0) { $0 + ($1.max() ?? 0) }
    let sending = Duration.seconds(byteCount / StoreLimits.leastBytesPerSecond)
    return try await transaction(
      isDryRun ? .readOnly : .readWrite, deadline: limits.bulkDeadline + sending
    ) { session in
      if !isDryRun { try session.actAsOwner() }
      let (_, changes) = try session.answers(.tablesAreKnown, .lastChange)
      if changes[0].number == .zero {
        // Before the lock, and in the order in which edits do it.
        try session.restoreAssets(of: archive, isDryRun: isDryRun, bytes, coded, progress)
      }
      let last = isDryRun ? changes[0].number : try session.lockHead().last.number
      guard last == .zero else {
        guard try session.archive() == archive else {
          throw StoreError.rejected(.historyDiffers(last: last))
        }
        return false
      }
      let now = try session.clock()
      if let last = archive.changes.last?.record, last.at > now {
        throw StoreError.archiveBroken(.fromTheFuture(last.number))
      }
      if let early = archive.announcements.first(where: { $0.announcedAt > now }) {
        throw StoreError.archiveBroken(.announcementBroken(early.number))
      }
      guard !isDryRun else { return !archive.changes.isEmpty }
      // In batches, to avoid a copy of everything that is sent.
      let count = archive.changes.count
      for start in stride(from: 0, to: count, by: Self.rowsAtOnce) {
        let batch = archive.changes[start...].prefix(Self.rowsAtOnce)
        try session.run([Call(inserting: batch)])
        progress(.changes(start + batch.count, of: count))
      }
      try NewRows(archive.gifts).eachCall(of: Self.rowsAtOnce) { try session.run([$0]) }
      var calls = try Call.inserting(
        archive.plans.map { ($0.revision.plan, of: $0.rotation, change: $0.revision.since) })
      if !archive.groups.isEmpty { calls.append(Call(grouping: archive.groups)) }
      if !archive.bindings.isEmpty {
        calls.append(Call(binding: archive.bindings.map { ($0.gift, $0.row) }))
      }
      for call in calls { try session.run([call]) }
      try session.insert(archive.announcements)
      if let last = archive.changes.last {
        try session.run([Call(announcing: last.record.number)])
      }
      return !archive.changes.isEmpty
    }
  }
}

/// How far a restore is.
package enum RestoreProgress: Hashable, Sendable {
  /// The number of animations and pictures stored.
  case assets(Int, of: Int)
  /// The number of changes written, of which the rows follow.
  case changes(Int, of: Int)
}

extension Session {
  /// Leaves the store's role for the login itself, which has to be the catalogue's owner: only the
  /// owner brings changes of others, and of before.
  fileprivate func actAsOwner() throws {
    try run([Call(SQL.roleReset)])
    let isOwner = try row(SQL.roleIsOwner) { row in try row.bool("owner") }
    guard isOwner else {
      throw StoreError.notAllowed(statement: "restore")
    }
  }

  fileprivate func archive() throws -> Archive {
    // An older program would leave out what it does not know.
    let (_, changes) = try answers(
      .tablesAreKnown, Question(SQL.changeAll) { row in try row.archivedChange() })
    let newest = changes.last?.record.number ?? .zero
    let last: [Parameter] = [.change(newest)]
    let findings = Question(SQL.versionFindingsAll) { row in
      (gift: try row.text("gift"), text: try row.text("findings"))
    }
    let bindings = Question(SQL.rotationGiftAll) { row in
      RotationBinding(
        gift: try row.gift("gift"),
        row: Recorded(
          try row.rotationName("rotation"), since: try row.change("since_change"),
          until: try row.optionalChange("until_change")))
    }
    let coded = Question(SQL.assetCodingList) { row in
      ArchivedCoding(
        asset: try row.digest("sha256"), coding: try row.word("coding"),
        digest: try row.digest("digest"))
    }
    let (
      versions, definitions, availabilities, pictures, edits, found, bound, plans,
      grouped, codings
    ) = try answers(
      Question(versions: SQL.versionAll, last), .definitions(of: nil),
      Question(availabilities: SQL.availabilityAll, last),
      Question(pictures: SQL.pictureAll, last),
      Question(edits: SQL.giftChangeAll, last), findings, bindings, .plans(at: newest),
      .groups(at: newest), coded)
    let rows = HistoryRows(versions, definitions, availabilities, pictures, edits)
    let texts = Dictionary(grouping: found, by: \.gift)
    // A backup that lacks a part would be none.
    if let part = rows.broken.min() { throw StoreError.broken(part) }
    let archived = try rows.gifts.map { gift in
      ArchivedGift(
        history: try rows.history(of: gift), findings: (texts[gift.text] ?? []).map(\.text))
    }
    return Archive(
      changes: changes, gifts: archived, plans: try [RotationPlanRecord](whole: plans),
      groups: try [GroupRecord](whole: grouped),
      bindings: bound, announcements: try announcements(), codings: codings)
  }

  fileprivate func restoreAssets(
    of archive: Archive, isDryRun: Bool, _ bytes: (SHA256Digest) -> [UInt8]?,
    _ coded: (ArchivedCoding, [UInt8]) -> [UInt8]?, _ progress: (RestoreProgress) -> Void
  ) throws {
    let byteCounts = archive.byteCounts
    let codings = Dictionary(grouping: archive.codings, by: \.asset)
    let pictures = archive.pictures
    var sending = isDryRun ? nil : AssetBatch()
    let assets = archive.assets
    for (index, digest) in assets.enumerated() {
      guard let asset = bytes(digest) else { throw StoreError.archiveBroken(.assetMissing(digest)) }
      guard SHA256.hash(asset) == digest.bytes,
        byteCounts[digest] == [Int64(asset.count)],
        !pictures.contains(digest) || Picture.isWebP(asset)
      else {
        throw StoreError.archiveBroken(.assetDiffers(digest))
      }
      var kept: AssetCodings = [:]
      for row in codings[digest] ?? [] {
        guard let file = coded(row, asset), SHA256.hash(file) == row.digest.bytes
        else { throw StoreError.archiveBroken(.codingsDiffer(digest)) }
        kept[row.coding] = file
      }
      try sending?.add(asset, kept, as: digest, to: self)
      progress(.assets(index + 1, of: assets.count))
      // Checking animations may take longer than the server waits for an idle client.
      if isDryRun { _ = try clock() }
    }
    try sending?.send(to: self)
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
      versions += Array(zip(history.versions, gift.findings))
      definitions += history.definitions.map { (id, $0) }
      availabilities += history.availabilities.map { (id, $0) }
      pictures += history.pictures.map { (id, $0) }
    }
  }
}
