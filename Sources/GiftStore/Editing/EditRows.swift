import GiftDomain
import GiftSQL
import Hashing
import Postgres

/// The rows that an edit adds and supersedes: what is written, shown and proven alike.
struct EditRows {
  private let change: ChangeNumber
  private let now: Timestamp
  private var new = NewRows()
  private var oldDefinitions: [(gift: GiftID, row: Definition)] = []
  private var oldAvailabilities: [(gift: GiftID, row: Availability)] = []
  private var oldPictures: [(gift: GiftID, row: PicturedVersion)] = []
  private let redrawn: [AnimationVersion]
  private let groups: [GroupDifference]
  private let rotations: [RotationDifference]
  private var freed: [(gift: GiftID, rotation: RotationName)] = []
  private var bound: [(gift: GiftID, rotation: RotationName)] = []

  /// `findings` are those of new versions, `bindings` the rotation of each gift that is bound to
  /// one.
  init(
    _ difference: EditDifference, from state: EditState, findings: [SHA256Digest: String],
    bindings: [GiftID: RotationName]
  ) {
    (change, now) = (state.change, state.now)
    (groups, rotations) = (difference.groups, difference.rotations)
    redrawn = difference.gifts.flatMap(\.redrawnVersions)
    new.pictures = redrawn.pictures(since: change)
    new.touched += difference.turnedGifts.map { ($0, state.change) }
    for gift in difference.gifts { collect(gift, isNew: state.isNew(gift.after.gift), findings) }
    for rotation in rotations.map(\.after) {
      // Except those of an ended rotation, and those retired meanwhile.
      let wanted = rotation.plan.gifts.filter { rotation.brings($0, from: now) }
      freed += bindings.filter { $0.value == rotation.name && !wanted.contains($0.key) }
        .map { ($0.key, $0.value) }
      // Gifts still bound to an ended rotation are free for others.
      freed += wanted.compactMap { gift in
        bindings[gift].flatMap { $0 == rotation.name ? nil : (gift, $0) }
      }
      bound += wanted.filter { bindings[$0] != rotation.name }.map { ($0, rotation.name) }
    }
  }

  private mutating func collect(
    _ difference: GiftDifference, isNew: Bool, _ findings: [SHA256Digest: String]
  ) {
    let (before, after) = (difference.before, difference.after)
    let gift = after.gift
    if isNew { new.gifts.append((gift, change)) }
    new.touched.append((gift, change))
    new.versions += difference.addedVersions.map { ($0, findings[$0.asset] ?? "[]") }
    if before.definition != after.definition {
      if let old = before.definition { oldDefinitions.append((gift, old)) }
      if let definition = after.definition {
        new.definitions.append((gift, Recorded(definition, since: change, until: nil)))
      }
    }
    let (old, current) = (before.schedule.availabilities, after.schedule.availabilities)
    let kept = Set(old).intersection(current)
    oldAvailabilities += old.filter { !kept.contains($0) }.map { (gift, $0) }
    new.availabilities += current.filter { !kept.contains($0) }
      .map { (gift, Recorded($0, since: change, until: nil)) }
    oldPictures += difference.redrawnVersions.compactMap { version in
      before.version(version.number)?.pictures
        .map { (gift, PicturedVersion(version: version.number, pictures: $0)) }
    }
  }

  /// The statements that write the rows.
  func calls() throws -> [Call] {
    var calls: [Call] = []
    if !oldDefinitions.isEmpty {
      let gifts = oldDefinitions.map(\.gift.text)
      calls.append(Call(SQL.definitionSupersede, [.textArray(gifts), .change(change)]))
    }
    if !oldAvailabilities.isEmpty {
      calls.append(
        Call(
          SQL.availabilitySupersede,
          [
            .textArray(oldAvailabilities.map(\.gift.text)),
            .timestampArray(oldAvailabilities.map(\.row.window.from.microseconds)),
            .boolArray(oldAvailabilities.map(\.row.isStanding)), .change(change),
          ]))
    }
    if !redrawn.isEmpty { calls.append(Call(endingPicturesOf: redrawn, at: change)) }
    new.eachCall { calls.append($0) }
    if !groups.isEmpty {
      calls.append(Call(grouping: groups.map { GroupRecord($0.after, since: change) }))
    }
    guard !rotations.isEmpty else { return calls }
    calls += try Call.inserting(
      rotations.map { ($0.after.plan, of: $0.after.name, change: change) })
    if !freed.isEmpty {
      let gifts = freed.map(\.gift.text)
      calls.append(Call(SQL.rotationGiftSupersede, [.textArray(gifts), .change(change)]))
    }
    let bindings = bound.map { ($0.gift, Recorded($0.rotation, since: change, until: nil)) }
    return calls + [Call(binding: bindings)]
  }

  /// The same rows in canonical form.
  func canonical() throws -> CanonicalDifference {
    var rows: [CanonicalRow] = new.gifts.map { CanonicalRow(gift: $0.id, now: now) }
    rows += new.versions.map { CanonicalRow($0.version, findings: $0.findings, now: now) }
    rows += oldDefinitions.map { CanonicalRow(.superseded, $0.row, of: $0.gift, now: now) }
    rows += new.definitions.map { CanonicalRow(.added, $0.row.value, of: $0.gift, now: now) }
    rows += oldAvailabilities.map { CanonicalRow(.superseded, $0.row, of: $0.gift, now: now) }
    rows += new.availabilities.map { CanonicalRow(.added, $0.row.value, of: $0.gift, now: now) }
    rows += oldPictures.map { CanonicalRow(.superseded, $0.row, of: $0.gift, now: now) }
    rows += new.pictures.map { CanonicalRow(.added, $0.row.value, of: $0.gift, now: now) }
    for group in groups {
      // Settings that were there are superseded by the next ones, and those of a group that was
      // never there by nothing.
      if group.before != group.before.id.absent {
        rows.append(CanonicalRow(.superseded, group.before, now: now))
      }
      rows.append(CanonicalRow(.added, group.after, now: now))
    }
    for rotation in rotations { rows += try plans(of: rotation) }
    rows += freed.map {
      CanonicalRow(.superseded, binding: $0.gift, to: $0.rotation, now: now)
    }
    rows += bound.map { CanonicalRow(.added, binding: $0.gift, to: $0.rotation, now: now) }
    return try CanonicalDifference(rows)
  }

  private func plans(of rotation: RotationDifference) throws -> [CanonicalRow] {
    let name = rotation.after.name
    let after = CanonicalRow(
      .added, rotation.after.plan, of: name, zone: try rotation.after.plan.zone.digest, now: now)
    guard let before = rotation.before?.plan else {
      return [CanonicalRow(rotation: name, now: now), after]
    }
    return [
      CanonicalRow(.superseded, before, of: name, zone: try before.zone.digest, now: now), after,
    ]
  }
}

extension ZoneRules {
  /// The digest under which they are stored.
  var digest: SHA256Digest {
    get throws { try SHA256Digest(bytes: SHA256.hash(Array(keptText(of: self).utf8))) }
  }
}

extension Session {
  /// The rows of an edit, decided on the state of this transaction.
  func rows(
    of difference: EditDifference, from state: EditState, findings: [SHA256Digest: String]
  ) throws -> EditRows {
    var bindings: [GiftID: RotationName] = [:]
    if !difference.rotations.isEmpty {
      bindings = Dictionary(try standingBindings(), uniquingKeysWith: { first, _ in first })
    }
    return EditRows(difference, from: state, findings: findings, bindings: bindings)
  }
}
