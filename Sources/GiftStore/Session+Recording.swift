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
    for (index, edit) in edits.enumerated() {
      try record(edit, change: change)
      progress(index + 1)
    }
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

  private func record(_ edit: DecidedEdit, change: ChangeNumber) throws(StoreError) {
    let before = edit.context.current
    let after = edit.after
    let gift = after.gift
    // A gift that was never added has no change; one that was rolled back to nothing has some.
    if edit.context.history.changes.isEmpty {
      try run(SQL.giftInsert, [.text(gift.text), .change(change)])
    }
    try run(SQL.giftChangeInsert, [.text(gift.text), .change(change)])
    for version in after.versions where before.version(version.number) == nil {
      try store(version, edit.edit.upload)
    }
    if before.definition != after.definition {
      try run(SQL.definitionSupersede, [.text(gift.text), .change(change)])
      if let definition = after.definition {
        try insert(Recorded(definition, since: change), of: gift)
      }
    }
    try replace(before.base, with: after.base, .base, of: gift, change: change)
  }

  private func store(_ version: AnimationVersion, _ upload: Upload?) throws(StoreError) {
    guard let upload, upload.candidate.asset == version.asset else {
      preconditionFailure("a decision added a version that was not uploaded")
    }
    try run(SQL.assetInsert, [.bytes(version.asset.bytes), .bytes(upload.bytes)])
    try insert(version, findings: upload.findings)
  }

  private func replace(
    _ old: Timeline, with new: Timeline, _ layer: Layer, of gift: GiftID, change: ChangeNumber
  ) throws(StoreError) {
    let kept = Set(old.entries).intersection(new.entries)
    for entry in old.entries where !kept.contains(entry) {
      try run(
        SQL.availabilitySupersede,
        [.text(gift.text), .text(layer.rawValue), .instant(entry.window.from), .change(change)])
    }
    for entry in new.entries where !kept.contains(entry) {
      let availability = Availability(layer: layer, entry: entry)
      try insert(Recorded(availability, since: change), of: gift)
    }
  }
}
