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

extension NewRows {
  /// What writes the rows of an edit or an archive; their changes and assets are there already.
  var calls: [Call] {
    var calls: [Call] = []
    if !gifts.isEmpty {
      calls.append(
        Call(
          SQL.giftInsert,
          [.textArray(gifts.map(\.id.text)), .intArray(gifts.map(\.since.value))]))
    }
    if !touched.isEmpty {
      calls.append(
        Call(
          SQL.giftChangeInsert,
          [.textArray(touched.map(\.gift.text)), .intArray(touched.map(\.change.value))]))
    }
    if !versions.isEmpty { calls.append(versionInsert) }
    if !definitions.isEmpty { calls.append(definitionInsert) }
    if !availabilities.isEmpty { calls.append(availabilityInsert) }
    return calls
  }

  private var versionInsert: Call {
    let rows = versions.map(\.version)
    return Call(
      SQL.versionInsert,
      [
        .textArray(rows.map(\.gift.text)), .intArray(rows.map(\.number.value)),
        .bytesArray(rows.map(\.asset.bytes)), .intArray(rows.map(\.byteCount)),
        .intArray(rows.map(\.facts.width)), .intArray(rows.map(\.facts.height)),
        .doubleArray(rows.map(\.facts.frameRateHz)), .doubleArray(rows.map(\.facts.frameCount)),
        .intArray(rows.map(\.facts.durationMs)), .textArray(versions.map(\.findings)),
        .intArray(rows.map(\.since.value)),
      ])
  }

  private var definitionInsert: Call {
    let rows = definitions.map(\.row.value)
    let names = rows.map { $0.names.sorted { $0.key < $1.key } }
    return Call(
      SQL.definitionInsert,
      [
        .textArray(definitions.map(\.gift.text)), .intArray(definitions.map(\.row.since.value)),
        .textArray(names.map { arrayLiteral($0.map(\.key.text)) }),
        .textArray(names.map { arrayLiteral($0.map(\.value.text)) }),
        .textArray(rows.map { arrayLiteral($0.tags.map(\.text).sorted()) }),
        .intArray(rows.map(\.price.coins)), .textArray(rows.map(\.category.text)),
        .intArray(rows.map(\.order.value)), .boolArray(rows.map(\.isStreakable)),
        .nullableIntArray(rows.map { $0.latestVersion?.value }),
        .nullableIntArray(definitions.map { $0.row.until?.value }),
      ])
  }

  private var availabilityInsert: Call {
    let rows = availabilities.map(\.row.value)
    return Call(
      SQL.availabilityInsert,
      [
        .textArray(availabilities.map(\.gift.text)),
        .nullableIntArray(rows.map { $0.version?.value }),
        .nullableTimestampArray(rows.map(\.window.from.microseconds)),
        .nullableTimestampArray(rows.map { $0.window.until?.microseconds }),
        .intArray(availabilities.map(\.row.since.value)),
        .nullableIntArray(availabilities.map { $0.row.until?.value }),
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
