package import GiftDomain
import GiftSQL
import Hashing
import Postgres

/// What a restore found in an archive, and did.
package struct Restoration: Hashable, Sendable {
  /// Whether the database was empty and has the archive's history now; else it had it before.
  package let isNew: Bool
  /// The number of gifts.
  package let gifts: Int
  /// The number of changes.
  package let changes: Int64
}

/// How far a restore is.
package enum RestoreProgress: Hashable, Sendable {
  /// The number of animations and pictures stored.
  case assets(Int64, of: Int64)
  /// The number of changes written.
  case changes(Int64, of: Int64)
}

/// The bytes of an animation or picture of an archive in one of its codings; nil if there are none.
package typealias ArchiveFile =
  @Sendable (_ asset: ArchivedAsset, _ coding: ContentCoding) -> [UInt8]?

extension GiftStore {
  /// Puts an archive into an empty database, in one transaction.
  ///
  /// Does nothing if the database already has this history. A dry run checks the archive and the
  /// animations, takes no lock and sends nothing.
  ///
  /// The archive is read and checked as it is sent, so that only what stands at one change is in
  /// memory; each file is asked for once. `isCoded` tells whether compressed bytes decode to
  /// others. Throws `Rejection.historyDiffers` when the database holds another history,
  /// `notAllowed` unless the login is the catalogue's owner, and `archiveBroken`.
  package func restore(
    _ archive: @escaping ArchiveBytes, isDryRun: Bool = false, files: @escaping ArchiveFile,
    isCoded: @escaping @Sendable (ContentCoding, [UInt8], [UInt8]) -> Bool = { _, _, _ in true },
    progress: @escaping @Sendable (RestoreProgress) -> Void = { _ in }
  ) async throws(StoreError) -> Restoration {
    let header = try failing { try ArchiveReader(archive).header }
    let sending = Duration.seconds(header.assetBytes / StoreLimits.leastBytesPerSecond)
    return try await transaction(
      isDryRun ? .readOnly : .readWrite, deadline: limits.bulkDeadline + sending
    ) { session in
      if !isDryRun { try session.actAsOwner() }
      let (_, positions) = try session.answers(.tablesAreKnown, .head)
      var reader = try ArchiveReader(archive)
      var restore = Restore(
        header, into: positions[0], isDryRun: isDryRun, files: files, isCoded: isCoded,
        progress: progress)
      while let line = try reader.next() { try restore.add(line, to: session) }
      return try restore.finish(to: session)
    }
  }
}

/// A restore on its way.
private struct Restore {
  /// How many changes, or rows of one kind, are sent at once: some hundred kilobytes.
  private static let rowsAtOnce = 1_000

  private let header: ArchiveHeader
  private let isDryRun: Bool
  private let files: ArchiveFile
  private let isCoded: @Sendable (ContentCoding, [UInt8], [UInt8]) -> Bool
  private let progress: @Sendable (RestoreProgress) -> Void
  /// The database's last change, which nobody moves once rows are sent.
  private var head: RestoredHead
  private var hasBegun = false
  private var check = HistoryCheck()
  private var sending = AssetBatch()
  private var changes: [ArchivedChange] = []
  private var announcements: [AnnouncementRecord] = []
  private var (assetCount, changeCount): (Int64, Int64) = (0, 0)

  init(
    _ header: ArchiveHeader, into head: RestoredHead, isDryRun: Bool, files: @escaping ArchiveFile,
    isCoded: @escaping @Sendable (ContentCoding, [UInt8], [UInt8]) -> Bool,
    progress: @escaping @Sendable (RestoreProgress) -> Void
  ) {
    self.header = header
    self.head = head
    self.isDryRun = isDryRun
    self.files = files
    self.isCoded = isCoded
    self.progress = progress
  }

  /// Whether the archive's rows are sent.
  private var sends: Bool { !isDryRun && head.number == .zero }

  mutating func add(_ line: ArchiveLine, to session: borrowing Session) throws {
    if case .asset(let asset) = line {
      // Assets are stored before the lock is taken, the order in which edits do it.
      guard !hasBegun else { throw ArchiveFault.assetDiffers(asset.digest) }
      if head.number == .zero { try store(asset, to: session) }
    } else {
      try begin(to: session)
    }
    switch line {
    case .change(let change):
      changeCount += 1
      changes.append(change)
    case .announcement(let record): announcements.append(record)
    default: break
    }
    try check.add(line)
    let count = check.settled.touched.count + check.settled.definitions.count
    if max(changes.count, count) >= Self.rowsAtOnce { try send(to: session) }
  }

  mutating func finish(to session: borrowing Session) throws -> Restoration {
    try begin(to: session)
    try check.finish()
    try send(to: session)
    let done = Restoration(
      isNew: head.number == .zero && changeCount > 0, gifts: check.gifts.count,
      changes: changeCount)
    guard head.number == .zero else {
      // It chains all changes, each with its rows.
      guard head.digest == check.last?.digest else {
        throw StoreError.rejected(.historyDiffers(last: head.number))
      }
      return done
    }
    try checkClock(session)
    guard sends, let last = check.last else { return done }
    try sendLasting(to: session)
    var calls = try Call.inserting(
      check.plans.map { ($0.revision.plan, of: $0.rotation, change: $0.revision.since) })
    if !check.groups.isEmpty { calls.append(Call(grouping: check.groups)) }
    if !check.bindings.isEmpty {
      calls.append(Call(binding: check.bindings.map { ($0.gift, $0.row) }))
    }
    for call in calls { try session.run([call]) }
    for start in stride(from: 0, to: announcements.count, by: Self.rowsAtOnce) {
      try session.insert(Array(announcements[start...].prefix(Self.rowsAtOnce)))
    }
    try session.run([Call(announcing: last.record.number)])
    return done
  }
}

extension Restore {
  /// Takes the lock before the first change.
  private mutating func begin(to session: borrowing Session) throws {
    guard !hasBegun else { return }
    hasBegun = true
    guard !isDryRun else { return }
    try sending.send(to: session)
    let locked = try session.lockHead()
    head = (locked.last.number, locked.digest)
  }

  /// Checks an asset, and stores it.
  private mutating func store(_ asset: ArchivedAsset, to session: borrowing Session) throws {
    guard let bytes = files(asset, .identity) else {
      throw ArchiveFault.assetMissing(asset.digest)
    }
    guard SHA256.hash(bytes) == asset.digest.bytes, asset.byteCount == bytes.count,
      !asset.isPicture || Picture.isWebP(bytes)
    else { throw ArchiveFault.assetDiffers(asset.digest) }
    var kept: AssetCodings = [:]
    for coding in asset.codings {
      guard let file = files(asset, coding.coding), SHA256.hash(file) == coding.digest.bytes,
        isCoded(coding.coding, file, bytes)
      else { throw ArchiveFault.codingsDiffer(asset.digest) }
      kept[coding.coding] = file
    }
    if isDryRun {
      try keepAlive(session)
    } else {
      try sending.add(bytes, kept, as: asset.digest, to: session)
    }
    assetCount += 1
    progress(.assets(assetCount, of: header.assets))
  }

  /// Sends what has come together: in parts, to hold no copy of everything.
  private mutating func send(to session: borrowing Session) throws {
    let rows = check.takeSettled()
    if sends {
      if !changes.isEmpty { try session.run([Call(inserting: changes)]) }
      try rows.eachCall(of: Self.rowsAtOnce) { try session.run([$0]) }
      if !changes.isEmpty { progress(.changes(changeCount, of: header.changes)) }
    } else {
      try keepAlive(session)
    }
    changes.removeAll(keepingCapacity: true)
  }

  /// Checking may take longer than the server waits for an idle client.
  private func keepAlive(_ session: borrowing Session) throws { _ = try session.clock() }

  /// Sends the rows that nothing superseded.
  private func sendLasting(to session: borrowing Session) throws {
    var rows = NewRows()
    for (gift, state) in check.gifts {
      let lasting = state.lasting
      rows.definitions += lasting.definitions.map { (gift, $0) }
      rows.availabilities += lasting.availabilities.map { (gift, $0) }
      rows.pictures += lasting.pictures.map { (gift, $0) }
      guard rows.definitions.count >= Self.rowsAtOnce else { continue }
      try rows.eachCall(of: Self.rowsAtOnce) { try session.run([$0]) }
      rows = NewRows()
    }
    try rows.eachCall(of: Self.rowsAtOnce) { try session.run([$0]) }
  }

  /// What is dated after the database's clock would stop edits and ticks.
  private func checkClock(_ session: borrowing Session) throws {
    let now = try session.clock()
    if let last = check.last?.record, last.at > now {
      throw ArchiveFault.fromTheFuture(last.number)
    }
    if let early = announcements.first(where: { $0.announcedAt > now }) {
      throw ArchiveFault.announcementBroken(early.number)
    }
  }
}

/// The newest change of a database, zero before the first, and its digest.
private typealias RestoredHead = (number: ChangeNumber, digest: SHA256Digest?)

extension Question<RestoredHead> {
  /// The newest change.
  fileprivate static var head: Self {
    Self(SQL.headNow) { row in
      (number: try row.change("number"), digest: try row.optionalDigest("digest"))
    }
  }
}

extension Session {
  /// Leaves the store's role for the login itself, which has to be the catalogue's owner: only the
  /// owner brings changes of others, and of before.
  fileprivate func actAsOwner() throws {
    try run([Call(SQL.roleReset)])
    let isOwner = try row(SQL.roleIsOwner) { row in try row.bool("owner") }
    guard isOwner else { throw StoreError.notAllowed(statement: "restore") }
  }
}
