public import Foundation

/// The gifts that are live at an instant.
public struct Catalogue: Sendable, Equatable {
  /// The live gifts, by order, then by id.
  public let gifts: [Gift]
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

  /// The same, as old as it is at an uptime.
  func aged(to uptime: TimeInterval) -> Catalogue {
    Catalogue(
      gifts: gifts, token: token, asOf: asOf, until: until, age: age + max(0, uptime - madeAt),
      isOffline: isOffline, isReset: isReset, isExpired: isExpired, madeAt: uptime)
  }

  /// The gift with this id, if it is live.
  public subscript(id: GiftID) -> Gift? { gifts.first { $0.id == id } }
}
