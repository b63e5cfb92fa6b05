package import GiftDomain
import GiftSQL
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
        header: header, head: positions[0], isDryRun: isDryRun, files: files, isCoded: isCoded,
        progress: progress)
      while let line = try reader.next() {
        try restore.add(line, of: reader.lineBytes, to: session)
      }
      return try restore.finish(to: session)
    }
  }
}

/// A restore on its way.
private struct Restore {
  /// How many changes, or rows of one kind, are sent at once: some hundred kilobytes.
  static let rowsAtOnce = 1_000
  /// The most bytes of lines that are sent at once, unless one line has more: 8 MiB.
  static let bytesAtOnce = 8_388_608

  let header: ArchiveHeader
  /// The database's last change, which nobody moves once rows are sent.
  var head: RestoredHead
  let isDryRun: Bool
  let files: ArchiveFile
  let isCoded: @Sendable (ContentCoding, [UInt8], [UInt8]) -> Bool
  let progress: @Sendable (RestoreProgress) -> Void
  var check = HistoryCheck()
  var sending = AssetBatch()
  var hasBegun = false
  var hasEnded = false
  /// The database's clock, once all changes are checked.
  var now: Timestamp?
  var pendingBytes = 0
  var changes: [ArchivedChange] = []
  var announcements: [AnnouncementRecord] = []
  var assetCount: Int64 = 0
  var changeCount: Int64 = 0

  /// Whether the archive's rows are sent.
  private var sends: Bool { !isDryRun && head.number == .zero }

  mutating func add(
    _ line: ArchiveLine, of byteCount: Int, to session: borrowing Session
  ) throws {
    switch line {
    case .asset(let asset):
      // Assets are stored before the lock is taken, the order in which edits do it.
      guard !hasBegun else { throw ArchiveFault.assetDiffers(asset.digest) }
      if head.number == .zero { try store(asset, to: session) }
    case .change(let change):
      try begin(to: session)
      changeCount += 1
      changes.append(change)
    case .announcement(let record):
      try endChanges(to: session)
      guard now.map({ record.announcedAt <= $0 }) ?? true else {
        throw ArchiveFault.announcementBroken(record.number)
      }
      announcements.append(record)
    case .group, .plan, .binding, .edit: break
    }
    try check.add(line)
    pendingBytes += byteCount
    let rows = check.settled.touched.count + check.settled.definitions.count
    if pendingBytes >= Self.bytesAtOnce
      || max(changes.count, rows, announcements.count) >= Self.rowsAtOnce
    {
      try send(to: session)
    }
  }

  mutating func finish(to session: borrowing Session) throws -> Restoration {
    try endChanges(to: session)
    try send(to: session)
    if sends, let last = check.last {
      try session.run([Call(announcing: last.record.number)])
    }
    return Restoration(
      isNew: head.number == .zero && changeCount > 0, gifts: check.gifts.count,
      changes: changeCount)
  }
}

extension Restore {
  /// Takes the lock before the first change, if there is something to write.
  private mutating func begin(to session: borrowing Session) throws {
    guard !hasBegun else { return }
    hasBegun = true
    guard sends else { return }
    try sending.send(to: session)
    let locked = try session.lockHead()
    head = (locked.last.number, locked.digest)
  }

  /// Sends the last change, and what nothing superseded, once.
  private mutating func endChanges(to session: borrowing Session) throws {
    guard !hasEnded else { return }
    hasEnded = true
    try begin(to: session)
    try check.endChanges()
    try send(to: session)
    guard head.number == .zero else {
      // It chains all changes, each with its rows.
      guard head.digest == check.last?.digest else {
        throw StoreError.rejected(.historyDiffers(last: head.number))
      }
      return
    }
    // What is dated after the database's clock would stop edits and ticks.
    let clock = try session.clock()
    now = clock
    if let last = check.last?.record, last.at > clock {
      throw ArchiveFault.fromTheFuture(last.number)
    }
    guard sends else { return }
    try sendLasting(to: session)
    let plans = try Call.inserting(
      check.plans.map { ($0.revision.plan, of: $0.rotation, change: $0.revision.since) })
    for call in plans { try session.run([call]) }
    try check.groups.parted { try session.run([Call(grouping: $0)]) }
    try check.bindings.parted { part in
      try session.run([Call(binding: part.map { ($0.gift, $0.row) })])
    }
  }

  /// Checks an asset, and stores it.
  private mutating func store(_ asset: ArchivedAsset, to session: borrowing Session) throws {
    let bytes = try asset.proven(files(asset, .identity))
    var kept: AssetCodings = [:]
    for coding in asset.codings {
      let file = try asset.proven(coding, files(asset, coding.coding))
      // What somebody stored by hand is left out: it is only another form of the same bytes.
      if coding.coding != .identity, file.count < bytes.count,
        isCoded(coding.coding, file, bytes)
      {
        kept[coding.coding] = file
      }
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
      if !announcements.isEmpty { try session.insert(announcements) }
      if !changes.isEmpty { progress(.changes(changeCount, of: header.changes)) }
    } else {
      try keepAlive(session)
    }
    changes.removeAll(keepingCapacity: true)
    announcements.removeAll(keepingCapacity: true)
    pendingBytes = 0
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
}

extension Array {
  /// Calls `body` with a thousand at a time.
  fileprivate func parted(_ body: ([Element]) throws -> Void) rethrows {
    for start in stride(from: 0, to: count, by: 1_000) {
      try body(Array(self[start...].prefix(1_000)))
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
