/// For whom a file is checked: decides which findings are errors.
package enum Profile: String, Sendable, CaseIterable {
  /// What plays on iOS, Android and web.
  case gift
  /// What lottie-ios plays.
  case ios
  /// What lottie-android plays.
  case android
  /// What lottie-web plays.
  case web
  /// What rlottie plays.
  case rlottie
  /// What Telegram takes as a sticker.
  case telegram
  /// What lottie-spec 1.0.1 calls an animation, Bodymovin's older forms included.
  case spec

  /// The players that must play the file: what breaks one of them is an error.
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

  /// Players that would be nice to have: what breaks one of them is a warning.
  package var watchedPlayers: Players {
    switch self {
    case .gift: .rlottie
    case .ios, .android, .web, .rlottie, .telegram, .spec: []
    }
  }
}
