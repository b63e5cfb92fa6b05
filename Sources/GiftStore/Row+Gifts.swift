import GiftDomain
import Postgres

// The mapping from rows to values; the columns are those that the headers in `sql/queries` name.
// What the domain refuses was put there by hand, and is `StoreError.rowBroken`.
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
      throw StoreError.unexpected(
        sqlState: "-", statement: column, message: "\(Word.self) \(text)")
    }
    return word
  }

  /// A row of `version_…`.
  func animationVersion() throws -> AnimationVersion {
    AnimationVersion(
      gift: try gift("gift"), number: try version("number"), asset: try digest("asset"),
      byteCount: try int("byte_count"),
      facts: try AnimationFacts(
        width: int("width"), height: int("height"), frameRateHz: double("frame_rate_hz"),
        frameCount: double("frame_count"), durationMs: int("duration_ms")),
      since: try change("since_change"))
  }

  /// A row of `definition_…`.
  func definition() throws -> Recorded<Definition> {
    var names: [LocaleTag: GiftName] = [:]
    for (locale, name) in zip(try textArray("name_locale"), try textArray("name_text")) {
      names[try LocaleTag(locale)] = try GiftName(name)
    }
    let definition = try Definition(
      names: names, price: Price(coins: int("price")), category: Category(text("category")),
      order: Order(int("sort_order")), isStreakable: bool("streakable"),
      tags: Set(textArray("tag").map { tag in try Tag(tag) }),
      latestVersion: optionalVersion("latest_version"))
    return Recorded(
      definition, since: try change("since_change"), until: try optionalChange("until_change"))
  }

  /// A row of `availability_…`.
  func availability() throws -> Recorded<Availability> {
    let window = try Window(from: instant("from_at"), until: optionalInstant("until_at"))
    return Recorded(
      Availability(window: window, version: try optionalVersion("version")),
      since: try change("since_change"), until: try optionalChange("until_change"))
  }
}
