import GiftDomain
import GiftSQL
import Postgres

/// The rows of some gifts as they were read, gift by gift.
struct HistoryRows {
  private let versions: [GiftID: [AnimationVersion]]
  private let definitions: [GiftID: [GiftRow<Recorded<Definition>>]]
  private let availabilities: [GiftID: [GiftRow<Recorded<Availability>>]]
  private let edits: [GiftID: [GiftRow<ChangeNumber>]]

  init(
    _ versions: [AnimationVersion], _ definitions: [GiftRow<Recorded<Definition>>],
    _ availabilities: [GiftRow<Recorded<Availability>>], _ edits: [GiftRow<ChangeNumber>] = []
  ) {
    self.versions = Dictionary(grouping: versions, by: \.gift)
    self.definitions = Dictionary(grouping: definitions, by: \.gift)
    self.availabilities = Dictionary(grouping: availabilities, by: \.gift)
    self.edits = Dictionary(grouping: edits, by: \.gift)
  }

  /// The gifts that were ever edited, in order.
  var gifts: [GiftID] { edits.keys.sorted() }

  /// The rows of a gift; of one that was never added there are none.
  func history(of gift: GiftID) -> GiftHistory {
    GiftHistory(
      gift: gift, versions: versions[gift] ?? [],
      definitions: definitions[gift]?.map(\.row) ?? [],
      availabilities: availabilities[gift]?.map(\.row) ?? [], changes: edits[gift]?.map(\.row) ?? []
    )
  }
}

/// A row that is about a gift.
struct GiftRow<Row> {
  let gift: GiftID
  let row: Row
}

extension Question<AnimationVersion> {
  init(versions file: SQLFile, _ parameters: [Parameter]) {
    self.init(file, parameters) { row in try row.animationVersion() }
  }
}

extension Question<GiftRow<Recorded<Definition>>> {
  init(definitions file: SQLFile, _ parameters: [Parameter]) {
    self.init(file, parameters) { row in
      GiftRow(gift: try row.gift("gift"), row: try row.definition())
    }
  }
}

extension Question<GiftRow<Recorded<Availability>>> {
  init(availabilities file: SQLFile, _ parameters: [Parameter]) {
    self.init(file, parameters) { row in
      GiftRow(gift: try row.gift("gift"), row: try row.availability())
    }
  }
}

extension Question<GiftRow<ChangeNumber>> {
  /// Which edits were of which gifts.
  init(edits file: SQLFile, _ parameters: [Parameter]) {
    self.init(file, parameters) { row in
      GiftRow(gift: try row.gift("gift"), row: try row.change("change"))
    }
  }
}

extension Question<ChangeNumber> {
  /// The changes of some gifts that were rollbacks.
  init(rollbacksOf gifts: [GiftID]) {
    self.init(SQL.rollbackOfGifts, [.textArray(gifts.map(\.text))]) { row in
      try row.change("change")
    }
  }
}

extension Session {
  /// The rows of some gifts; of one that was never added there are none.
  func histories(of gifts: [GiftID]) throws -> [GiftHistory] {
    let named: [Parameter] = [.textArray(gifts.map(\.text))]
    let (versions, definitions, availabilities, edits) = try answers(
      Question(versions: SQL.versionOfGifts, named),
      Question(definitions: SQL.definitionOfGifts, named),
      Question(availabilities: SQL.availabilityOfGifts, named),
      Question(edits: SQL.giftChangeOfGifts, named))
    let rows = HistoryRows(versions, definitions, availabilities, edits)
    return gifts.map(rows.history)
  }
}
