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
  /// Those that no row has named so far.
  private var unnamed: Set<SHA256Digest> = []
  /// The digests of the rows that the last change added and superseded.
  private var rows: [[UInt8]] = []
  private var standingGroups: [GiftGroup.ID: GroupRecord] = [:]
  private var standingPlans: [RotationName: Rotation.Revision] = [:]
  private var zones: [ZoneRules: SHA256Digest] = [:]
  /// The rotation of each gift that is bound to one.
  private var bound: [GiftID: RotationName] = [:]
  private var ending: [ChangeNumber: [RotationBinding]] = [:]
  private var edited = EditedRotations()
  private var announced: AnnouncementRecord?
  private var hasEnded = false

  /// Adds the next line.
  ///
  /// Throws the first `ArchiveFault`; those of rows with the next change, or at the end.
  mutating func add(_ line: ArchiveLine) throws(ArchiveFault) {
    if case .announcement(let record) = line {
      try endChanges()
      return try add(record)
    }
    guard !hasEnded else { throw .announcementBroken(announced?.number ?? 0) }
    switch line {
    case .asset(let asset): try add(asset)
    case .change(let change): try add(change)
    case .group(let record): try add(record)
    case .plan(let record): try add(record)
    case .binding(let binding): try add(binding)
    case .edit(let edit): try add(edit)
    case .announcement: break
    }
  }

  /// Checks the last change, and what is only known after it, once; only announcements may follow.
  ///
  /// Throws the first `ArchiveFault`.
  mutating func endChanges() throws(ArchiveFault) {
    guard !hasEnded else { return }
    hasEnded = true
    try closeChange()
    for (gift, state) in gifts { try state.finish(gift) }
    if let early = ending.values.joined().first { throw .rotationBroken(early.row.value) }
    if let digest = unnamed.min() { throw .assetUnnamed(digest) }
  }

  /// Takes the settled rows away.
  mutating func takeSettled() -> NewRows {
    defer { settled = NewRows() }
    return settled
  }

  private mutating func add(_ asset: ArchivedAsset) throws(ArchiveFault) {
    guard unnamed.insert(asset.digest).inserted,
      assets.updateValue(asset, forKey: asset.digest) == nil
    else { throw .assetDiffers(asset.digest) }
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
      edited.released.append(binding)
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
    try checkRotations(at: last.record.at)
  }
}

/// What one change did to rotations.
private struct EditedRotations {
  /// The rotations with a new plan, each with the plan before.
  var replanned: [(name: RotationName, before: Rotation.Revision?)] = []
  var bound: [RotationBinding] = []
  var released: [RotationBinding] = []
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

  private mutating func check(
    _ digest: SHA256Digest, _ byteCount: Int64, isPicture: Bool
  ) throws(ArchiveFault) {
    guard let asset = assets[digest] else { throw .assetMissing(digest) }
    unnamed.remove(digest)
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

// Rotations.
extension HistoryCheck {
  /// A plan holds until the next of its rotation.
  private mutating func add(_ record: RotationPlanRecord) throws(ArchiveFault) {
    let (name, plan) = (record.rotation, record.revision.plan)
    let before = standingPlans.updateValue(record.revision, forKey: name)
    guard let change = last?.record, record.revision.since == change.number,
      record.revision.at == change.at, before?.since != change.number, plan.isInRange
    else { throw .rotationBroken(name) }
    edited.replanned.append((name, before))
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
    edited.bound.append(binding)
    bindings.append(binding)
    if let until = row.until { ending[until, default: []].append(binding) }
    prove(CanonicalRow(.added, binding: binding.gift, to: row.value, now: change.at))
  }

  /// Checks that each gift is bound to the rotation that brings it, and to no other, as a change
  /// leaves them.
  private mutating func checkRotations(at instant: Timestamp) throws(ArchiveFault) {
    defer { edited = EditedRotations() }
    for (gift, row) in edited.released.map({ ($0.gift, $0.row) }) {
      guard bound.removeValue(forKey: gift) == row.value,
        rotation(row.value)?.brings(gift, from: instant) == false
      else { throw .rotationBroken(row.value) }
    }
    for (gift, row) in edited.bound.map({ ($0.gift, $0.row) }) {
      guard standingPlans[row.value] != nil, gifts[gift] != nil,
        bound.updateValue(row.value, forKey: gift) == nil
      else { throw .rotationBroken(row.value) }
    }
    for (name, before) in edited.replanned {
      guard let rotation = rotation(name, before), rotation.isAlone(around: instant),
        rotation.plan.places.allSatisfy(has),
        rotation.plan.gifts.allSatisfy({
          bound[$0] == name || !rotation.brings($0, from: instant)
        })
      else { throw .rotationBroken(name) }
    }
  }

  /// A rotation with its standing plan, and one before it: others lie apart.
  private func rotation(_ name: RotationName, _ before: Rotation.Revision? = nil) -> Rotation? {
    Rotation(name: name, revisions: [before, standingPlans[name]].compactMap(\.self))
  }
}

extension Rotation {
  /// Whether no gift is in it twice at once.
  fileprivate func isAlone(around instant: Timestamp) -> Bool {
    Dictionary(grouping: entries(around: instant), by: \.gift).values.allSatisfy { entries in
      let windows = entries.map(\.entry.window).sorted { $0.from < $1.from }
      return !zip(windows, windows.dropFirst()).contains { $0.overlaps($1) }
    }
  }
}
