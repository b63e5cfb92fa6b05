import GiftDomain
import GiftSQL
import Postgres

// Writing what was decided: the difference between two states, row by row.
extension Session {
  /// Writes the rows of a change that is written; `findings` are what checks said of new versions.
  func record(
    _ difference: EditDifference, from state: EditState, _ findings: [SHA256Digest: String]
  ) throws(StoreError) {
    let change = state.change
    var new = NewRows()
    new.touched += difference.turnedGifts.map { ($0, change) }
    var redefined: [GiftID] = []
    var superseded: [(gift: GiftID, row: Availability)] = []
    for gift in difference.gifts {
      let (before, after) = (gift.before, gift.after)
      if state.isNew(after.gift) { new.gifts.append((after.gift, change)) }
      new.touched.append((after.gift, change))
      new.versions += gift.addedVersions.map { ($0, findings[$0.asset] ?? "[]") }
      if before.definition != after.definition {
        redefined.append(after.gift)
        if let definition = after.definition {
          new.definitions.append((after.gift, Recorded(definition, since: change)))
        }
      }
      let (old, current) = (before.schedule.availabilities, after.schedule.availabilities)
      let kept = Set(old).intersection(current)
      superseded += old.filter { !kept.contains($0) }.map { (after.gift, $0) }
      new.availabilities += current.filter { !kept.contains($0) }
        .map { (after.gift, Recorded($0, since: change)) }
    }
    try supersede(redefined, superseded, change: change)
    try insert(new)
    try record(difference.rotations, now: state.now, change: change)
  }

  /// Writes a change with what was asked for, chained to the one before.
  func insert(
    _ change: ChangeRecord, of commands: [Command], after head: Head
  ) throws(StoreError) {
    let text = try ArchivedChange.text(of: commands)
    try insert(
      try domain { () throws(DomainError) in
        try ArchivedChange(change, text, after: head.digest)
      })
  }

  func insert(_ change: ArchivedChange) throws(StoreError) {
    let record = change.record
    try run(
      SQL.changeInsert,
      [
        .change(record.number), .instant(record.at), .text(record.actor.text),
        .text(record.login), record.reason.map { .text($0.text) } ?? .null,
        .text(record.verb.rawValue), .bool(record.altersCatalogue), .text(change.commands),
        .bytes(change.digest.bytes),
      ])
  }

  private func supersede(
    _ definitions: [GiftID], _ availabilities: [(gift: GiftID, row: Availability)],
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
          .nullableTimestampArray(availabilities.map(\.row.window.from.microseconds)),
          .boolArray(availabilities.map(\.row.isStanding)),
          .change(change),
        ])
    }
  }

  /// Stores those that are not there yet.
  ///
  /// One at a time: libpq copies a single value straight into its send buffer, which is faster than
  /// an array of many. In order, so that of two edits which bring the same bytes one waits.
  func store(_ uploads: [Upload], _ progress: (Int, Int) -> Void) throws(StoreError) {
    guard !uploads.isEmpty else { return }
    var missing = Dictionary(uploads.map { ($0.candidate.asset, $0) }) { first, _ in first }
    for digest in try assetsPresent(among: Array(missing.keys)) { missing[digest] = nil }
    let new = missing.sorted { $0.key.hex < $1.key.hex }
    for (index, upload) in new.enumerated() {
      try store(upload.value.bytes, upload.value.codings, as: upload.key)
      progress(index + 1, new.count)
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
