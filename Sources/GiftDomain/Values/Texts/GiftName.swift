/// A gift's name in one locale, as a viewer reads it on one line.
package struct GiftName: Hashable, Sendable, TextCodable {
  /// The most characters (grapheme clusters) of a name.
  package static let maxCharacters = 80
  /// The most bytes of UTF-8: eight for each of 80 characters, as one character may be built of
  /// any number of joined emoji or marks.
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

  /// Compares bytes: names that only look the same, such as a composed and a decomposed é, are
  /// drawn differently by some players, and one may replace the other.
  package static func == (left: GiftName, right: GiftName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
