import Foundation

/// The placements that one client follows: they share the event stream, and what one of them learns
/// of the server's state is enough for all.
actor FollowGroup {
  /// What runs while anything is followed.
  private let follow: @Sendable (FollowGroup) async -> Void
  private var followers: [CatalogueFollower] = []
  private var following: Task<Void, Never>?
  private var isListening = false
  private var isClosed = false

  init(follow: @escaping @Sendable (FollowGroup) async -> Void) {
    self.follow = follow
  }

  /// Starts following a placement with its first reader, and stops with the last.
  func readersChanged(of follower: CatalogueFollower, to count: Int) async {
    if isClosed {
      follower.catalogues.finish()
      await follower.read(false, isListening: false)
    } else if count > 0, !followers.contains(where: { $0 === follower }) {
      followers.append(follower)
      if following == nil { following = Task { await follow(self) } }
      await follower.read(true, isListening: isListening)
    } else if count == 0, followers.contains(where: { $0 === follower }) {
      followers.removeAll { $0 === follower }
      if followers.isEmpty { stop() }
      await follower.read(false, isListening: false)
    }
  }

  /// Notes a token that an event carried.
  func hear(_ token: CatalogueToken) async {
    for follower in followers { await follower.handle(.heard(token)) }
  }

  /// Notes that the event stream brought its first event, or ended.
  func listens(_ isListening: Bool) async {
    self.isListening = isListening
    for follower in followers { await follower.handle(.listens(isListening)) }
  }

  /// Notes the state that a server named when it answered for one of the placements.
  func answered(_ token: CatalogueToken, to asker: CatalogueFollower, at uptime: TimeInterval) async
  {
    for follower in followers where follower !== asker {
      await follower.handle(.namedElsewhere(token, receivedAt: uptime))
    }
  }

  /// Ends all streams of catalogues, and begins none any more.
  func close() async {
    isClosed = true
    stop()
    for follower in followers {
      follower.catalogues.finish()
      await follower.read(false, isListening: false)
    }
    followers = []
  }

  private func stop() {
    following?.cancel()
    following = nil
  }
}
