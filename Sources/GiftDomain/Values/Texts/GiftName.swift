/// A gift's name in one locale, as a viewer reads it on one line.
package struct GiftName: Sendable, ExactText {
  /// The most characters (grapheme clusters) of a name.
  package static let maxCharacters = 80
  /// The most bytes of UTF-8: eight for each of 80 characters, as one character may be built of
  /// several joined emoji, or of a letter and marks.
  package static let maxBytes = 640

  /// 1 to 80 characters without control, line-breaking or direction-overriding characters, and
  /// without white space at either end.
  package let text: String

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard
      VisibleText.isAcceptable(text, maxCharacters: Self.maxCharacters, maxBytes: Self.maxBytes)
    else { throw .malformed(.giftName, text: text) }
    self.text = text
  }
}
