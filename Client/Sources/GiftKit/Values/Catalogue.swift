public import Foundation

/// The gifts that are live in a placement at an instant.
public struct Catalogue: Sendable, Equatable, Codable {
  /// The placement that it is of.
  public let placement: Placement
  /// What the app does with its gifts; see `chosen(using:)`.
  public let choice: PlacementChoice
  /// The live gifts, by order or weight, then by id.
  public let gifts: [Gift]
  /// Those of their categories that have names, by order, then by id.
  public let categories: [GiftCategory]
  /// Identifies the state on every server.
  public let token: CatalogueToken
  /// When the catalogue last changed, by the server's clock.
  public let asOf: Date
  /// When the next gift comes or goes, unless the catalogue is edited before; nil if none does.
  public let until: Date?
  /// Seconds since a server last confirmed this state, when this value was made.
  public let age: TimeInterval
  /// Whether no server could be reached lately, so that newer gifts may exist.
  public let isOffline: Bool
  /// Whether it replaces a catalogue of another history, such as after a restored backup.
  public let isReset: Bool
  /// Whether it is older than the app's `maximumAge`; it then has no gifts.
  public let isExpired: Bool

  /// The uptime at which `age` was right.
  let madeAt: TimeInterval

  /// A catalogue, as for a test or a preview.
  public init(
    placement: Placement = .gifts, choice: PlacementChoice = .all, gifts: [Gift],
    categories: [GiftCategory] = [], token: CatalogueToken, asOf: Date, until: Date? = nil,
    age: TimeInterval = 0, isOffline: Bool = false, isReset: Bool = false, isExpired: Bool = false
  ) {
    self.init(
      placement: placement, choice: choice, gifts: gifts, categories: categories, token: token,
      asOf: asOf, until: until, age: age, isOffline: isOffline, isReset: isReset,
      isExpired: isExpired, madeAt: 0)
  }

  init(
    placement: Placement, choice: PlacementChoice, gifts: [Gift], categories: [GiftCategory],
    token: CatalogueToken, asOf: Date, until: Date?, age: TimeInterval, isOffline: Bool,
    isReset: Bool, isExpired: Bool, madeAt: TimeInterval
  ) {
    (self.placement, self.choice, self.gifts) = (placement, choice, gifts)
    (self.categories, self.token, self.asOf, self.until) = (categories, token, asOf, until)
    (self.age, self.isOffline, self.isReset, self.isExpired) = (age, isOffline, isReset, isExpired)
    self.madeAt = madeAt
  }

  /// The same, as old as it is at an uptime.
  func aged(to uptime: TimeInterval) -> Catalogue {
    Catalogue(
      placement: placement, choice: choice, gifts: gifts, categories: categories, token: token,
      asOf: asOf, until: until, age: age + max(0, uptime - madeAt),
      isOffline: isOffline, isReset: isReset, isExpired: isExpired, madeAt: uptime)
  }

  /// Whether another value shows the same; both may differ in age.
  func shows(_ other: Catalogue) -> Bool {
    token == other.token && gifts == other.gifts && isOffline == other.isOffline
      && isExpired == other.isExpired && isReset == other.isReset
  }

  /// Whether a server confirmed another at the same time; only age and clocks tell them apart.
  func isAsConfirmed(as other: Catalogue) -> Bool {
    abs((madeAt - age) - (other.madeAt - other.age)) < 0.001
  }

  /// What is to be shown now by `choice`: all gifts, the first, or one at random by weight.
  ///
  /// - Parameter generator: where a random choice comes from.
  /// - Returns: none only if there are no gifts.
  public func chosen(using generator: inout some RandomNumberGenerator) -> [Gift] {
    switch choice {
    case .all: return gifts
    case .first: return Array(gifts.prefix(1))
    case .random:
      // At most 100,000 weights of at most a million each.
      let total = gifts.reduce(0) { $0 + ($1.weight ?? 1) }
      guard total > 0 else { return [] }
      var left = Int.random(in: 0..<total, using: &generator)
      let gift = gifts.first { gift in
        left -= gift.weight ?? 1
        return left < 0
      }
      return gift.map { [$0] } ?? []
    }
  }

  /// The same, by the system's own generator.
  public func chosen() -> [Gift] {
    var generator = SystemRandomNumberGenerator()
    return chosen(using: &generator)
  }

  /// The gift with this id, if it is live.
  public subscript(id: GiftID) -> Gift? { gifts.first { $0.id == id } }
}
