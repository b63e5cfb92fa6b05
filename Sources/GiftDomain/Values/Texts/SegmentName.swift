/// The name of an animation's segment, usually that of a marker in After Effects.
package struct SegmentName: Sendable, ExactText {
  /// The most characters of a name; After Effects allows more, which nobody could read in a list.
  package static let maxCharacters = 64
  /// The most bytes of UTF-8.
  package static let maxBytes = 256

  /// 1 to 64 visible characters on one line.
  package let text: String

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard
      VisibleText.isAcceptable(text, maxCharacters: Self.maxCharacters, maxBytes: Self.maxBytes)
    else { throw .malformed(.segment, text: text) }
    self.text = text
  }
}
