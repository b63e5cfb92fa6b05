/// The name of a placement: a place in the app where animations are shown, such as `splash`.
package struct PlacementName: Hashable, Sendable, TextCodable {
  /// 1 to 64 characters that match `^[a-z0-9](-?[a-z0-9])*$`.
  package let text: String

  /// The gift panel, which every catalogue has: its gifts are for sale, and sorted.
  package static let gifts = PlacementName(unchecked: "gifts")

  /// Throws `DomainError.malformed` unless `text` follows the rule.
  package init(_ text: String) throws(DomainError) {
    guard Slug.matches(text, bytes: 1...64) else { throw .malformed(.placement, text: text) }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }
}

/// What clients do with the animations of a placement.
package enum PlacementChoice: String, Hashable, Sendable, Codable, CaseIterable {
  /// Show all, in their order.
  case all
  /// Show the first in their order.
  case first
  /// Show one at random, by weight.
  case random

  /// Throws `DomainError.malformed` for any other word.
  package init(named text: String) throws(DomainError) {
    guard let choice = PlacementChoice(rawValue: text) else {
      throw .malformed(.choice, text: text)
    }
    self = choice
  }
}
