import GiftDomain
import GiftSQL
import Postgres

// Writing what was decided: the difference between two states, row by row.
extension Session {
  func record(
    _ edits: [DecidedEdit], _ request: EditRequest, now: Timestamp, change: ChangeNumber,
    touching others: [GiftID], _ progress: (Int) -> Void
  ) throws(StoreError) {
    let altersCatalogue =
      !others.isEmpty
      || edits.contains { $0.after.looksDifferent(from: $0.context.current, now: now) }
    try insert(
      ChangeRecord(
        number: change, at: now, actor: request.actor, verb: request.verb,
        altersCatalogue: altersCatalogue))
    try storeAssets(of: edits, progress)
    var new = NewRows()
    new.touched += others.map { ($0, change) }
    var redefined: [GiftID] = []
    var superseded: [(gift: GiftID, entry: TimelineEntry)] = []
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
      let kept = Set(before.base.entries).intersection(after.base.entries)
      superseded += before.base.entries.filter { !kept.contains($0) }.map { (after.gift, $0) }
      new.availabilities += after.base.entries.filter { !kept.contains($0) }
        .map { (after.gift, Recorded($0, since: change)) }
    }
    try supersede(redefined, superseded, change: change)
    try insert(new)
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
    _ definitions: [GiftID], _ availabilities: [(gift: GiftID, entry: TimelineEntry)],
    change: ChangeNumber
  ) throws(StoreError) {
    if !definitions.isEmpty {
      try run(
        SQL.definitionSupersede, [.textArray(definitions.map(\.text)), .change(change)])
    }
    if !availabilities.isEmpty {
      try run(
        SQL.availabilitySupersede,
        [
          .textArray(availabilities.map(\.gift.text)),
          .nullableTimestampArray(availabilities.map(\.entry.window.from.microseconds)),
          .change(change),
        ])
    }
  }

  /// One at a time: libpq copies a single value straight into its send buffer, which is faster than
  /// an array of many.
  private func storeAssets(of edits: [DecidedEdit], _ progress: (Int) -> Void) throws(StoreError) {
    for (index, edit) in edits.enumerated() {
      if !edit.addedVersions.isEmpty, let upload = edit.edit.upload {
        try store(upload.bytes, upload.codings, as: upload.candidate.asset)
      }
      progress(index + 1)
    }
  }

  /// Stores bytes and their codings under the digest that the bytes were found to have.
  func store(
    _ bytes: [UInt8], _ codings: AssetCodings, as digest: SHA256Digest
  ) throws(StoreError) {
    try run(
      SQL.assetInsert,
      [
        .bytes(digest.bytes), .bytes(bytes), codings.gzip.map(Parameter.bytes) ?? .null,
        codings.brotli.map(Parameter.bytes) ?? .null,
      ])
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
