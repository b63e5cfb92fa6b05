public import Foundation

/// A place in the app where animations are shown, such as the gift panel or a splash screen.
public struct Placement: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The gift panel, which every server has.
  public static let gifts: Placement = "gifts"

  /// Its name, of 1 to 64 characters: `a-z`, `0-9`, and single hyphens between them.
  public let name: String
  /// The same as `name`.
  public var description: String { name }

  /// Takes a name; nil if it does not have the form of one.
  public init?(_ name: String) {
    guard (1...64).contains(name.utf8.count), isWord(name) else { return nil }
    self.name = name
  }

  /// Takes a name that is written in the program; one without the form of a name ends the program.
  public init(stringLiteral value: String) {
    guard let placement = Placement(value) else {
      preconditionFailure("\(value) is not a placement's name")
    }
    self = placement
  }
}

/// What an app does with the animations of a placement.
public enum PlacementChoice: String, Sendable, Hashable, Codable {
  /// Show all, in their order.
  case all
  /// Show the first in their order.
  case first
  /// Show one at random, by weight.
  case random

  /// The choice that a server names; one of the future counts as `first`, so that there is
  /// something to see, and never more than is meant.
  init(named name: String) {
    self = PlacementChoice(rawValue: name) ?? .first
  }
}

/// A category of gifts that has names, for headings.
public struct GiftCategory: Sendable, Hashable, Identifiable, Codable {
  /// What gifts name it by, such as `flowers`.
  public let id: String
  /// Its names by language tag (BCP 47), at least one.
  public let names: [String: String]
  /// The tag of the name for viewers whose own language has none; always among `names`.
  public let fallback: String
  /// Its place among categories: lower comes first, then by id.
  public let order: Int

  /// A category, as for a test or a preview.
  public init(id: String, names: [String: String], fallback: String, order: Int = 0) {
    (self.id, self.names, self.fallback, self.order) = (id, names, fallback, order)
  }

  /// The name in the first of these languages (BCP 47) that has one, chosen like
  /// `Gift.name(for:)`.
  public func name(for languages: [String] = Locale.preferredLanguages) -> String {
    localName(names, fallback, for: languages)
  }
}
