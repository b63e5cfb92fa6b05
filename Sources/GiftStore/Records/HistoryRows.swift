import GiftDomain
import GiftSQL
import Postgres

/// The rows of some gifts as they were read, gift by gift.
struct HistoryRows {
  private let versions: [GiftID: [AnimationVersion]]
  private let definitions: [GiftID: [Recorded<Definition>]]
  private let availabilities: [GiftID: [Recorded<Availability>]]
  private let pictures: [GiftID: [Recorded<PicturedVersion>]]
  private let edits: [GiftID: [ChangeNumber]]
  /// The gifts with a row that cannot be read.
  let broken: Set<BrokenPart>

  init(
    _ versions: [GiftRow<AnimationVersion>] = [], _ definitions: [GiftRow<Recorded<Definition>>],
    _ availabilities: [GiftRow<Recorded<Availability>>],
    _ pictures: [GiftRow<Recorded<PicturedVersion>>] = [], _ edits: [GiftRow<ChangeNumber>] = []
  ) {
    var broken: Set<BrokenPart> = []
    self.versions = versions.byGift(&broken)
    self.definitions = definitions.byGift(&broken)
    self.availabilities = availabilities.byGift(&broken)
    self.pictures = pictures.byGift(&broken)
    self.edits = edits.byGift(&broken)
    self.broken = broken
  }

  /// The gifts that were ever edited, in order.
  var gifts: [GiftID] { edits.keys.sorted() }

  /// The rows of a gift; none if it was never added.
  ///
  /// Throws `StoreError.broken` if one cannot be read.
  func history(of gift: GiftID) throws(StoreError) -> GiftHistory {
    if broken.contains(.gift(gift)) { throw .broken(.gift(gift)) }
    return GiftHistory(
      gift: gift, versions: versions[gift] ?? [], definitions: definitions[gift] ?? [],
      availabilities: availabilities[gift] ?? [], pictures: pictures[gift] ?? [],
      changes: edits[gift] ?? [])
  }

  /// The states of gifts after a change, without broken ones, which are added to `left`.
  func states(
    of gifts: [GiftID], at change: ChangeNumber, leaving left: inout Set<BrokenPart>
  ) -> [GiftState] {
    left.formUnion(broken)
    return gifts.compactMap { gift in
      do {
        return try history(of: gift).state(at: change)
      } catch {
        left.insert(.gift(gift))
        return nil
      }
    }
  }

  /// A departed gift; nil for one that still exists, and for one that was never shown.
  func departed(_ state: GiftState) -> DepartedGift? {
    guard state.definition == nil, let last = definitions[state.gift]?.last else { return nil }
    return DepartedGift(state: state, lastDefinition: last.value)
  }
}

/// A row that is about a gift.
struct GiftRow<Content> {
  /// The gift's id, as stored.
  let id: String
  /// The gift; nil if that is not an id.
  let gift: GiftID?
  /// What it says; nil if the domain refuses that.
  let content: Content?

  func map<Other>(_ transform: (Content) -> Other) -> GiftRow<Other> {
    GiftRow<Other>(id: id, gift: gift, content: content.map(transform))
  }
}

extension Array {
  /// What can be read, by gift; adds the gifts with other rows to `broken`.
  func byGift<Content>(
    _ broken: inout Set<BrokenPart>
  ) -> [GiftID: [Content]] where Element == GiftRow<Content> {
    var rows: [GiftID: [Content]] = [:]
    for row in self {
      guard let gift = row.gift else {
        broken.insert(.unnamed(row.id))
        continue
      }
      guard let content = row.content else {
        broken.insert(.gift(gift))
        continue
      }
      rows[gift, default: []].append(content)
    }
    return rows
  }
}

extension Question {
  /// Rows about gifts, where a broken one does not affect those of other gifts.
  init<Content>(
    gifts file: SQLFile, _ parameters: [Parameter], _ read: @escaping (Row) throws -> Content
  ) where Value == GiftRow<Content> {
    self.init(file, parameters) { row in
      let id = try row.text("gift")
      // Whatever is wrong with it: only its gift is left out.
      return GiftRow(id: id, gift: try? GiftID(id), content: try? read(row))
    }
  }
}

extension Question<GiftRow<AnimationVersion>> {
  init(versions file: SQLFile, _ parameters: [Parameter]) {
    self.init(gifts: file, parameters) { row in try row.animationVersion() }
  }
}

extension Question<GiftRow<Recorded<Definition>>> {
  init(definitions file: SQLFile, _ parameters: [Parameter]) {
    self.init(gifts: file, parameters) { row in try row.definition(isSeen: false) }
  }

  /// All definitions ever recorded of some gifts.
  static func definitions(of gifts: [GiftID]) -> Self {
    Self(definitions: SQL.definitionOfGifts, [.gifts(gifts)])
  }

  /// The last definition of each gift up to a change, which may no longer be current, by gift: of
  /// those that a parameter names; readers get the parts that clients may see.
  static func lastDefinitions(
    of gifts: Parameter, upTo change: ChangeNumber, as role: StoreRole
  ) -> Self {
    let isSeen = role == .reader
    return Self(
      gifts: isSeen ? SQL.definitionSeen : SQL.definitionLast, [.change(change), gifts]
    ) { row in try row.definition(isSeen: isSeen) }
  }
}

extension Question<Audience?> {
  /// The audiences of the current definitions of all gifts but some; nil for one that the
  /// constraints accept and the domain does not.
  init(audiencesBesides gifts: [GiftID]) {
    self.init(SQL.definitionAudience, [.textArray(gifts.map(\.text))]) { row in
      // Its gift is left out where it is read.
      try? row.audience()
    }
  }
}

extension Parameter {
  /// Ids; nil is NULL.
  static func gifts(_ gifts: [GiftID]?) -> Parameter {
    gifts.map { .textArray($0.map(\.text)) } ?? .null
  }
}

extension Question<GiftRow<Recorded<Availability>>> {
  init(availabilities file: SQLFile, _ parameters: [Parameter]) {
    self.init(gifts: file, parameters) { row in try row.availability() }
  }
}

extension Question<GiftRow<Recorded<PicturedVersion>>> {
  /// The pictures of versions.
  init(pictures file: SQLFile, _ parameters: [Parameter] = []) {
    self.init(gifts: file, parameters) { row in try row.picturedVersion() }
  }
}

extension Question<GiftRow<ChangeNumber>> {
  /// The gifts touched by each edit.
  init(edits file: SQLFile, _ parameters: [Parameter]) {
    self.init(gifts: file, parameters) { row in try row.change("change") }
  }
}

extension Question<ChangeNumber> {
  /// The changes of some gifts that did nothing but take back last edits.
  init(rollbacksOf gifts: [GiftID]) {
    self.init(SQL.rollbackOfGifts, [.textArray(gifts.map(\.text))]) { row in
      try row.change("change")
    }
  }
}

// The mapping from rows to values; the columns are those that the headers in `sql/queries` name.
// Values that the domain refuses were written by hand, and are `StoreError.rowBroken`.
extension Row {
  func gift(_ column: String) throws -> GiftID { try GiftID(text(column)) }

  func rotationName(_ column: String) throws -> RotationName { try RotationName(text(column)) }

  func change(_ column: String) throws -> ChangeNumber { try ChangeNumber(int(column)) }

  func optionalChange(_ column: String) throws -> ChangeNumber? {
    try optionalInt(column).map { number in try ChangeNumber(number) }
  }

  func version(_ column: String) throws -> VersionNumber { try VersionNumber(int(column)) }

  func optionalVersion(_ column: String) throws -> VersionNumber? {
    try optionalInt(column).map { number in try VersionNumber(number) }
  }

  func digest(_ column: String) throws -> SHA256Digest { try SHA256Digest(bytes: bytes(column)) }

  func optionalDigest(_ column: String) throws -> SHA256Digest? {
    try optionalBytes(column).map { bytes in try SHA256Digest(bytes: bytes) }
  }

  func instant(_ column: String) throws -> Timestamp {
    try Timestamp(microseconds: timestamp(column))
  }

  func optionalInstant(_ column: String) throws -> Timestamp? {
    try optionalTimestamp(column).map { microseconds in try Timestamp(microseconds: microseconds) }
  }

  /// A word of a list.
  func word<Word: RawRepresentable<String>>(_ column: String) throws -> Word {
    let text = try text(column)
    guard let word = Word(rawValue: text) else {
      throw StoreError.unexpected(sqlState: "-", statement: column, message: "\(Word.self) \(text)")
    }
    return word
  }

  /// A row of `version_…`.
  func animationVersion() throws -> AnimationVersion {
    try AnimationVersion(
      gift: gift("gift"), number: version("number"), asset: digest("asset"),
      byteCount: int("byte_count"),
      facts: AnimationFacts(
        width: int("width"), height: int("height"), frameRateHz: double("frame_rate_hz"),
        frameCount: double("frame_count"), durationMs: int("duration_ms")),
      playback: playback("playback"), since: change("since_change"), pictures: nil)
  }

  private func playback(_ column: String) throws -> Playback {
    let text = try text(column)
    // Nearly all are this one, and decoding takes longer than all the rest of the row.
    return text == Self.once ? .once : try keptValue(Playback.self, of: text)
  }

  private static let once = String(decoding: jsonBody(Playback.once), as: UTF8.self)

  /// A row of `definition_…`, with only the public part if `isSeen`.
  fileprivate func definition(isSeen: Bool) throws -> Recorded<Definition> {
    let locales: [LocaleTag] = try ordered("name_locale")
    var names: [LocaleTag: GiftName] = [:]
    for (locale, name) in zip(locales, try textArray("name_text")) {
      names[locale] = try GiftName(name)
    }
    let definition = try Definition(
      names: LocalNames(names, fallback: LocaleTag(text("name_fallback"))),
      price: optionalInt("price").map { coins in try Price(coins: coins) },
      category: Category(text("category")), places: places(), audience: audience(),
      isStreakable: bool("streakable"), tags: Set(ordered("tag")),
      latestVersion: isSeen ? nil : optionalVersion("latest_version"),
      note: isSeen ? nil : optionalText("note").map { try Remark($0) })
    let withdrawn = try intArray("withdrawn").map { number in try VersionNumber(number) }
    return Recorded(
      withdrawn.isEmpty ? definition : definition.withdrawing(Set(withdrawn)),
      since: try change("since_change"), until: try optionalChange("until_change"))
  }

  /// Texts in the one form and order in which they are written: the digests of changes cover that.
  private func ordered<Value: TextCodable>(_ column: String) throws -> [Value] {
    var values: [Value] = []
    for text in try textArray(column) {
      let value = try Value(text)
      guard value.text == text, values.last.map({ $0 < value }) ?? true else {
        throw StoreError.unexpected(sqlState: "-", statement: column, message: "out of order")
      }
      values.append(value)
    }
    return values
  }

  fileprivate func audience() throws -> Audience {
    let (rules, regions): ([PlatformRule], [Region]) =
      (try ordered("only_platform"), try ordered("only_region"))
    // Nearly all are for everybody.
    guard !(rules.isEmpty && regions.isEmpty) else { return .everybody }
    return try Audience(rules: rules, regions: regions)
  }

  private func places() throws -> [PlacementName: Order] {
    let names: [PlacementName] = try ordered("place_name")
    var places: [PlacementName: Order] = [:]
    for (name, number) in zip(names, try intArray("place_number")) {
      places[name] = try Order(number)
    }
    return places
  }

  /// A row of `availability_…`.
  func availability() throws -> Recorded<Availability> {
    let window = try Window(from: instant("from_at"), until: optionalInstant("until_at"))
    let terms = Terms(
      price: try optionalInt("price").map { coins in try Price(coins: coins) },
      order: try optionalInt("sort_order").map { value in try Order(value) })
    let offer = try optionalVersion("version").map { Offer($0, terms: terms) }
    return Recorded(
      Availability(window: window, offer: offer),
      since: try change("since_change"), until: try optionalChange("until_change"))
  }
}
