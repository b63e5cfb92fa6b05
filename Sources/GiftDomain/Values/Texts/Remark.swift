/// A text for colleagues that clients never see: the reason for a change, or a note on a gift.
package struct Remark: Hashable, Sendable, TextCodable {
  /// The most characters: a sentence or two.
  package static let maxCharacters = 500
  /// The most bytes of it.
  package static let maxBytes = 2_000

  /// 1 to 500 visible characters on one line.
  package let text: String

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard
      VisibleText.isAcceptable(text, maxCharacters: Self.maxCharacters, maxBytes: Self.maxBytes)
    else {
      throw .malformed(.remark, text: text)
    }
    self.text = text
  }

  /// The reason for a change that was made, whatever the text: see `Actor(recorded:)`.
  package init(recorded text: String) throws(DomainError) {
    guard text.utf8.count <= Self.maxBytes else { throw .malformed(.remark, text: text) }
    self.text = text
  }
}
