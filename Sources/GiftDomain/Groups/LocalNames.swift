/// The names of a gift or a category, one for each locale, and the one for all other locales.
package struct LocalNames: Hashable, Sendable {
  /// The most names.
  package static let maxCount = 200

  /// The names, at least one.
  package let byLocale: [LocaleTag: GiftName]
  /// The locale of the name for viewers whose own locale has none: one of those.
  package let fallback: LocaleTag

  /// Throws `DomainError.outOfRange` without a name, `tooMany` above the limit, `fallbackMissing`
  /// for a fallback without one.
  package init(_ names: [LocaleTag: GiftName], fallback: LocaleTag) throws(DomainError) {
    guard !names.isEmpty else {
      throw .outOfRange(.giftName, value: 0, allowed: 1...Int64(Self.maxCount))
    }
    guard names.count <= Self.maxCount else {
      throw .tooMany(.giftName, count: names.count, limit: Self.maxCount)
    }
    guard names[fallback] != nil else { throw .fallbackMissing(fallback) }
    byLocale = names
    self.fallback = fallback
  }

  /// The name in the fallback's locale.
  package var preferred: GiftName {
    guard let name = byLocale[fallback] else { preconditionFailure("a fallback without a name") }
    return name
  }
}

extension LocalNames {
  /// Names as written, by locale.
  ///
  /// Throws `DomainError` for one that breaks its rule, and for two in one locale.
  package static func parsed(
    _ written: [String: String]
  ) throws(DomainError) -> [LocaleTag: GiftName] {
    var names: [LocaleTag: GiftName] = [:]
    for (locale, name) in written.sorted(by: { $0.key < $1.key }) {
      let tag = try LocaleTag(locale)
      guard tag.hasCommonLanguage else { throw .malformed(.localeTag, text: locale) }
      // "en" and "EN" are the same locale.
      guard names.updateValue(try GiftName(name), forKey: tag) == nil else {
        throw .repeated(.localeTag, text: locale)
      }
    }
    return names
  }
}

extension LocalNames: Codable {
  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // Decoded as texts, because two of them may be the same tag.
    let texts = try values.decode([String: GiftName].self, forKey: .byLocale)
    var names: [LocaleTag: GiftName] = [:]
    for (text, name) in texts.sorted(by: { $0.key < $1.key }) {
      guard names.updateValue(name, forKey: try LocaleTag(text)) == nil else {
        throw DomainError.repeated(.localeTag, text: text)
      }
    }
    try self.init(names, fallback: values.decode(LocaleTag.self, forKey: .fallback))
  }

  private enum CodingKeys: String, CodingKey {
    case byLocale = "names"
    case fallback
  }
}

extension LocalNames? {
  /// With some names set and others dropped.
  ///
  /// The fallback is English, or else the first locale, unless another is named. Nil if no name is
  /// left; throws `Rejection.invalid` above the limits, and for a fallback without a name.
  func patched(
    _ new: [LocaleTag: GiftName], dropping dropped: [LocaleTag], fallback: LocaleTag?
  ) throws(Rejection) -> LocalNames? {
    let names = (self?.byLocale ?? [:]).filter { !dropped.contains($0.key) }.merging(new) { $1 }
    let english = names.keys.filter { $0.language == "en" }.min()
    guard let usual = english ?? names.keys.min() else { return nil }
    return try valid { () throws(DomainError) in
      try LocalNames(names, fallback: fallback ?? self?.fallback ?? usual)
    }
  }
}
