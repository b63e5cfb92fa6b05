package import GiftDomain
import Hashing

extension Archive {
  /// Checks that each change did to the rows what its digest says.
  ///
  /// Throws `ArchiveFault.rowsAltered` for the first that did not.
  func validateDifferences() throws(ArchiveFault) {
    let differences = differences
    for change in changes {
      let number = change.record.number
      guard (differences[number] ?? CanonicalDifference.digest(of: [])) == change.difference.bytes
      else { throw .rowsAltered(number) }
    }
  }

  /// The digests of what each change did to the rows; none for changes that did nothing.
  package var differences: [ChangeNumber: [UInt8]] {
    let rows = recordedRows.sorted()
    var digests: [ChangeNumber: [UInt8]] = [:]
    var next = rows.startIndex
    while next < rows.endIndex {
      let (start, change) = (next, rows[next].change)
      while next < rows.endIndex, rows[next].change == change { next += 1 }
      digests[change] = CanonicalDifference.digest(of: rows[start..<next].map(\.digest))
    }
    return digests
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

/// What a change did with a row: 40 bytes, because a history may have millions.
private struct RecordedRow: Comparable {
  let change: ChangeNumber
  private let words: SIMD4<UInt64>

  init(_ change: ChangeNumber, _ row: CanonicalRow) {
    self.change = change
    var words = SIMD4<UInt64>.zero
    for (index, byte) in row.digest.enumerated() {
      words[index / 8] = words[index / 8] << 8 | UInt64(byte)
    }
    self.words = words
  }

  /// The 32 bytes of the row's digest.
  var digest: [UInt8] {
    (0..<4).flatMap { index in
      (0..<8).map { UInt8(truncatingIfNeeded: words[index] >> UInt64(56 - 8 * $0)) }
    }
  }

  static func < (left: RecordedRow, right: RecordedRow) -> Bool {
    guard left.change == right.change else { return left.change < right.change }
    for index in 0..<4 where left.words[index] != right.words[index] {
      return left.words[index] < right.words[index]
    }
    return false
  }
}
