/// The readers of animations that rules concern: the players, and the specification itself.
package struct Players: OptionSet, Hashable, Sendable {
  /// One bit per player.
  package let rawValue: UInt8

  /// The players of those bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// lottie-ios, version 4 and newer: both of its engines.
  package static let ios = Players(rawValue: 1)
  /// lottie-android, version 6 and newer.
  package static let android = Players(rawValue: 2)
  /// lottie-web: its SVG and canvas renderers.
  package static let web = Players(rawValue: 4)
  /// rlottie 0.1, as Debian ships it.
  package static let rlottie = Players(rawValue: 8)
  /// Telegram's stickers: a fork of rlottie with additional rules.
  package static let telegram = Players(rawValue: 16)
  /// lottie-spec 1.0.1, of the Lottie Animation Community.
  package static let spec = Players(rawValue: 32)

  /// The players of gifts: iOS, Android and web.
  package static let gift: Players = [.ios, .android, .web]
  /// All players that draw, without the specification.
  package static let drawing: Players = [.ios, .android, .web, .rlottie, .telegram]
  /// All players, and the specification.
  package static let all: Players = [.ios, .android, .web, .rlottie, .telegram, .spec]

  private static let named: [(Players, String)] = [
    (.ios, "ios"), (.android, "android"), (.web, "web"), (.rlottie, "rlottie"),
    (.telegram, "telegram"), (.spec, "spec"),
  ]

  /// Their names, in the order in which they are declared.
  package var names: [String] { Self.named.filter { contains($0.0) }.map(\.1) }
}
