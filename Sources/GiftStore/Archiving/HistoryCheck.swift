import GiftDomain
import Hashing

/// Checks a history, line by line: its changes are a chain, each did to the rows what its digest
/// says, and all rows fit together.
///
/// Holds what stands at the last change, not what was superseded before it.
struct HistoryCheck {
  /// The last change.
  private(set) var last: ArchivedChange?
  /// The gifts so far.
  private(set) var gifts: [GiftID: GiftCheck] = [:]
  /// The rows of gifts whose end is known, until they are taken.
  private(set) var settled = NewRows()
  /// The plans of rotations, by name and change.
  private(set) var plans: [RotationPlanRecord] = []
  /// The bindings of gifts to rotations, by change.
  private(set) var bindings: [RotationBinding] = []
  /// The settings of placements and categories, by change.
  private(set) var groups: [GroupRecord] = []

  private var assets: [SHA256Digest: ArchivedAsset] = [:]
  /// The digests of the rows that the last change added and superseded.
  private var rows: [[UInt8]] = []
  private var standingGroups: [GiftGroup.ID: GroupRecord] = [:]
  private var standingPlans: [RotationName: (plan: RotationPlan, since: ChangeNumber)] = [:]
  private var zones: [ZoneRules: SHA256Digest] = [:]
  private var ending: [ChangeNumber: [RotationBinding]] = [:]
  /// When the changes were made that plans and bindings name.
  private var instants: [ChangeNumber: Timestamp] = [:]
  private var announced: AnnouncementRecord?

  /// Adds the next line.
  ///
  /// Throws the first `ArchiveFault`; those of rows with the next change, or at the end.
  mutating func add(_ line: ArchiveLine) throws(ArchiveFault) {
    switch line {
    case .asset(let asset): assets[asset.digest] = asset
    case .change(let change): try add(change)
    case .group(let record): try add(record)
    case .plan(let record): try add(record)
    case .binding(let binding): try add(binding)
    case .edit(let edit): try add(edit)
    case .announcement(let record): try add(record)
    }
  }

  /// Checks the last change, and what is only known at the end.
  ///
  /// Throws the first `ArchiveFault`.
  mutating func finish() throws(ArchiveFault) {
    try closeChange()
    for (gift, state) in gifts { try state.finish(gift) }
    try checkRotations()
  }

  /// Takes the settled rows away.
  mutating func takeSettled() -> NewRows {
    defer { settled = NewRows() }
    return settled
  }

  private mutating func add(_ change: ArchivedChange) throws(ArchiveFault) {
    try closeChange()
    let record = change.record
    let isInTime = last.map { $0.record.at <= record.at } ?? true
    guard record.number == (last?.record.number ?? .zero).next, isInTime || record.verb == .repair
    else { throw .changesOutOfOrder(record.number) }
    // Commands that cannot be read are as they were written: what was done is told by rows.
    guard change.follows(last?.digest) else { throw .changeAltered(record.number) }
    last = change
    for binding in ending.removeValue(forKey: record.number) ?? [] {
      instants[record.number] = record.at
      prove(
        CanonicalRow(.superseded, binding: binding.gift, to: binding.row.value, now: record.at))
    }
  }

  private mutating func prove(_ row: CanonicalRow) { rows.append(row.digest) }

  /// Checks that the last change did to the rows what its digest says.
  private mutating func closeChange() throws(ArchiveFault) {
    guard let last else { return }
    guard CanonicalDifference.digest(of: rows) == last.difference.bytes else {
      throw .rowsAltered(last.record.number)
    }
    rows.removeAll(keepingCapacity: true)
  }
}

// Gifts.
extension HistoryCheck {
  private mutating func add(_ edit: ArchivedEdit) throws(ArchiveFault) {
    let gift = edit.gift
    guard let change = last?.record else { throw .changesOfGiftBroken(gift) }
    let now = change.at
    var state = gifts.removeValue(forKey: gift) ?? GiftCheck()
    if state.edited == .zero {
      prove(CanonicalRow(gift: gift, now: now))
      settled.gifts.append((gift, change.number))
    }
    settled.touched.append((gift, change.number))
    let ended = try state.begin(change.number, of: gift)
    settled.definitions += ended.definitions.map { (gift, $0) }
    settled.availabilities += ended.availabilities.map { (gift, $0) }
    settled.pictures += ended.pictures.map { (gift, $0) }
    for row in ended.definitions { prove(CanonicalRow(.superseded, row.value, of: gift, now: now)) }
    for row in ended.availabilities {
      prove(CanonicalRow(.superseded, row.value, of: gift, now: now))
    }
    for row in ended.pictures { prove(CanonicalRow(.superseded, row.value, of: gift, now: now)) }
    for checked in edit.versions {
      try check(checked.version.asset, checked.version.byteCount, isPicture: false)
      try state.add(checked.version, of: gift)
      prove(CanonicalRow(checked.version, findings: checked.findings, now: now))
      settled.versions.append((checked.version, checked.findings))
    }
    if let row = edit.definition {
      try state.add(row, of: gift)
      prove(CanonicalRow(.added, row.value, of: gift, now: now))
    }
    for row in edit.availabilities {
      try state.add(row, of: gift)
      prove(CanonicalRow(.added, row.value, of: gift, now: now))
    }
    for row in edit.pictures {
      for picture in row.value.pictures.pair?.all ?? [] {
        try check(picture.asset, picture.byteCount, isPicture: true)
      }
      try state.add(row, of: gift)
      prove(CanonicalRow(.added, row.value, of: gift, now: now))
    }
    gifts[gift] = state
  }

  private func check(
    _ digest: SHA256Digest, _ byteCount: Int64, isPicture: Bool
  ) throws(ArchiveFault) {
    guard let asset = assets[digest] else { throw .assetMissing(digest) }
    guard asset.byteCount == byteCount, asset.isPicture || !isPicture else {
      throw .assetDiffers(digest)
    }
  }
}

// Placements, categories, announcements.
extension HistoryCheck {
  /// Settings hold until the next of their group; there are none to supersede once it is retired.
  private mutating func add(_ record: GroupRecord) throws(ArchiveFault) {
    let id = record.group.id
    let before = standingGroups.updateValue(record, forKey: id)
    guard let change = last?.record, record.since == change.number, before?.since != record.since,
      id != .placement(.gifts)
    else { throw .groupBroken(id) }
    groups.append(record)
    if let before, !before.group.isAbsent {
      prove(CanonicalRow(.superseded, before.group, now: change.at))
    }
    prove(CanonicalRow(.added, record.group, now: change.at))
  }

  private mutating func add(_ record: AnnouncementRecord) throws(ArchiveFault) {
    let announcement = record.announcement
    var isKnown = true
    if case .rotation(let name, _) = announcement.cause { isKnown = standingPlans[name] != nil }
    guard record.number == (announced?.number ?? 0) + 1, isKnown, record.latenessMicroseconds >= 0,
      record.change > .zero, let last, record.change <= last.record.number,
      // Changes never decrease, and the places of one change increase.
      announced.map({
        ($0.change, $0.announcement.place) < (record.change, announcement.place)
      }) ?? true,
      has(LineupPlace(gift: announcement.gift, version: announcement.version))
    else { throw .announcementBroken(record.number) }
    announced = record
  }

  private func has(_ place: LineupPlace) -> Bool {
    gifts[place.gift].map { place.version.value <= $0.versionCount } ?? false
  }
}

// Rotations, which are few: most of them is checked at the end.
extension HistoryCheck {
  /// A plan holds until the next of its rotation.
  private mutating func add(_ record: RotationPlanRecord) throws(ArchiveFault) {
    let (name, plan) = (record.rotation, record.revision.plan)
    let before = standingPlans.updateValue((plan, record.revision.since), forKey: name)
    guard let change = last?.record, record.revision.since == change.number,
      record.revision.at == change.at, before?.since != change.number, plan.isInRange
    else { throw .rotationBroken(name) }
    instants[change.number] = change.at
    plans.append(record)
    if let before {
      prove(
        CanonicalRow(
          .superseded, before.plan, of: name, zone: try zone(of: before.plan, name), now: change.at)
      )
    } else {
      prove(CanonicalRow(rotation: name, now: change.at))
    }
    prove(CanonicalRow(.added, plan, of: name, zone: try zone(of: plan, name), now: change.at))
  }

  private mutating func zone(
    of plan: RotationPlan, _ name: RotationName
  ) throws(ArchiveFault) -> SHA256Digest {
    if let known = zones[plan.zone] { return known }
    // Rules were decoded, so they can be encoded.
    guard let digest = try? plan.zone.digest else { throw .rotationBroken(name) }
    zones[plan.zone] = digest
    return digest
  }

  private mutating func add(_ binding: RotationBinding) throws(ArchiveFault) {
    let row = binding.row
    guard let change = last?.record, row.since == change.number,
      row.until.map({ $0 > row.since }) ?? true
    else { throw .rotationBroken(row.value) }
    instants[change.number] = change.at
    bindings.append(binding)
    if let until = row.until { ending[until, default: []].append(binding) }
    prove(CanonicalRow(.added, binding: binding.gift, to: row.value, now: change.at))
  }

  private func checkRotations() throws(ArchiveFault) {
    if let early = ending.values.joined().first { throw .rotationBroken(early.row.value) }
    let rotations = [Rotation](plans)
    for rotation in rotations {
      for revision in rotation.revisions {
        guard revision.plan.places.allSatisfy(has), rotation.isAlone(around: revision.at)
        else { throw .rotationBroken(rotation.name) }
      }
    }
    let named = Dictionary(rotations.map { ($0.name, $0) }) { first, _ in first }
    let bound = Dictionary(grouping: bindings, by: \.gift)
    for (gift, bindings) in bound {
      for row in bindings.map(\.row) {
        guard let rotation = named[row.value], gifts[gift] != nil,
          bindings.count(where: { $0.row.stands(at: row.since) }) == 1
        else { throw .rotationBroken(row.value) }
        guard let until = row.until else { continue }
        guard let at = instants[until],
          rotation.asItStood(after: until)?.brings(gift, from: at) == false
        else { throw .rotationBroken(row.value) }
      }
    }
    for plan in plans where !plan.isBound(by: bound) { throw .rotationBroken(plan.rotation) }
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
