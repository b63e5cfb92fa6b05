/// What a gift is, apart from its animation.
package struct Definition: Hashable, Sendable, Codable {
  /// The most names, one for each locale.
  package static let maxNames = 200
  /// The most tags.
  package static let maxTags = 20

  /// The names a viewer reads, at least one.
  package let names: [LocaleTag: GiftName]
  /// The locale of the name for viewers whose own locale has none: one of `names`.
  package let fallback: LocaleTag
  /// The price in coins.
  package let price: Price
  /// The category by which clients group gifts.
  package let category: Category
  /// Its sort order in the catalogue.
  package let order: Order
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

  /// Throws `DomainError.outOfRange` without a name, `fallbackMissing` for a fallback without one,
  /// `tooMany` above the limits.
  package init(
    names: [LocaleTag: GiftName], fallback: LocaleTag, price: Price, category: Category,
    order: Order,
    isStreakable: Bool, tags: Set<Tag>, latestVersion: VersionNumber?, note: Remark?
  ) throws(DomainError) {
    guard !names.isEmpty else {
      throw .outOfRange(.giftName, value: 0, allowed: 1...Int64(Self.maxNames))
    }
    guard names.count <= Self.maxNames else {
      throw .tooMany(.giftName, count: names.count, limit: Self.maxNames)
    }
    guard names[fallback] != nil else { throw .fallbackMissing(fallback) }
    guard tags.count <= Self.maxTags else {
      throw .tooMany(.tag, count: tags.count, limit: Self.maxTags)
    }
    self.names = names
    self.fallback = fallback
    self.price = price
    self.category = category
    self.order = order
    self.isStreakable = isStreakable
    self.tags = tags
    self.latestVersion = latestVersion
    self.note = note
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // Decoded as texts, because two of them may be the same tag.
    let texts = try values.decode([String: GiftName].self, forKey: .names)
    var names: [LocaleTag: GiftName] = [:]
    for (text, name) in texts.sorted(by: { $0.key < $1.key }) {
      guard names.updateValue(name, forKey: try LocaleTag(text)) == nil else {
        throw DomainError.repeated(.localeTag, text: text)
      }
    }
    try self.init(
      names: names, fallback: values.decode(LocaleTag.self, forKey: .fallback),
      price: values.decode(Price.self, forKey: .price),
      category: values.decode(Category.self, forKey: .category),
      order: values.decode(Order.self, forKey: .order),
      isStreakable: values.decode(Bool.self, forKey: .isStreakable),
      tags: Set(values.decode([Tag].self, forKey: .tags)),
      latestVersion: values.decodeIfPresent(VersionNumber.self, forKey: .latestVersion),
      note: values.decodeIfPresent(Remark.self, forKey: .note))
  }

  /// Writes the tags in order, so that equal definitions are equal bytes.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(names, forKey: .names)
    try values.encode(fallback, forKey: .fallback)
    try values.encode(price, forKey: .price)
    try values.encode(category, forKey: .category)
    try values.encode(order, forKey: .order)
    try values.encode(isStreakable, forKey: .isStreakable)
    try values.encode(tags.sorted { $0.text < $1.text }, forKey: .tags)
    try values.encodeIfPresent(latestVersion, forKey: .latestVersion)
    try values.encodeIfPresent(note, forKey: .note)
  }

  private enum CodingKeys: String, CodingKey {
    case names, fallback, price, category, order, tags, latestVersion, note
    case isStreakable = "streakable"
  }

  /// The part that clients may see: everything but the fields removed here, so that a new field
  /// makes a new token until it is declared internal.
  package var forClients: Definition {
    var seen = self
    seen.latestVersion = nil
    seen.note = nil
    return seen
  }

  /// Whether clients can tell the two apart.
  package func looksDifferent(from other: Definition) -> Bool { forClients != other.forClients }
}
