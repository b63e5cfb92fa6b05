/// The permanent slug of a gift, such as `rose`; never reused for another gift.
package struct GiftID: Hashable, Sendable, TextCodable {
  /// 2 to 64 characters that match `^[a-z0-9](-?[a-z0-9])*$`.
  package let text: String

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard Slug.matches(text, bytes: 2...64) else { throw .malformed(.giftID, text: text) }
    self.text = text
  }
}
