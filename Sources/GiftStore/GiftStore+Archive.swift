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
  /// `bytes` gives the animation under a digest, `codings` what is kept of it for clients that take
  /// it compressed, and `progress` is told how many are stored.
  /// Throws `Rejection.historyDiffers` when the database holds anything else, `archiveBroken` when
  /// the archive does not fit together or an animation is missing or differs.
  package func restore(
    _ archive: Archive, isDryRun: Bool = false,
    codings: [SHA256Digest: AssetCodings] = [:],
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
      try session.limitLockWaits(to: limits.lockWait)
      if try session.lastChange().number == .zero {
        // Before the lock, and in the order in which edits do it.
        try session.restoreAssets(of: archive, codings, bytes, progress)
      }
      let last = try session.lockHead().last.number
      guard last == .zero else {
        guard try session.archive() == archive else {
          throw .rejected(.historyDiffers(last: last))
        }
        return false
      }
      let now = try session.clock()
      if let last = archive.changes.last?.record, last.at > now {
        throw .archiveBroken(.fromTheFuture(last.number))
      }
      if let early = archive.announcements.first(where: { $0.announcedAt > now }) {
        throw .archiveBroken(.announcementBroken(early.number))
      }
      for change in archive.changes { try session.insert(change) }
      try session.insert(NewRows(archive.gifts))
      for plan in archive.plans {
        try session.run(SQL.rotationInsert, [.text(plan.rotation.text), .change(plan.since)])
        try session.insert(plan.plan, of: plan.rotation, change: plan.since)
      }
      try session.bind(archive.bindings.map { ($0.gift, $0.row) })
      try session.validateRotations(of: archive, zones)
      try session.insert(archive.announcements)
      if let last = archive.changes.last {
        try session.run(SQL.changeNotify, [.text(last.record.number.description)])
      }
      return !archive.changes.isEmpty
    }
  }
}

extension Session {
  fileprivate func archive() throws(StoreError) -> Archive {
    let changes = try rows(SQL.changeAll) { row throws(StoreError) in try row.archivedChange() }
    let newest = changes.last?.record.number ?? .zero
    let last: [Parameter] = [.change(newest)]
    let touched = Dictionary(
      grouping: try rows(SQL.giftChangeAll, last) { row throws(StoreError) in
        (gift: try row.gift("gift"), change: try row.change("change"))
      }, by: \.gift)
    let versions = Dictionary(
      grouping: try rows(SQL.versionAll, last) { row throws(StoreError) in
        try row.animationVersion()
      }, by: \.gift)
    let findings = Dictionary(
      grouping: try rows(SQL.versionFindingsAll) { row throws(StoreError) in
        (
          gift: try row.gift("gift"), number: try row.version("number"),
          text: try row.text("findings")
        )
      }, by: \.gift)
    let definitions = Dictionary(
      grouping: try rows(SQL.definitionAll, last) { row throws(StoreError) in
        (gift: try row.gift("gift"), row: try row.definition())
      }, by: \.gift)
    let availabilities = Dictionary(
      grouping: try rows(SQL.availabilityAll, last) { row throws(StoreError) in
        (gift: try row.gift("gift"), row: try row.availability())
      }, by: \.gift)
    let archived = touched.keys.sorted().map { gift in
      ArchivedGift(
        history: GiftHistory(
          gift: gift, versions: versions[gift] ?? [],
          definitions: (definitions[gift] ?? []).map(\.row),
          availabilities: (availabilities[gift] ?? []).map(\.row),
          changes: (touched[gift] ?? []).map(\.change)),
        findings: Dictionary((findings[gift] ?? []).map { ($0.number, $0.text) }) { _, last in last
        })
    }
    let bindings = try rows(SQL.rotationGiftAll) { row throws(StoreError) in
      RotationBinding(
        gift: try row.gift("gift"),
        row: Recorded(
          try row.rotationName("rotation"), since: try row.change("since_change"),
          until: try row.optionalChange("until_change")))
    }
    return Archive(
      changes: changes, gifts: archived, plans: try storedPlans(at: newest), bindings: bindings,
      announcements: try announcements())
  }

  /// What only the rules of zones can tell: each plan is in a zone that this database knows, and
  /// what it brings is bound to its rotation and so in no other.
  fileprivate func validateRotations(
    of archive: Archive, _ zones: KnownZones
  ) throws(StoreError) {
    let bindings = Dictionary(grouping: archive.bindings, by: \.gift)
    for plan in archive.plans {
      guard let zone = try zone(named: plan.plan.zone.name, known: zones),
        let rotation = Rotation(name: plan.rotation, revisions: [plan.revision(in: zone)])
      else { throw .archiveBroken(.rotationBroken(plan.rotation)) }
      for gift in plan.plan.gifts where rotation.brings(gift, from: plan.at) {
        let isBound = (bindings[gift] ?? []).contains {
          $0.row.value == plan.rotation && $0.row.stands(at: plan.since)
        }
        guard isBound else { throw .archiveBroken(.rotationBroken(plan.rotation)) }
      }
    }
  }

  fileprivate func restoreAssets(
    of archive: Archive, _ codings: [SHA256Digest: AssetCodings],
    _ bytes: (SHA256Digest) -> [UInt8]?, _ progress: (Int) -> Void
  ) throws(StoreError) {
    let byteCounts = archive.byteCounts
    for (index, digest) in archive.assets.enumerated() {
      guard let asset = bytes(digest) else { throw .archiveBroken(.assetMissing(digest)) }
      guard sha256(asset) == digest.bytes, byteCounts[digest] == [Int64(asset.count)] else {
        throw .archiveBroken(.assetDiffers(digest))
      }
      try store(asset, codings[digest] ?? .none, as: digest)
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
