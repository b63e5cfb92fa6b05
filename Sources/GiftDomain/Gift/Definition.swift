/// What a gift is, apart from its animation.
package struct Definition: Hashable, Sendable, Codable {
  /// The most tags.
  package static let maxTags = 20
  /// The range of numbers in placements other than `gifts`, where they may be weights.
  package static let numbers: ClosedRange<Int64> = 1...Order.range.upperBound

  /// The names a viewer reads, with the fallback.
  package let names: LocalNames
  /// The price in coins; nil only for what is not for sale.
  package internal(set) var price: Price?
  /// The category by which clients group gifts.
  package let category: Category
  /// Where it is shown, at least one placement, and its number in each: a sort order or, where one
  /// is chosen at random, a weight.
  package internal(set) var places: [PlacementName: Order]
  /// Which clients get it; all, whoever they are, by its id or a digest.
  package private(set) var audience: Audience
  /// Whether sending it repeatedly counts as a streak.
  package let isStreakable: Bool
  /// At most `maxTags` tags.
  package let tags: Set<Tag>
  /// The version that `publish` uses by default: the one added last.
  ///
  /// Clients never see it, but a rollback restores it.
  package private(set) var latestVersion: VersionNumber?
  /// A note for the content team; clients never see it.
  package private(set) var note: Remark?
  /// The versions whose bytes are served no more, not even to those who had them.
  package private(set) var withdrawn: Set<VersionNumber> = []

  /// Throws `DomainError.outOfRange` without a placement, and for a number in one other than
  /// `gifts` outside `numbers`; `priceMissing` without a price in `gifts`; `tooMany` above the
  /// limits.
  package init(
    names: LocalNames, price: Price?, category: Category, places: [PlacementName: Order],
    audience: Audience, isStreakable: Bool, tags: Set<Tag>, latestVersion: VersionNumber?,
    note: Remark?
  ) throws(DomainError) {
    let most = GiftGroups.maxPlacements + 1
    guard !places.isEmpty else {
      throw .outOfRange(.placement, value: 0, allowed: 1...Int64(most))
    }
    guard places.count <= most else {
      throw .tooMany(.placement, count: places.count, limit: most)
    }
    for (placement, number) in places where placement != .gifts {
      _ = try Self.numbers.checked(number.value, .placeNumber)
    }
    guard price != nil || places[.gifts] == nil else { throw .priceMissing }
    guard tags.count <= Self.maxTags else {
      throw .tooMany(.tag, count: tags.count, limit: Self.maxTags)
    }
    self.names = names
    self.price = price
    self.category = category
    self.places = places
    self.audience = audience
    self.isStreakable = isStreakable
    self.tags = tags
    self.latestVersion = latestVersion
    self.note = note
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      names: LocalNames(from: decoder),
      price: values.decodeIfPresent(Price.self, forKey: .price),
      category: values.decode(Category.self, forKey: .category),
      places: values.decode([PlacementName: Order].self, forKey: .places),
      audience: Audience(from: decoder),
      isStreakable: values.decode(Bool.self, forKey: .isStreakable),
      tags: Set(values.decode([Tag].self, forKey: .tags)),
      latestVersion: values.decodeIfPresent(VersionNumber.self, forKey: .latestVersion),
      note: values.decodeIfPresent(Remark.self, forKey: .note))
    withdrawn = Set(
      try values.decodeIfPresent([VersionNumber].self, forKey: .withdrawn) ?? [])
  }

  /// The same with other versions withdrawn.
  package func withdrawing(_ versions: Set<VersionNumber>) -> Definition {
    var copy = self
    copy.withdrawn = versions
    return copy
  }

  /// Writes tags and versions in order, so that equal definitions are equal bytes.
  package func encode(to encoder: any Encoder) throws {
    try encodeForClients(to: encoder)
    try audience.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(places, forKey: .places)
    try values.encodeIfPresent(latestVersion, forKey: .latestVersion)
    try values.encodeIfPresent(note, forKey: .note)
    if !withdrawn.isEmpty { try values.encode(withdrawn.sorted(), forKey: .withdrawn) }
  }

  /// Writes what clients read wherever it is shown; its number is that of one placement, and its
  /// audience is no client's business.
  package func encodeForClients(to encoder: any Encoder) throws {
    try names.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(price, forKey: .price)
    try values.encode(category, forKey: .category)
    try values.encode(isStreakable, forKey: .isStreakable)
    try values.encode(tags.sorted { $0.text < $1.text }, forKey: .tags)
  }

  private enum CodingKeys: String, CodingKey {
    case price, category, places, tags, latestVersion, note, withdrawn
    case isStreakable = "streakable"
  }

  /// Its sort order in `gifts`; nil if it is not shown there.
  package var order: Order? { places[.gifts] }

  /// Its position in lists of all gifts: those that are not in `gifts` come last.
  package var listOrder: Int64 { order?.value ?? .max }

  /// The part that clients see in a catalogue: everything but the fields removed here, so that a
  /// new field makes a new token until it is declared internal.
  package var forClients: Definition {
    var seen = self
    seen.latestVersion = nil
    seen.note = nil
    seen.withdrawn = []
    return seen
  }

  /// The same for everybody, as those that get it see it.
  var forEverybody: Definition {
    var seen = self
    seen.audience = .everybody
    return seen
  }

  /// Whether clients can tell the two apart.
  package func looksDifferent(from other: Definition) -> Bool { forClients != other.forClients }
}
