package import GiftDomain

/// The whole catalogue with all of its history, without the bytes of animations and pictures.
package struct Archive: Hashable, Sendable, Codable {
  /// Every change, in order, from 1.
  package let changes: [ArchivedChange]
  /// Every gift, by id.
  package let gifts: [ArchivedGift]
  /// Every plan of every rotation, by name and change.
  package let plans: [RotationPlanRecord]
  /// The settings of placements and categories, in the order of changes.
  package let groups: [GroupRecord]
  /// The bindings of gifts to rotations, by gift and change.
  package let bindings: [RotationBinding]
  /// Every announcement, by number.
  package let announcements: [AnnouncementRecord]
  /// The compressed forms of animations, by digest and coding.
  package let codings: [ArchivedCoding]

  /// An archive from its parts, not validated yet.
  package init(
    changes: [ArchivedChange], gifts: [ArchivedGift], plans: [RotationPlanRecord],
    groups: [GroupRecord], bindings: [RotationBinding], announcements: [AnnouncementRecord],
    codings: [ArchivedCoding]
  ) {
    self.announcements = announcements
    self.codings = codings
    self.changes = changes
    self.gifts = gifts
    self.plans = plans
    self.groups = groups
    self.bindings = bindings
  }

  /// The digests of all animations and pictures, each once, in order.
  package var assets: [SHA256Digest] { byteCounts.keys.sorted { $0.hex < $1.hex } }

  /// The digests of all pictures, superseded ones included.
  package var pictures: Set<SHA256Digest> { Set(pictured.map(\.asset)) }

  private var pictured: [Picture] {
    gifts.flatMap { $0.history.pictures }.flatMap { $0.value.pictures.pair?.all ?? [] }
  }

  /// The sizes of each asset in bytes, from its rows: one number unless they disagree.
  var byteCounts: [SHA256Digest: Set<Int64>] {
    let animations = gifts.flatMap { $0.history.versions }.map { ($0.asset, $0.byteCount) }
    let pictures = pictured.map { ($0.asset, $0.byteCount) }
    return Dictionary((animations + pictures).map { ($0, [$1]) }) { $0.union($1) }
  }

  /// Throws the first `ArchiveFault`: gaps in the changes, rows of missing changes, conflicting
  /// rows, or versions that are not numbered 1, 2, 3 ….
  package func validate() throws(ArchiveFault) {
    var previous: ArchivedChange?
    for (index, change) in changes.enumerated() {
      let record = change.record
      let isInTime = previous.map { $0.record.at <= record.at } ?? true
      guard record.number.value == Int64(index + 1), isInTime || record.verb == .repair
      else { throw .changesOutOfOrder(record.number) }
      // Commands that cannot be read are as they were written: what was done is told by rows.
      guard change.follows(previous?.digest) else { throw .changeAltered(record.number) }
      previous = change
    }
    var seen: Set<GiftID> = []
    for gift in gifts {
      guard seen.insert(gift.history.gift).inserted else { throw .giftRepeated(gift.history.gift) }
      try gift.validate(last: changes.last?.record.number ?? .zero)
    }
    try validateRotations(among: seen)
    try validateGroups()
    try validateAnnouncements()
    let byteCounts = byteCounts
    try validateDifferences()
    if let stray = codings.first(where: { byteCounts[$0.asset] == nil }) {
      throw .codingsDiffer(stray.asset)
    }
  }

  /// All versions, as lineup places.
  private var versions: Set<LineupPlace> {
    Set(
      gifts.flatMap { gift in
        gift.history.versions.map { LineupPlace(gift: $0.gift, version: $0.number) }
      })
  }

  /// Checks that settings belong to changes, in order, each group at most once in one.
  private func validateGroups() throws(ArchiveFault) {
    var previous = ChangeNumber.zero
    var seen: Set<GiftGroup.ID> = []
    for record in groups {
      if record.since != previous { seen = [] }
      guard record.since >= previous, record.group.id != .placement(.gifts),
        changes.indices.contains(Int(record.since.value) - 1),
        seen.insert(record.group.id).inserted
      else { throw .groupBroken(record.group.id) }
      previous = record.since
    }
  }

  private func validateAnnouncements() throws(ArchiveFault) {
    var previous: AnnouncementRecord?
    let versions = versions
    let rotations = Set(plans.map(\.rotation))
    for (index, record) in announcements.enumerated() {
      let announcement = record.announcement
      var isKnown = true
      if case .rotation(let name, _) = announcement.cause { isKnown = rotations.contains(name) }
      guard record.number == Int64(index + 1), isKnown, record.latenessMicroseconds >= 0,
        changes.indices.contains(Int(record.change.value) - 1),
        // Changes never decrease, and the places of one change increase.
        previous.map({
          ($0.change, $0.announcement.place) < (record.change, announcement.place)
        }) ?? true,
        versions.contains(LineupPlace(gift: announcement.gift, version: announcement.version))
      else { throw .announcementBroken(record.number) }
      previous = record
    }
  }

  private func validateRotations(among gifts: Set<GiftID>) throws(ArchiveFault) {
    let instants = Dictionary(changes.map { ($0.record.number, $0.record.at) }) { first, _ in first
    }
    let versions = versions
    let bindings = Dictionary(grouping: bindings, by: \.gift)
    let rotations = [Rotation](plans)
    for rotation in rotations {
      var since = ChangeNumber.zero
      for revision in rotation.revisions {
        let (plan, at) = (revision.plan, revision.at)
        guard since < revision.since, instants[revision.since] == at, plan.isInRange,
          plan.places.isSubset(of: versions)
        else { throw .rotationBroken(rotation.name) }
        since = revision.since
        guard rotation.isAlone(around: at) else { throw .rotationBroken(rotation.name) }
      }
    }
    let named = Dictionary(rotations.map { ($0.name, $0) }) { first, _ in first }
    for (gift, bound) in bindings {
      for binding in bound {
        let row = binding.row
        guard let rotation = named[row.value], gifts.contains(gift), instants[row.since] != nil,
          bound.count(where: { $0.row.stands(at: row.since) }) == 1
        else { throw .rotationBroken(row.value) }
        guard let until = row.until else { continue }
        guard let at = instants[until], row.since < until,
          rotation.asItStood(after: until)?.brings(gift, from: at) == false
        else { throw .rotationBroken(row.value) }
      }
    }
    for plan in plans where !plan.isBound(by: bindings) { throw .rotationBroken(plan.rotation) }
  }
}

extension Rotation {
  /// The rotation without the plans of later changes.
  fileprivate func asItStood(after change: ChangeNumber) -> Rotation? {
    Rotation(name: name, revisions: revisions.filter { $0.since <= change })
  }

  /// Whether no gift is in it twice at once.
  fileprivate func isAlone(around instant: Timestamp) -> Bool {
    Dictionary(grouping: entries(around: instant), by: \.gift).values.allSatisfy { entries in
      let windows = entries.map(\.entry.window).sorted { $0.from < $1.from }
      return !zip(windows, windows.dropFirst()).contains { $0.overlaps($1) }
    }
  }
}

extension RotationPlanRecord {
  /// Whether each of its gifts is bound to its rotation, and so in no other.
  fileprivate func isBound(by bindings: [GiftID: [RotationBinding]]) -> Bool {
    let (since, at, plan) = (revision.since, revision.at, revision.plan)
    let rotation = Rotation(name: rotation, plan: plan, since: since, at: at)
    return plan.gifts.allSatisfy { gift in
      !rotation.brings(gift, from: at)
        || (bindings[gift] ?? []).contains {
          $0.row.value == self.rotation && $0.row.stands(at: since)
        }
    }
  }
}

/// A gift's binding to a rotation, during which it is in no other.
package struct RotationBinding: Hashable, Sendable, Codable {
  /// The bound gift.
  package let gift: GiftID
  /// The rotation, with the changes that bound and released the gift.
  package let row: Recorded<RotationName>
}

/// A compressed form of an animation.
package struct ArchivedCoding: Hashable, Sendable, Codable {
  /// The digest of the animation.
  package let asset: SHA256Digest
  /// The compression.
  package let coding: ContentCoding
  /// The SHA-256 of the compressed bytes.
  package let digest: SHA256Digest
}

/// One gift in an archive.
package struct ArchivedGift: Hashable, Sendable, Codable {
  /// All rows of the gift.
  package let history: GiftHistory
  /// The findings of each version's check, in order: JSON arrays.
  package let findings: [String]

  fileprivate func validate(last: ChangeNumber) throws(ArchiveFault) {
    let gift = history.gift
    guard let first = history.changes.first, let newest = history.changes.last,
      first > .zero, newest <= last, history.changes == Set(history.changes).sorted()
    else { throw .changesOfGiftBroken(gift) }
    for (index, version) in history.versions.enumerated() {
      guard version.number.value == Int64(index + 1), version.gift == gift else {
        throw .versionsOutOfOrder(gift)
      }
    }
    guard findings.count == history.versions.count,
      // They are rows of their own.
      history.versions.allSatisfy({ $0.pictures == nil })
    else { throw .versionsOutOfOrder(gift) }
    try validateRows()
    // The gift and the change are enough to find the rows.
    if let change = history.firstOverlap { throw .overlap(gift, at: change) }
  }

  /// Checks that every row belongs to changes of the gift, and names a version that existed by
  /// then.
  private func validateRows() throws(ArchiveFault) {
    let recorded = Set(history.changes)
    let added = Dictionary(history.versions.map { ($0.number, $0.since) }) { first, _ in first }
    var rows: [(since: ChangeNumber, until: ChangeNumber?, version: VersionNumber?)] = []
    rows += history.versions.map { ($0.since, nil, $0.number) }
    rows += history.definitions.map { ($0.since, $0.until, $0.value.latestVersion) }
    rows += history.availabilities.map { ($0.since, $0.until, $0.value.version) }
    rows += history.pictures.map { ($0.since, $0.until, $0.value.version) }
    for row in rows {
      guard recorded.contains(row.since),
        row.until.map({ recorded.contains($0) && row.since < $0 }) ?? true,
        row.version.map({ added[$0].map { $0 <= row.since } ?? false }) ?? true
      else { throw .rowWithoutChange(history.gift) }
    }
  }
}

/// Why an archive is inconsistent.
package enum ArchiveFault: Error, Hashable, Sendable {
  /// The changes are not numbered 1, 2, 3 … or go back in time without a repair.
  case changesOutOfOrder(ChangeNumber)
  /// A change, or the one before it, does not match its digest; or its commands cannot be read.
  case changeAltered(ChangeNumber)
  /// The rows that a change added and superseded are not those that its digest covers.
  case rowsAltered(ChangeNumber)
  /// The last change is in the future of the database's clock, so the next edits would be refused.
  case fromTheFuture(ChangeNumber)
  /// A gift occurs twice.
  case giftRepeated(GiftID)
  /// A gift's changes are missing, unordered or beyond the last.
  case changesOfGiftBroken(GiftID)
  /// A gift's versions are not numbered 1, 2, 3 … or the number of findings differs.
  case versionsOutOfOrder(GiftID)
  /// A row names a change or version that the gift does not have, or not yet.
  case rowWithoutChange(GiftID)
  /// Two definitions or two pictures of a version are current at once, two windows overlap, or two
  /// standing steps begin at the same instant.
  case overlap(GiftID, at: ChangeNumber)
  /// A plan or binding of a rotation names a missing change or gift, or occurs twice.
  case rotationBroken(RotationName)
  /// Settings of a placement or category are out of order, twice in a change, or of a missing one.
  case groupBroken(GiftGroup.ID)
  /// An announcement is out of order, early, or names a missing version or rotation.
  case announcementBroken(Int64)
  /// The bytes of an animation or a picture are missing.
  case assetMissing(SHA256Digest)
  /// An asset's bytes do not match their digest, or the size in its rows; or it is a picture, and
  /// not WebP.
  case assetDiffers(SHA256Digest)
  /// A compressed form of an animation is missing, or does not decode to it.
  case codingsDiffer(SHA256Digest)
}
