import GiftDomain
import GiftSQL
import Postgres

extension Session {
  /// Stores the animations and pictures that are not stored yet; the last of them are left in
  /// `sending`.
  ///
  /// Each value is sent separately, because libpq copies it straight into its send buffer, which is
  /// faster than one array. They are in order, so that of two edits with the same bytes one waits.
  func store(
    _ uploads: [Upload], _ pictures: [PictureFile], except stored: Set<SHA256Digest>,
    in sending: inout AssetBatch, _ progress: (Int, Int) -> Void
  ) throws {
    let animations = uploads.map { ($0.candidate.asset, (bytes: $0.bytes, codings: $0.codings)) }
    let drawn = pictures.map { ($0.picture.asset, (bytes: $0.bytes, codings: AssetCodings())) }
    let missing = Dictionary(animations + drawn) { first, _ in first }
      .filter { !stored.contains($0.key) }
    for (index, upload) in missing.sorted(by: { $0.key.hex < $1.key.hex }).enumerated() {
      try sending.add(upload.value.bytes, upload.value.codings, as: upload.key, to: self)
      progress(index + 1, missing.count)
    }
  }
}

/// Assets on their way into the database, some megabytes at a time.
struct AssetBatch {
  /// What is not sent yet: a short statement, then those that store something.
  ///
  /// Until the first message has arrived, the server treats the client as idle, and a large one may
  /// take longer than that timeout.
  private(set) var calls: [Call] = []
  private var byteCount = 0

  /// Stores bytes and their codings under the verified digest, at the latest when `send` is called.
  mutating func add(
    _ bytes: [UInt8], _ codings: AssetCodings, as digest: SHA256Digest,
    to session: borrowing Session
  ) throws {
    if calls.isEmpty { calls.append(Call(SQL.clockNow)) }
    calls.append(Call(SQL.assetInsert, [.bytes(digest.bytes), .bytes(bytes)]))
    for coding in ContentCoding.allCases {
      guard let coded = codings[coding] else { continue }
      calls.append(
        Call(
          SQL.assetCodingInsert, [.bytes(digest.bytes), .text(coding.rawValue), .bytes(coded)]))
    }
    byteCount += bytes.count
    if byteCount >= StoreLimits.assetBytesAtOnce { try send(to: session) }
  }

  /// Stores everything added so far.
  mutating func send(to session: borrowing Session) throws {
    try session.run(calls)
    self = AssetBatch()
  }
}

extension Call {
  /// The statement that writes changes, in order.
  init(inserting changes: some Sequence<ArchivedChange>) {
    let changes = Array(changes)
    let records = changes.map(\.record)
    self.init(
      SQL.changeInsert,
      [
        .intArray(records.map(\.number.value)), .timestampArray(records.map(\.at.microseconds)),
        .textArray(records.map(\.actor.text)), .textArray(records.map(\.login)),
        .textArray(records.map(\.reason?.text)), .textArray(records.map(\.verb.rawValue)),
        .boolArray(records.map(\.altersCatalogue)), .textArray(changes.map(\.commands)),
        .bytesArray(changes.map(\.difference.bytes)), .bytesArray(changes.map(\.digest.bytes)),
      ])
  }

  /// The statement that writes a change with its commands, chained to the change before.
  init(
    inserting change: ChangeRecord, of commands: String, doing difference: SHA256Digest,
    after head: Head
  ) throws {
    let archived = try ArchivedChange(
      change, commands, difference: difference, after: head.digest)
    self.init(inserting: [archived])
  }

  /// The statement that notifies listeners when the transaction commits.
  init(announcing change: ChangeNumber) {
    self.init(SQL.changeNotify, [.text(change.description)])
  }
}

/// New rows, collected and then written table by table, so that a thousand gifts take as many round
/// trips as one.
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
  /// Pictures of versions.
  var pictures: NewPictures = []
}

extension NewRows {
  /// Passes on the statements that write the rows of an edit or an archive, after its changes and
  /// assets, with at most `limit` rows each.
  func eachCall(of limit: Int = .max, _ body: (Call) throws -> Void) rethrows {
    try gifts.eachPart(of: limit) { part in
      try body(
        Call(SQL.giftInsert, [.textArray(part.map(\.id.text)), .intArray(part.map(\.since.value))]))
    }
    try touched.eachPart(of: limit) { part in
      try body(
        Call(
          SQL.giftChangeInsert,
          [.textArray(part.map(\.gift.text)), .intArray(part.map(\.change.value))]))
    }
    try versions.eachPart(of: limit) { try body(Self.insert(versions: $0)) }
    try definitions.eachPart(of: limit) { try body(Self.insert(definitions: $0)) }
    try availabilities.eachPart(of: limit) { try body(Self.insert(availabilities: $0)) }
    try pictures.eachPart(of: limit) { try body(Call(picturing: Array($0))) }
  }

  private static func insert(
    versions: some Collection<(version: AnimationVersion, findings: String)>
  ) -> Call {
    let rows = versions.map(\.version)
    let playbacks = rows.map { String(decoding: jsonBody($0.playback), as: UTF8.self) }
    return Call(
      SQL.versionInsert,
      [
        .textArray(rows.map(\.gift.text)), .intArray(rows.map(\.number.value)),
        .bytesArray(rows.map(\.asset.bytes)), .intArray(rows.map(\.byteCount)),
        .intArray(rows.map(\.facts.width)), .intArray(rows.map(\.facts.height)),
        .doubleArray(rows.map(\.facts.frameRateHz)), .doubleArray(rows.map(\.facts.frameCount)),
        .intArray(rows.map(\.facts.durationMs)), .textArray(versions.map(\.findings)),
        .intArray(rows.map(\.since.value)), .textArray(playbacks),
      ])
  }

  private static func insert(
    definitions: some Collection<(gift: GiftID, row: Recorded<Definition>)>
  ) -> Call {
    let rows = definitions.map(\.row.value)
    let names = rows.map { $0.names.byLocale.sorted { $0.key < $1.key } }
    let places = rows.map { $0.places.sorted { $0.key < $1.key } }
    return Call(
      SQL.definitionInsert,
      [
        .textArray(definitions.map(\.gift.text)), .intArray(definitions.map(\.row.since.value)),
        .textArray(names.map { arrayLiteral($0.map(\.key.text)) }),
        .textArray(names.map { arrayLiteral($0.map(\.value.text)) }),
        .textArray(rows.map { arrayLiteral($0.tags.map(\.text).sorted()) }),
        .intArray(rows.map { $0.price?.coins }), .textArray(rows.map(\.category.text)),
        .textArray(places.map { arrayLiteral($0.map(\.key.text)) }),
        .boolArray(rows.map(\.isStreakable)),
        .intArray(rows.map { $0.latestVersion?.value }), .textArray(rows.map { $0.note?.text }),
        .intArray(definitions.map { $0.row.until?.value }),
        .textArray(rows.map(\.names.fallback.text)),
        .textArray(places.map { arrayLiteral($0.map(\.value.description)) }),
        .textArray(rows.map { arrayLiteral($0.audience.rules.map(\.text)) }),
        .textArray(rows.map { arrayLiteral($0.audience.regions.map(\.text)) }),
        .textArray(rows.map { arrayLiteral($0.withdrawn.sorted().map(\.description)) }),
      ])
  }

  private static func insert(
    availabilities: some Collection<(gift: GiftID, row: Recorded<Availability>)>
  ) -> Call {
    let rows = availabilities.map(\.row.value)
    return Call(
      SQL.availabilityInsert,
      [
        .textArray(availabilities.map(\.gift.text)), .intArray(rows.map { $0.version?.value }),
        .timestampArray(rows.map(\.window.from.microseconds)),
        .timestampArray(rows.map { $0.window.until?.microseconds }),
        .intArray(availabilities.map(\.row.since.value)),
        .intArray(availabilities.map { $0.row.until?.value }),
        .intArray(rows.map { $0.offer?.terms.price?.coins }),
        .intArray(rows.map { $0.offer?.terms.order?.value }),
      ])
  }
}

extension Array {
  /// Passes on its parts of at most so many elements, in order.
  fileprivate func eachPart(of limit: Int, _ body: (ArraySlice<Element>) throws -> Void) rethrows {
    var rest = self[...]
    while !rest.isEmpty {
      try body(rest.prefix(limit))
      rest = rest.dropFirst(limit)
    }
  }
}

/// An array of texts in PostgreSQL's syntax (documentation, 8.15.2): every element in quotes, with
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
