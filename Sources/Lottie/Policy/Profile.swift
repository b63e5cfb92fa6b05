/// The players that a file is checked for, which decides which findings are errors.
package enum Profile: String, Sendable, CaseIterable {
  /// Files that play on iOS, Android and web: the strictest of these three.
  case gift
  /// Files that lottie-ios plays.
  case ios
  /// Files that lottie-android plays.
  case android
  /// Files that lottie-web plays.
  case web
  /// Files that rlottie plays.
  case rlottie
  /// Files that Telegram accepts as stickers.
  case telegram
  /// Animations by lottie-spec 1.0.1, including Bodymovin's older forms.
  case spec

  /// The players that must play the file; a rule that breaks one of them is an error.
  package var players: Players {
    switch self {
    case .gift: .gift
    case .ios: .ios
    case .android: .android
    case .web: .web
    case .rlottie: .rlottie
    case .telegram: [.telegram, .rlottie]
    case .spec: .spec
    }
  }

  /// Desirable players; a rule that breaks one of them is a warning.
  package var watchedPlayers: Players {
    switch self {
    case .gift: .rlottie
    case .ios, .android, .web, .rlottie, .telegram, .spec: []
    }
  }
}
