package import GiftDomain
import GiftSQL
import Postgres

extension GiftStore {
  /// Writes everything that was ever recorded as an archive, in one consistent read, of which some
  /// thousand rows at a time are in memory; returns the assets that it names.
  ///
  /// `write` gets the lines, with their ends; without it, the history is only proven. Throws
  /// `StoreError.archiveBroken` for an inconsistent history, which nobody could restore, `broken`
  /// for a row that cannot be read, `migratedFurther` if the database is newer than this program,
  /// and `unexpected` for what `write` throws.
  package func export(
    to write: (@Sendable ([UInt8]) throws -> Void)?,
    progress: @escaping @Sendable (_ done: ChangeNumber, _ of: ChangeNumber) -> Void = { _, _ in }
  ) async throws(StoreError) -> [ArchivedAsset] {
    try await transaction(.readOnly, deadline: limits.bulkDeadline) { session in
      try session.export(to: write, progress)
    }
  }
}

extension Question<ArchivedAsset> {
  /// All animations and pictures, without their bytes.
  static var archivedAssets: Self { Self(SQL.assetAll) { row in try row.archivedAsset() } }
}

/// Lines that are checked, and written if somebody wants them.
private final class CheckedWriter {
  private var check = HistoryCheck()
  private var writer: ArchiveWriter?

  init(_ header: ArchiveHeader, to write: (([UInt8]) throws -> Void)?) throws {
    if let write { writer = try ArchiveWriter(header, to: write) }
  }

  func add(_ line: ArchiveLine) throws {
    try check.add(line)
    // They are written here and nowhere else.
    _ = check.takeSettled()
    try writer?.add(line)
  }

  func endChanges() throws { try check.endChanges() }

  func finish() throws { try writer?.finish() }
}

extension Session {
  /// The changes or announcements that are read at once.
  private static var rowsAtOnce: Int64 { 1_000 }
  /// The bytes of commands, 8 MiB, after which no further change is read at once.
  private static var commandBytesAtOnce: Int64 { 8_388_608 }

  fileprivate func export(
    to write: (([UInt8]) throws -> Void)?, _ progress: (ChangeNumber, ChangeNumber) -> Void
  ) throws -> [ArchivedAsset] {
    // An older program would leave out what it does not know.
    let (_, last, assets, plans, groups, bindings) = try answers(
      .tablesAreKnown, .lastChange, .archivedAssets,
      .plans(at: nil), .groups(at: nil),
      Question(SQL.rotationGiftAll) { row in
        RotationBinding(
          gift: try row.gift("gift"),
          row: Recorded(
            try row.rotationName("rotation"), since: try row.change("since_change"),
            until: try row.optionalChange("until_change")))
      })
    let plansOf = Dictionary(grouping: try [RotationPlanRecord](whole: plans), by: \.revision.since)
    let groupsOf = Dictionary(grouping: try [GroupRecord](whole: groups), by: \.since)
    let bindingsOf = Dictionary(grouping: bindings, by: \.row.since)
    let writer = try CheckedWriter(
      ArchiveHeader(changes: last[0].number, assets: assets), to: write)
    for asset in assets { try writer.add(.asset(asset)) }
    func add(_ change: ArchivedChange) throws {
      let number = change.record.number
      try writer.add(.change(change))
      for group in groupsOf[number] ?? [] { try writer.add(.group(group)) }
      for plan in plansOf[number] ?? [] { try writer.add(.plan(plan)) }
      for binding in bindingsOf[number] ?? [] { try writer.add(.binding(binding)) }
    }
    var done = ChangeNumber.zero
    while done < last[0].number {
      let changes = try answers(
        Question(
          SQL.changePart,
          [.change(done), .int(Self.rowsAtOnce), .int(Self.commandBytesAtOnce)]
        ) { row in try row.archivedChange() })
      guard let newest = changes.last?.record.number else { break }
      var rest = changes[...]
      try eachEdit(after: done, upTo: newest) { edit, number in
        while let next = rest.first, next.record.number <= number {
          try add(next)
          rest.removeFirst()
        }
        try writer.add(.edit(edit))
      }
      for change in rest { try add(change) }
      done = newest
      progress(done, last[0].number)
    }
    try writer.endChanges()
    var announced: Int64 = 0
    while true {
      let part = try announcements(after: announced, limit: Self.rowsAtOnce)
      guard let last = part.last else { break }
      for announcement in part { try writer.add(.announcement(announcement)) }
      announced = last.number
    }
    try writer.finish()
    return assets
  }

  /// Passes on what each change after one and up to another recorded of each gift, by change and
  /// gift.
  private func eachEdit(
    after earlier: ChangeNumber, upTo newest: ChangeNumber,
    _ body: (ArchivedEdit, ChangeNumber) throws -> Void
  ) throws {
    // An id is never empty.
    var from = (change: earlier.next, gift: "")
    while true {
      let pairs = try answers(
        Question(
          edits: SQL.giftChangePart,
          [
            .change(from.change), .text(from.gift), .change(newest),
            .int(Int64(StoreLimits.giftsInPart)),
          ])
      ).map { row in try row.whole }
      let last = pairs.count < StoreLimits.giftsInPart ? nil : pairs.last
      let until = last.map { (change: $0.content, gift: $0.gift.text) } ?? (newest.next, "")
      var edits = try edits(after: from, through: until)
      for (gift, change) in pairs {
        let edit = edits.removeValue(forKey: EditKey(gift: gift, change: change))
        try body(edit ?? ArchivedEdit(of: gift), change)
      }
      // A row that belongs to no change of its gift.
      if let stray = edits.keys.first { throw ArchiveFault.rowWithoutChange(stray.gift) }
      guard last != nil else { return }
      from = until
    }
  }

  /// What was recorded after one gift's change and up to another's.
  private func edits(
    after earlier: (change: ChangeNumber, gift: String),
    through last: (change: ChangeNumber, gift: String)
  ) throws -> [EditKey: ArchivedEdit] {
    let range: [Parameter] = [
      .change(earlier.change), .text(earlier.gift), .change(last.change), .text(last.gift),
    ]
    let (versions, definitions, availabilities, pictures) = try answers(
      Question(gifts: SQL.versionPart, range) { row in
        ArchivedEdit.CheckedVersion(
          version: try row.animationVersion(), findings: try row.text("findings"))
      },
      Question(definitions: SQL.definitionPart, range),
      Question(availabilities: SQL.availabilityPart, range),
      Question(pictures: SQL.picturePart, range))
    var edits: [EditKey: ArchivedEdit] = [:]
    func edit(_ gift: GiftID, _ change: ChangeNumber, _ add: (inout ArchivedEdit) -> Void) {
      add(&edits[EditKey(gift: gift, change: change), default: ArchivedEdit(of: gift)])
    }
    for row in versions {
      let (gift, checked) = try row.whole
      edit(gift, checked.version.since) { $0.versions.append(checked) }
    }
    for row in definitions {
      let (gift, definition) = try row.whole
      edit(gift, definition.since) { $0.definition = definition }
    }
    for row in availabilities {
      let (gift, availability) = try row.whole
      edit(gift, availability.since) { $0.availabilities.append(availability) }
    }
    for row in pictures {
      let (gift, pictured) = try row.whole
      edit(gift, pictured.since) { $0.pictures.append(pictured) }
    }
    return edits
  }
}

/// A gift, and a change that edited it.
private struct EditKey: Hashable {
  let gift: GiftID
  let change: ChangeNumber
}

extension GiftRow {
  /// The row; throws `StoreError.broken` if it cannot be read: a backup without it would be none.
  fileprivate var whole: (gift: GiftID, content: Content) {
    get throws(StoreError) {
      guard let gift else { throw .broken(.unnamed(id)) }
      guard let content else { throw .broken(.gift(gift)) }
      return (gift, content)
    }
  }
}

extension Row {
  /// A row of `asset_all`.
  fileprivate func archivedAsset() throws -> ArchivedAsset {
    let codings = try zip(textArray("coding"), textArray("digest")).map { name, digest in
      guard let coding = ContentCoding(rawValue: name) else {
        throw StoreError.unexpected(
          sqlState: "-", statement: "asset_all", message: "coding \(name)")
      }
      return ArchivedCoding(coding: coding, digest: try SHA256Digest(digest))
    }
    return try ArchivedAsset(
      digest: digest("sha256"), byteCount: int("byte_count"), isPicture: bool("is_picture"),
      codings: codings)
  }
}
