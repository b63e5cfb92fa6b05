import GiftDomain
import GiftSQL
import Postgres

// Writing what was decided: the difference between two states, row by row.
extension Session {
  func record(
    _ edits: [DecidedEdit], _ request: EditRequest, now: Timestamp, change: ChangeNumber,
    _ progress: (Int) -> Void
  ) throws(StoreError) {
    let altersCatalogue = edits.contains {
      $0.after.looksDifferent(from: $0.context.current, now: now)
    }
    try insert(
      ChangeRecord(
        number: change, at: now, actor: request.actor, verb: request.verb,
        altersCatalogue: altersCatalogue))
    try storeAssets(of: edits, change: change, progress)
    var new = NewRows()
    var redefined: [GiftID] = []
    var superseded: [(gift: GiftID, availability: Availability)] = []
    for edit in edits {
      let before = edit.context.current
      let after = edit.after
      // A gift that was never added has no change; one that was rolled back to nothing has some.
      if edit.context.history.changes.isEmpty { new.gifts.append((after.gift, change)) }
      new.touched.append((after.gift, change))
      new.versions += edit.addedVersions.map { ($0, edit.edit.upload?.findings ?? "[]") }
      if before.definition != after.definition {
        redefined.append(after.gift)
        if let definition = after.definition {
          new.definitions.append((after.gift, Recorded(definition, since: change)))
        }
      }
      let (gone, come) = difference(from: before.base, to: after.base, .base)
      superseded += gone.map { (after.gift, $0) }
      new.availabilities += come.map { (after.gift, Recorded($0, since: change)) }
    }
    try supersede(redefined, superseded, change: change)
    try insert(new)
    try run(SQL.changeNotify, [.text(change.description)])
  }

  func insert(_ change: ChangeRecord) throws(StoreError) {
    try run(
      SQL.changeInsert,
      [
        .change(change.number), .instant(change.at), .text(change.actor.text),
        .text(change.verb.rawValue), .bool(change.altersCatalogue),
      ])
  }

  private func supersede(
    _ definitions: [GiftID], _ availabilities: [(gift: GiftID, availability: Availability)],
    change: ChangeNumber
  ) throws(StoreError) {
    if !definitions.isEmpty {
      try run(
        SQL.definitionSupersede, [.textArray(definitions.map(\.text)), .change(change)])
    }
    if !availabilities.isEmpty {
      let rows = availabilities.map(\.availability)
      try run(
        SQL.availabilitySupersede,
        [
          .textArray(availabilities.map(\.gift.text)), .textArray(rows.map(\.layer.rawValue)),
          .nullableTimestampArray(rows.map(\.entry.window.from.microseconds)), .change(change),
        ])
    }
  }

  /// The bytes go first and in portions, so that they are in memory twice only a few at a time.
  private func storeAssets(
    of edits: [DecidedEdit], change: ChangeNumber, _ progress: (Int) -> Void
  ) throws(StoreError) {
    var portion = AssetPortion()
    for (index, edit) in edits.enumerated() {
      if !edit.addedVersions.isEmpty, let upload = edit.edit.upload {
        portion.add(upload.candidate.asset, upload.bytes)
      }
      if portion.isFull || index == edits.count - 1 {
        try store(&portion)
        progress(index + 1)
      }
    }
  }

  /// Stores a portion of assets and empties it.
  func store(_ portion: inout AssetPortion) throws(StoreError) {
    guard !portion.digests.isEmpty else { return }
    try run(SQL.assetInsert, [.bytesArray(portion.digests), .bytesArray(portion.bytes)])
    portion = AssetPortion()
  }
}

private func difference(
  from old: Timeline, to new: Timeline, _ layer: Layer
) -> (gone: [Availability], come: [Availability]) {
  let kept = Set(old.entries).intersection(new.entries)
  let rows = { (entries: [TimelineEntry]) in
    entries.filter { !kept.contains($0) }.map { Availability(layer: layer, entry: $0) }
  }
  return (rows(old.entries), rows(new.entries))
}

/// Assets that go to the database together.
struct AssetPortion {
  /// The most bytes of a portion before it is sent: enough to make round trips cheap.
  static let maxBytes = 4 * 1_048_576

  private(set) var digests: [[UInt8]] = []
  private(set) var bytes: [[UInt8]] = []
  private var byteCount = 0

  var isFull: Bool { byteCount >= Self.maxBytes }

  mutating func add(_ digest: SHA256Digest, _ asset: [UInt8]) {
    digests.append(digest.bytes)
    bytes.append(asset)
    byteCount += asset.count
  }
}

extension DecidedEdit {
  /// The versions that the decision added; their bytes are those of the upload.
  fileprivate var addedVersions: [AnimationVersion] {
    let added = after.versions.filter { context.current.version($0.number) == nil }
    precondition(
      added.allSatisfy { $0.asset == edit.upload?.candidate.asset },
      "a decision adds only what was uploaded")
    return added
  }
}
