package import GiftDomain

@testable package import GiftStore

/// A whole archive in memory, by gift: for comparing what stores hold, and for breaking it.
package struct Archive: Hashable, Sendable {
  /// Every change.
  package var changes: [ArchivedChange] = []
  /// Every gift, by id.
  package var gifts: [ArchivedGift] = []
  /// Every plan of every rotation, by change.
  package var plans: [RotationPlanRecord] = []
  /// The settings of placements and categories, by change.
  package var groups: [GroupRecord] = []
  /// The bindings of gifts to rotations, by change.
  package var bindings: [RotationBinding] = []
  /// Every announcement, by number.
  package var announcements: [AnnouncementRecord] = []
  /// The compressed forms of animations.
  package var codings: [SHA256Digest: [ArchivedCoding]] = [:]

  /// That of a database in which nothing has happened yet.
  package static let empty = Archive()

  /// An archive of these parts.
  package init(
    changes: [ArchivedChange] = [], gifts: [ArchivedGift] = [], plans: [RotationPlanRecord] = [],
    groups: [GroupRecord] = [], bindings: [RotationBinding] = [],
    announcements: [AnnouncementRecord] = [], codings: [SHA256Digest: [ArchivedCoding]] = [:]
  ) {
    self.changes = changes
    self.gifts = gifts
    self.plans = plans.sorted {
      ($0.revision.since, $0.rotation) < ($1.revision.since, $1.rotation)
    }
    self.groups = groups
    self.bindings = bindings.sorted { ($0.row.since, $0.gift) < ($1.row.since, $1.gift) }
    self.announcements = announcements
    self.codings = codings
  }

  /// The digests of all animations and pictures, each once, in order.
  package var assets: [SHA256Digest] { byteCounts.keys.sorted { $0.hex < $1.hex } }

  /// The digests of all pictures, superseded ones included.
  package var pictures: Set<SHA256Digest> { Set(pictured.map(\.asset)) }

  private var pictured: [Picture] {
    gifts.flatMap { $0.history.pictures }.flatMap { $0.value.pictures.pair?.all ?? [] }
  }

  /// The size of each asset in bytes, from one of its rows.
  fileprivate var byteCounts: [SHA256Digest: Int64] {
    let animations = gifts.flatMap { $0.history.versions }.map { ($0.asset, $0.byteCount) }
    let pictures = pictured.map { ($0.asset, $0.byteCount) }
    return Dictionary(animations + pictures) { first, _ in first }
  }
}

/// One gift in an archive.
package struct ArchivedGift: Hashable, Sendable {
  /// All rows of the gift.
  package var history: GiftHistory
  /// The findings of each version's check, in order: JSON arrays.
  package var findings: [String]

  /// A gift's rows.
  package init(history: GiftHistory, findings: [String]) {
    self.history = history
    self.findings = findings
  }
}

extension Archive {
  /// The archive that these lines are.
  package init(_ lines: [ArchiveLine]) {
    var edits: [GiftID: [(ChangeNumber, ArchivedEdit)]] = [:]
    for line in lines {
      switch line {
      case .asset(let asset):
        if !asset.codings.isEmpty { codings[asset.digest] = asset.codings }
      case .change(let change): changes.append(change)
      case .group(let record): groups.append(record)
      case .plan(let record): plans.append(record)
      case .binding(let binding): bindings.append(binding)
      case .edit(let edit):
        edits[edit.gift, default: []].append((changes.last?.record.number ?? .zero, edit))
      case .announcement(let record): announcements.append(record)
      }
    }
    gifts = edits.sorted { $0.key < $1.key }.map { gift, edits in
      let rows = edits.map(\.1)
      let versions = rows.flatMap(\.versions)
      return ArchivedGift(
        history: GiftHistory(
          gift: gift, versions: versions.map(\.version),
          definitions: rows.compactMap(\.definition),
          availabilities: rows.flatMap(\.availabilities).sorted { $0.place < $1.place },
          pictures: rows.flatMap(\.pictures).sorted {
            ($0.value.version, $0.since) < ($1.value.version, $1.since)
          }, changes: edits.map(\.0)), findings: versions.map(\.findings))
    }
  }

  /// Its lines: rows of a change that did not touch their gift are among those of an earlier one.
  package func lines() throws -> [ArchiveLine] {
    let pictures = pictures
    var lines: [ArchiveLine] = try byteCounts.sorted { $0.key.hex < $1.key.hex }.map {
      .asset(
        try ArchivedAsset(
          digest: $0.key, byteCount: $0.value, isPicture: pictures.contains($0.key),
          codings: codings[$0.key] ?? []))
    }
    let edits = Dictionary(grouping: gifts.flatMap(\.edits), by: \.change)
    lines += (edits[.zero] ?? []).map { .edit($0.edit) }
    for change in changes {
      let number = change.record.number
      lines.append(.change(change))
      lines += groups.filter { $0.since == number }.map { .group($0) }
      lines += plans.filter { $0.revision.since == number }.map { .plan($0) }
      lines += bindings.filter { $0.row.since == number }.map { .binding($0) }
      lines += (edits[number] ?? []).map { .edit($0.edit) }
    }
    // What is of no change that is there.
    let numbers = Set(changes.map(\.record.number))
    lines += groups.filter { !numbers.contains($0.since) }.map { .group($0) }
    lines += plans.filter { !numbers.contains($0.revision.since) }.map { .plan($0) }
    lines += bindings.filter { !numbers.contains($0.row.since) }.map { .binding($0) }
    let strays = edits.filter { $0.key > .zero && !numbers.contains($0.key) }.sorted {
      $0.key < $1.key
    }
    lines += strays.flatMap(\.value).map { .edit($0.edit) }
    return lines + announcements.map { .announcement($0) }
  }

  /// Its text, whether or not it is a history.
  package func text() throws -> [UInt8] {
    let lines = try lines()
    let assets = lines.compactMap { if case .asset(let asset) = $0 { asset } else { nil } }
    var text: [UInt8] = []
    let header = ArchiveHeader(changes: try ChangeNumber(Int64(changes.count)), assets: assets)
    var writer = try ArchiveWriter(header) { text += $0 }
    for line in lines { try writer.add(line) }
    try writer.finish()
    return text
  }

  /// Reads a text; throws `ArchiveFault.text`.
  package init(text: [UInt8]) throws(ArchiveFault) {
    var lines: [ArchiveLine] = []
    var reader = try ArchiveReader(archiveBytes(text))
    while let line = try reader.next() { lines.append(line) }
    self.init(lines)
  }
}

/// A text in memory, as a restore reads it.
package func archiveBytes(_ text: [UInt8]) -> ArchiveBytes {
  { offset, count in Array(text.dropFirst(Int(offset)).prefix(count)) }
}

extension Recorded<Availability> {
  fileprivate var place: (Timestamp, Int, ChangeNumber) {
    (value.window.from, value.isStanding ? 1 : 0, since)
  }
}

extension ArchivedGift {
  /// The gift's lines, each with its change.
  fileprivate var edits: [(change: ChangeNumber, edit: ArchivedEdit)] {
    let gift = history.gift
    var edits = history.changes.map { ($0, ArchivedEdit(of: gift)) }
    if edits.isEmpty { edits = [(.zero, ArchivedEdit(of: gift))] }
    func add(since: ChangeNumber, _ row: (inout ArchivedEdit) -> Void) {
      let place = edits.lastIndex { $0.0 <= since } ?? 0
      row(&edits[place].1)
    }
    for (version, findings) in zip(history.versions, findings) {
      add(since: version.since) { $0.versions.append(.init(version: version, findings: findings)) }
    }
    for row in history.definitions { add(since: row.since) { $0.definition = row } }
    for row in history.availabilities { add(since: row.since) { $0.availabilities.append(row) } }
    for row in history.pictures { add(since: row.since) { $0.pictures.append(row) } }
    return edits
  }
}
