/// The category of a gift, such as `flowers`.
package struct Category: Hashable, Sendable, TextCodable {
  /// 1 to 64 characters that match `^[a-z0-9](-?[a-z0-9])*$`.
  package let text: String

  /// The default category.
  package static let general = Category(unchecked: "general")

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard Slug.matches(text, bytes: 1...64) else { throw .malformed(.category, text: text) }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }
}
