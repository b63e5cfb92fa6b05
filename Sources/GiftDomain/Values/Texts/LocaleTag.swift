/// A language tag of BCP 47 (RFC 5646), such as `de`, `zh-Hant-TW` or `es-419`.
///
/// Checked for form, not looked up in the registry; written in the case that §2.1.1 recommends, so
/// that two spellings of one tag are equal. Grandfathered tags are not accepted.
package struct LocaleTag: Hashable, Sendable, TextCodable {
  /// The longest tag; RFC 5646 §4.4.1 requires at least 35 characters.
  package static let maxBytes = 64

  /// The tag in recommended case.
  package let text: String

  /// Throws `DomainError.malformed` unless `text` is a `langtag` of RFC 5646 §2.1.
  package init(_ text: String) throws(DomainError) {
    guard text.utf8.count <= Self.maxBytes,
      let subtags = LanguageSubtags(text.split(separator: "-", omittingEmptySubsequences: false))
    else { throw .malformed(.localeTag, text: text) }
    self.text = subtags.canonical
  }

  /// Whether its language has two or three letters: four are reserved, and none of five to eight
  /// was ever registered (§2.2.1), so "english" is a mistake.
  package var hasCommonLanguage: Bool { language.utf8.count <= 3 }

  /// Its first subtag, the language.
  package var language: Substring { text.prefix { $0 != "-" } }
}
