import Synchronization

/// An address that leads to the gallery once, soon after it was made: other users of the machine
/// can read a browser's arguments, and so must not find the lasting one there.
final class StartAddress: Sendable {
  /// How long it leads anywhere.
  private static let validity = Duration.seconds(30)

  /// Where it leads: a target below the server's root.
  let destination: String
  private let token = GalleryToken()
  private let end: Mutex<ContinuousClock.Instant?>

  /// An address that leads to a target from now on.
  init(to destination: String) {
    self.destination = destination
    end = Mutex(ContinuousClock.now + Self.validity)
  }

  /// The target of a request for it.
  var target: String { "/start/\(token.text)" }

  /// Whether a request for a target is the one that it leads on.
  func takes(_ target: String) -> Bool {
    guard target.hasPrefix("/start/"), token.matches(target.dropFirst("/start/".count)) else {
      return false
    }
    return end.withLock { end in
      defer { end = nil }
      return end.map { ContinuousClock.now < $0 } ?? false
    }
  }
}
