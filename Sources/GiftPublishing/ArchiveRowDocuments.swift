import GiftDomain
import GiftStore

struct VersionDocument: Codable {
  var number: Int64
  var sha256: String
  var byteCount: Int64
  var width: Int64
  var height: Int64
  var frameRate: Double
  var frameCount: Double
  var durationMs: Int64
  var since: Int64
  var findings: String

  init(_ version: AnimationVersion, findings: String) {
    number = version.number.value
    sha256 = version.asset.hex
    byteCount = version.byteCount
    width = version.facts.width
    height = version.facts.height
    frameRate = version.facts.frameRateHz
    frameCount = version.facts.frameCount
    durationMs = version.facts.durationMs
    since = version.since.value
    self.findings = findings
  }

  func version(of gift: GiftID) throws(DomainError) -> AnimationVersion {
    AnimationVersion(
      gift: gift, number: try VersionNumber(number), asset: try SHA256Digest(hex: sha256),
      byteCount: byteCount,
      facts: try AnimationFacts(
        width: width, height: height, frameRateHz: frameRate, frameCount: frameCount,
        durationMs: durationMs),
      since: try ChangeNumber(since))
  }
}

struct DefinitionDocument: Codable {
  var names: [String: String]
  var price: Int64
  var category: String
  var order: Int64
  var streakable: Bool
  var tags: [String]
  var latestVersion: Int64?
  var since: Int64
  var until: Int64?

  init(_ recorded: Recorded<Definition>) {
    let definition = recorded.value
    names = Dictionary(
      uniqueKeysWithValues: definition.names.map { ($0.key.text, $0.value.text) })
    price = definition.price.coins
    category = definition.category.text
    order = definition.order.value
    streakable = definition.isStreakable
    tags = definition.tags.map(\.text).sorted()
    latestVersion = definition.latestVersion?.value
    since = recorded.since.value
    until = recorded.until?.value
  }

  func recorded() throws(DomainError) -> Recorded<Definition> {
    var named: [LocaleTag: GiftName] = [:]
    for (locale, name) in names.sorted(by: { $0.key < $1.key }) {
      let previous = named.updateValue(try GiftName(name), forKey: try LocaleTag(locale))
      guard previous == nil else { throw .repeated(.localeTag, text: locale) }
    }
    var tagged: Set<Tag> = []
    for tag in tags { tagged.insert(try Tag(tag)) }
    let definition = try Definition(
      names: named, price: try Price(coins: price), category: try Category(category),
      order: try Order(order), isStreakable: streakable, tags: tagged,
      latestVersion: try latestVersion.map { value throws(DomainError) in
        try VersionNumber(value)
      })
    return Recorded(
      definition, since: try ChangeNumber(since), until: try changeNumber(until))
  }
}

struct AvailabilityDocument: Codable {
  /// Absent when nothing shows.
  var version: Int64?
  var from: String
  /// Absent for a standing step.
  var endsAt: String?
  var since: Int64
  var until: Int64?

  init(_ recorded: Recorded<Availability>) {
    let entry = recorded.value
    version = entry.version?.value
    from = entry.window.from.rfc3339
    endsAt = entry.window.until?.rfc3339
    since = recorded.since.value
    until = recorded.until?.value
  }

  func recorded() throws(DomainError) -> Recorded<Availability> {
    let window = try Window(
      from: try Timestamp(rfc3339: from),
      until: try endsAt.map { text throws(DomainError) in try Timestamp(rfc3339: text) })
    let number = try version.map { value throws(DomainError) in try VersionNumber(value) }
    return Recorded(
      Availability(window: window, version: number), since: try ChangeNumber(since),
      until: try changeNumber(until))
  }
}

private func changeNumber(_ value: Int64?) throws(DomainError) -> ChangeNumber? {
  guard let value else { return nil }
  return try ChangeNumber(value)
}
