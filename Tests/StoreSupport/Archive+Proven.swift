import GiftDomain
import Support

@testable package import GiftStore

extension Archive {
  /// The same with digests of changes that hold: of what they did to the rows, each chained to the
  /// one before.
  package func proven() throws -> Archive {
    let differences = differences
    let nothing = sha256(Array("gift catalogue, difference, 1\n".utf8))
    var proven = self
    proven.changes = []
    for change in changes {
      let difference = differences[change.record.number] ?? nothing
      proven.changes.append(
        try ArchivedChange(
          change.record, change.commands, difference: SHA256Digest(bytes: difference),
          after: proven.changes.last?.digest))
    }
    return proven
  }

  /// The digests of what each change did to the rows, in any order of lines.
  private var differences: [ChangeNumber: [UInt8]] {
    Dictionary(grouping: recordedRows, by: \.change).mapValues {
      CanonicalDifference.digest(of: $0.map(\.digest))
    }
  }

  /// The digests of all rows, each once for the change that added it, and for the one that
  /// superseded it.
  private var recordedRows: [RecordedRow] {
    let instants = Dictionary(
      changes.map { ($0.record.number, $0.record.at) }, uniquingKeysWith: { first, _ in first })
    var rows: [RecordedRow] = []
    func record(
      _ since: ChangeNumber, _ until: ChangeNumber?,
      _ row: (CanonicalRow.Mark, Timestamp) -> CanonicalRow?
    ) {
      // Changes that are not there are another fault.
      let at = instants[since] ?? .epoch
      if let row = row(.added, at) { rows.append(RecordedRow(since, row)) }
      guard let until, let end = instants[until] else { return }
      if let row = row(.superseded, end) { rows.append(RecordedRow(until, row)) }
    }
    for archived in gifts {
      let (history, gift) = (archived.history, archived.history.gift)
      if let first = history.changes.first {
        record(first, nil) { CanonicalRow(gift: gift, now: $1) }
      }
      for (version, findings) in zip(history.versions, archived.findings) {
        record(version.since, nil) { CanonicalRow(version, findings: findings, now: $1) }
      }
      for row in history.definitions {
        record(row.since, row.until) { CanonicalRow($0, row.value, of: gift, now: $1) }
      }
      for row in history.availabilities {
        record(row.since, row.until) { CanonicalRow($0, row.value, of: gift, now: $1) }
      }
      for row in history.pictures {
        record(row.since, row.until) { CanonicalRow($0, row.value, of: gift, now: $1) }
      }
    }
    for binding in bindings {
      record(binding.row.since, binding.row.until) {
        CanonicalRow($0, binding: binding.gift, to: binding.row.value, now: $1)
      }
    }
    recordGroups(record)
    recordPlans(record)
    return rows
  }

  private typealias Recorder = (
    ChangeNumber, ChangeNumber?, (CanonicalRow.Mark, Timestamp) -> CanonicalRow?
  ) -> Void

  /// Settings hold until the next of their group; there are none to supersede once it is retired.
  private func recordGroups(_ record: Recorder) {
    for records in Dictionary(grouping: groups, by: \.group.id).values {
      for (index, row) in records.enumerated() {
        let next = index + 1 < records.count ? records[index + 1].since : nil
        record(row.since, next) { mark, now in
          mark == .superseded && row.group.isAbsent
            ? nil : CanonicalRow(mark, row.group, now: now)
        }
      }
    }
  }

  /// A plan holds until the next of its rotation.
  private func recordPlans(_ record: Recorder) {
    var zones: [ZoneRules: SHA256Digest] = [:]
    for (rotation, plans) in Dictionary(grouping: plans, by: \.rotation) {
      if let first = plans.first {
        record(first.revision.since, nil) { CanonicalRow(rotation: rotation, now: $1) }
      }
      for (index, row) in plans.enumerated() {
        let (plan, next) = (row.revision.plan, index + 1 < plans.count ? plans[index + 1] : nil)
        // Rules were decoded, so they can be encoded.
        guard let zone = zones[plan.zone] ?? (try? plan.zone.digest) else { continue }
        zones[plan.zone] = zone
        record(row.revision.since, next?.revision.since) {
          CanonicalRow($0, plan, of: rotation, zone: zone, now: $1)
        }
      }
    }
  }
}

/// What a change did with a row.
private struct RecordedRow {
  let change: ChangeNumber
  let digest: [UInt8]

  init(_ change: ChangeNumber, _ row: CanonicalRow) {
    self.change = change
    digest = row.digest
  }
}

extension [ChangeRecord] {
  /// Changes that asked for nothing, and did nothing yet: `Archive.proven` gives them digests.
  package func chained() throws -> [ArchivedChange] {
    let none = try SHA256Digest(bytes: [UInt8](repeating: 0, count: 32))
    return try map { try ArchivedChange($0, "[]", difference: none, after: nil) }
  }
}
