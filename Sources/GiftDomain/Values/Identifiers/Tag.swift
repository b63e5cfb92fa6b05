/// A word by which clients and the content team group gifts, such as `valentine`.
package struct Tag: Hashable, Sendable, TextCodable {
  /// 1 to 64 characters that match `^[a-z0-9](-?[a-z0-9])*$`.
  package let text: String

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard Slug.matches(text, bytes: 1...64) else { throw .malformed(.tag, text: text) }
    self.text = text
  }
}
