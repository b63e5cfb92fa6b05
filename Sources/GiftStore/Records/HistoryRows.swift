import GiftDomain
import GiftSQL
import Postgres

/// The rows of some gifts as they were read, gift by gift.
struct HistoryRows {
  private let versions: [GiftID: [AnimationVersion]]
  private let definitions: [GiftID: [Recorded<Definition>]]
  private let availabilities: [GiftID: [GiftRow<Recorded<Availability>>]]
  private let pictures: [GiftID: [GiftRow<Recorded<PicturedVersion>>]]
  private let edits: [GiftID: [GiftRow<ChangeNumber>]]
  /// The gifts with a row that cannot be read.
  let broken: Set<GiftID>

  init(
    _ versions: [ReadVersion], _ definitions: [ReadDefinition],
    _ availabilities: [GiftRow<Recorded<Availability>>],
    _ pictures: [GiftRow<Recorded<PicturedVersion>>], _ edits: [GiftRow<ChangeNumber>]
  ) {
    broken = Set(definitions.filter { $0.row == nil }.map(\.gift))
      .union(versions.filter { $0.row == nil }.map(\.gift))
    self.versions = Dictionary(grouping: versions, by: \.gift)
      .mapValues { $0.compactMap(\.row) }
    self.definitions = Dictionary(grouping: definitions, by: \.gift)
      .mapValues { $0.compactMap(\.row) }
    self.availabilities = Dictionary(grouping: availabilities, by: \.gift)
    self.pictures = Dictionary(grouping: pictures, by: \.gift)
    self.edits = Dictionary(grouping: edits, by: \.gift)
  }

  /// The gifts that were ever edited, in order.
  var gifts: [GiftID] { edits.keys.sorted() }

  /// The rows of a gift; none if it was never added.
  ///
  /// Throws `StoreError.broken` if one cannot be read.
  func history(of gift: GiftID) throws(StoreError) -> GiftHistory {
    if broken.contains(gift) { throw .broken(.gift(gift)) }
    return GiftHistory(
      gift: gift, versions: versions[gift] ?? [], definitions: definitions[gift] ?? [],
      availabilities: availabilities[gift]?.map(\.row) ?? [],
      pictures: pictures[gift]?.map(\.row) ?? [], changes: edits[gift]?.map(\.row) ?? [])
  }

  /// The states of gifts after a change, without broken ones, which are added to `left`.
  func states(
    of gifts: [GiftID], at change: ChangeNumber, leaving left: inout Set<BrokenPart>
  ) -> [GiftState] {
    gifts.compactMap { gift in
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
struct GiftRow<Row> {
  let gift: GiftID
  let row: Row
}

/// A definition as read; nil if its row is not a valid definition.
typealias ReadDefinition = (gift: GiftID, row: Recorded<Definition>?)

/// A version as read; nil if its playback is not valid.
typealias ReadVersion = (gift: GiftID, row: AnimationVersion?)

extension Question<ReadVersion> {
  init(versions file: SQLFile, _ parameters: [Parameter]) {
    self.init(file, parameters) { row in try row.readVersion() }
  }
}

extension Question<ReadDefinition> {
  /// All definitions ever recorded of some gifts; nil for all gifts.
  static func definitions(of gifts: [GiftID]?) -> Self {
    Self(SQL.definitionOfGifts, [.gifts(gifts)], as: .editor)
  }

  /// The last definition of each gift up to a change, which may no longer be current, by gift: of
  /// all (nil) or some, after another one, and at most `limit`; readers get the parts that clients
  /// may see.
  static func lastDefinitions(
    of gifts: [GiftID]? = nil, upTo change: ChangeNumber, as role: StoreRole, after: GiftID? = nil,
    limit: Int64 = .max
  ) -> Self {
    Self(
      role == .reader ? SQL.definitionSeen : SQL.definitionLast,
      [.change(change), .gifts(gifts), .text(after?.text ?? ""), .int(limit)], as: role)
  }

  private init(_ file: SQLFile, _ parameters: [Parameter], as role: StoreRole) {
    self.init(file, parameters) { row in
      (try row.gift("gift"), try row.definition(isSeen: role == .reader))
    }
  }
}

extension Question<Audience?> {
  /// The audiences of the current definitions of all gifts but some; nil for one that the
  /// constraints accept and the domain does not.
  init(audiencesBesides gifts: [GiftID]) {
    self.init(SQL.definitionAudience, [.textArray(gifts.map(\.text))]) { row in
      do {
        return try row.audience()
      } catch is DomainError {
        return nil
      }
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
    self.init(file, parameters) { row in
      GiftRow(gift: try row.gift("gift"), row: try row.availability())
    }
  }
}

extension Question<GiftRow<Recorded<PicturedVersion>>> {
  /// The pictures of versions.
  init(pictures file: SQLFile, _ parameters: [Parameter] = []) {
    self.init(file, parameters) { row in
      GiftRow(gift: try row.gift("gift"), row: try row.picturedVersion())
    }
  }
}

extension Question<GiftRow<ChangeNumber>> {
  /// The gifts touched by each edit.
  init(edits file: SQLFile, _ parameters: [Parameter]) {
    self.init(file, parameters) { row in
      GiftRow(gift: try row.gift("gift"), row: try row.change("change"))
    }
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

  /// A row of `version_…`; nil for numbers, or a playback, that the constraints accept and the
  /// domain does not.
  func readVersion() throws -> ReadVersion {
    let gift = try gift("gift")
    guard let playback = try playback("playback") else { return (gift, nil) }
    do {
      let version = try AnimationVersion(
        gift: gift, number: version("number"), asset: digest("asset"),
        byteCount: int("byte_count"),
        facts: AnimationFacts(
          width: int("width"), height: int("height"), frameRateHz: double("frame_rate_hz"),
          frameCount: double("frame_count"), durationMs: int("duration_ms")),
        playback: playback, since: change("since_change"), pictures: nil)
      return (gift, version)
    } catch is DomainError {
      return (gift, nil)
    }
  }

  private func playback(_ column: String) throws -> Playback? {
    let text = try text(column)
    // Nearly all are this one, and decoding takes longer than all the rest of the row.
    if text == Self.once { return .once }
    // Whatever is wrong with it: only its gift is left out.
    return try? value(Playback.self, of: text)
  }

  private static let once = String(decoding: jsonBody(Playback.once), as: UTF8.self)

  /// A row of `definition_…`, with only the public part if `isSeen`; nil for names that the
  /// constraints accept and the domain does not.
  fileprivate func definition(isSeen: Bool) throws -> Recorded<Definition>? {
    do {
      return try wholeDefinition(isSeen: isSeen)
    } catch is DomainError {
      return nil
    }
  }

  private func wholeDefinition(isSeen: Bool) throws -> Recorded<Definition> {
    var names: [LocaleTag: GiftName] = [:]
    for (locale, name) in zip(try textArray("name_locale"), try textArray("name_text")) {
      names[try LocaleTag(locale)] = try GiftName(name)
    }
    let definition = try Definition(
      names: LocalNames(names, fallback: LocaleTag(text("name_fallback"))),
      price: optionalInt("price").map { coins in try Price(coins: coins) },
      category: Category(text("category")), places: places(), audience: audience(),
      isStreakable: bool("streakable"),
      tags: Set(textArray("tag").map { tag in try Tag(tag) }),
      latestVersion: isSeen ? nil : optionalVersion("latest_version"),
      note: isSeen ? nil : optionalText("note").map { try Remark($0) })
    return Recorded(
      definition, since: try change("since_change"), until: try optionalChange("until_change"))
  }

  fileprivate func audience() throws -> Audience {
    let (rules, regions) = (try textArray("only_platform"), try textArray("only_region"))
    // Nearly all are for everybody.
    guard !(rules.isEmpty && regions.isEmpty) else { return .everybody }
    return try Audience(
      rules: rules.map { rule in try PlatformRule(rule) },
      regions: regions.map { region in try Region(region) })
  }

  private func places() throws -> [PlacementName: Order] {
    var places: [PlacementName: Order] = [:]
    for (name, number) in zip(try textArray("place_name"), try intArray("place_number")) {
      places[try PlacementName(name)] = try Order(number)
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
