/// A text for colleagues that clients never see: the reason for a change, or a note on a gift.
package struct Remark: Hashable, Sendable, TextCodable {
  /// The most characters: a sentence or two.
  package static let maxCharacters = 500

  /// 1 to 500 visible characters on one line.
  package let text: String

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard VisibleText.isAcceptable(text, maxCharacters: Self.maxCharacters, maxBytes: 2_000) else {
      throw .malformed(.remark, text: text)
    }
    self.text = text
  }
}
