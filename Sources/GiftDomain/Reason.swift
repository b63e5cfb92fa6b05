/// Why somebody makes a change, for those who read the history.
package struct Reason: Hashable, Sendable, CustomStringConvertible {
  /// The most characters of a reason: a sentence or two.
  package static let maxCharacters = 500

  /// 1 to 500 visible characters on one line.
  package let text: String

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard VisibleText.isAcceptable(text, maxCharacters: Self.maxCharacters, maxBytes: 2_000) else {
      throw .malformed(.reason, text: text)
    }
    self.text = text
  }

  /// The text itself.
  package var description: String { text }
}
