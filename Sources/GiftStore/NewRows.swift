import GiftDomain
import GiftSQL
import Postgres

/// Rows on their way into the database: collected, then written table by table, so that a
/// thousand gifts take as many round trips as one.
struct NewRows {
  /// A gift and the change that added it.
  var gifts: [(id: GiftID, since: ChangeNumber)] = []
  /// Which edits touched which gifts.
  var touched: [(gift: GiftID, change: ChangeNumber)] = []
  /// Versions with their findings, JSON arrays.
  var versions: [(version: AnimationVersion, findings: String)] = []
  /// Definitions.
  var definitions: [(gift: GiftID, row: Recorded<Definition>)] = []
  /// Availabilities.
  var availabilities: [(gift: GiftID, row: Recorded<Availability>)] = []
}

extension Session {
  /// Writes the rows of an edit or an archive; their changes and assets are there already.
  func insert(_ new: NewRows) throws(StoreError) {
    if !new.gifts.isEmpty {
      try run(
        SQL.giftInsert,
        [.textArray(new.gifts.map(\.id.text)), .intArray(new.gifts.map(\.since.value))])
    }
    if !new.touched.isEmpty {
      try run(
        SQL.giftChangeInsert,
        [.textArray(new.touched.map(\.gift.text)), .intArray(new.touched.map(\.change.value))])
    }
    try insert(new.versions)
    try insert(new.definitions)
    try insert(new.availabilities)
  }

  private func insert(
    _ rows: [(version: AnimationVersion, findings: String)]
  ) throws(StoreError) {
    guard !rows.isEmpty else { return }
    let versions = rows.map(\.version)
    try run(
      SQL.versionInsert,
      [
        .textArray(versions.map(\.gift.text)), .intArray(versions.map(\.number.value)),
        .bytesArray(versions.map(\.asset.bytes)), .intArray(versions.map(\.byteCount)),
        .intArray(versions.map(\.facts.width)), .intArray(versions.map(\.facts.height)),
        .doubleArray(versions.map(\.facts.frameRateHz)),
        .doubleArray(versions.map(\.facts.frameCount)),
        .intArray(versions.map(\.facts.durationMs)), .textArray(rows.map(\.findings)),
        .intArray(versions.map(\.since.value)),
      ])
  }

  private func insert(_ rows: [(gift: GiftID, row: Recorded<Definition>)]) throws(StoreError) {
    guard !rows.isEmpty else { return }
    let definitions = rows.map(\.row.value)
    let names = definitions.map { $0.names.sorted { $0.key < $1.key } }
    try run(
      SQL.definitionInsert,
      [
        .textArray(rows.map(\.gift.text)), .intArray(rows.map(\.row.since.value)),
        .textArray(names.map { arrayLiteral($0.map(\.key.text)) }),
        .textArray(names.map { arrayLiteral($0.map(\.value.text)) }),
        .textArray(definitions.map { arrayLiteral($0.tags.map(\.text).sorted()) }),
        .intArray(definitions.map(\.price.coins)), .textArray(definitions.map(\.category.text)),
        .intArray(definitions.map(\.order.value)),
        .boolArray(definitions.map(\.isStreakable)),
        .nullableIntArray(definitions.map { $0.latestVersion?.value }),
        .nullableIntArray(rows.map { $0.row.until?.value }),
      ])
  }

  private func insert(_ rows: [(gift: GiftID, row: Recorded<Availability>)]) throws(StoreError) {
    guard !rows.isEmpty else { return }
    let entries = rows.map(\.row.value)
    try run(
      SQL.availabilityInsert,
      [
        .textArray(rows.map(\.gift.text)), .nullableIntArray(entries.map { $0.version?.value }),
        .nullableTimestampArray(entries.map(\.window.from.microseconds)),
        .nullableTimestampArray(entries.map { $0.window.until?.microseconds }),
        .intArray(rows.map(\.row.since.value)),
        .nullableIntArray(rows.map { $0.row.until?.value }),
      ])
  }
}

/// An array of texts as PostgreSQL reads it (documentation, 8.15.2): every element in quotes, with
/// quotes and backslashes escaped.
func arrayLiteral(_ texts: [String]) -> String {
  let elements = texts.map { text in
    var element = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { element += "\\" }
      element.unicodeScalars.append(scalar)
    }
    return element + "\""
  }
  return "{" + elements.joined(separator: ",") + "}"
}
