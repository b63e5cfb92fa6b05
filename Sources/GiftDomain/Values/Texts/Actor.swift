/// The author of a change: a user name, an address, or the name of a machine.
package struct Actor: Hashable, Sendable, TextCodable {
  /// The most characters of an actor's name.
  package static let maxCharacters = 100
  /// The most bytes of it.
  package static let maxBytes = 400

  /// 1 to 100 visible characters on one line, without any that shows nothing: two names that look
  /// the same are the same.
  package let text: String

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard
      VisibleText.isAcceptable(
        text, maxCharacters: Self.maxCharacters, maxBytes: Self.maxBytes, isPlain: true)
    else { throw .malformed(.actor, text: text) }
    self.text = text
  }

  /// The author of a change that was made, whatever the text: nobody can refuse what has happened.
  ///
  /// Who shows it escapes it, as all text. Throws `DomainError.malformed` for too much of it.
  package init(recorded text: String) throws(DomainError) {
    guard text.utf8.count <= Self.maxBytes else { throw .malformed(.actor, text: text) }
    self.text = text
  }
}
