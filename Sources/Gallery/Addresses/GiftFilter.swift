package import GiftDomain

/// Which gifts an overview shows, and in which language.
package struct GiftFilter: Hashable, Sendable {
  /// A part of an id or of a name in any language, in any case; empty for all.
  package var text: String
  /// Only those of a kind.
  package var standing: Standing?
  /// Only those of a category.
  package var category: Category?
  /// Only those with a tag.
  package var tag: Tag?
  /// The language of the names; nil for that of their fallback.
  package var locale: LocaleTag?

  /// How gifts stand at an instant, as the overview counts them.
  package enum Standing: String, Hashable, Sendable, CaseIterable {
    /// Viewers see them.
    case live
    /// Viewers will see them.
    case scheduled
    /// A rotation brings them, now or later.
    case rotation
    /// Viewers never saw them.
    case draft
    /// Viewers saw them, and will not any more.
    case retired
  }

  /// All gifts, with the names of their fallback.
  package static let all = GiftFilter()

  /// A filter; what is left out lets all through.
  package init(
    text: String = "", standing: Standing? = nil, category: Category? = nil, tag: Tag? = nil,
    locale: LocaleTag? = nil
  ) {
    self.text = text
    self.standing = standing
    self.category = category
    self.tag = tag
    self.locale = locale
  }

  /// Whether it lets all gifts through.
  var isOpen: Bool { text.isEmpty && standing == nil && category == nil && tag == nil }

  /// The same with another kind.
  func with(_ standing: Standing?) -> GiftFilter {
    var filter = self
    filter.standing = standing
    return filter
  }

  /// Whether a gift passes, apart from how it stands.
  func matches(_ state: GiftState) -> Bool {
    guard let definition = state.definition else { return false }
    if let category, definition.category != category { return false }
    if let tag, !definition.tags.contains(tag) { return false }
    guard !text.isEmpty else { return true }
    let wanted = text.lowercased()
    return state.gift.text.contains(wanted)
      || definition.names.byLocale.values.contains { $0.text.lowercased().contains(wanted) }
  }
}
