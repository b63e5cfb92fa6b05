/// The limits of the read API: following the database, memory, deltas and caching.
package struct APILimits: Hashable, Sendable {
  /// How the database is followed.
  package var following = FollowingLimits()
  /// The limits of memory.
  package var memory = MemoryLimits()
  /// The limits of deltas from older catalogues.
  package var deltas = DeltaLimits()
  /// What is kept for clients that belong to audiences.
  package var audiences = AudienceLimits()
  /// How long a standby may lack a change of the primary before another host is tried; usually it
  /// has it within milliseconds.
  package var standbyPatience: Duration = .seconds(5)
  /// How long before an animation goes live it and its pictures are served by their digests, in
  /// microseconds.
  package var earlyMicroseconds: Int64 = 86_400_000_000

  /// The most animations and pictures that are listed as upcoming; the document has 470 kB then.
  package static let maxUpcoming = 2_000
  /// How long caches may keep responses that an edit can change at any time, in seconds.
  package static let maxAgeSeconds: Int64 = 10
  /// How long a cache may serve a stale response while it revalidates, in seconds, unless a
  /// boundary comes first.
  package static let maxStaleSeconds: Int64 = 20
  /// How long a cache may serve a stale response while no server answers, in seconds: a day.
  package static let staleIfErrorSeconds = 86_400
  /// The `Retry-After` while the database is unreachable, in seconds.
  package static let retryAfterSeconds = 2
  /// How long an event client waits before it reconnects, in milliseconds.
  static let eventRetryMilliseconds = 3_000
  /// How long a browser may cache a preflight response (Fetch Standard, CORS protocol), in seconds.
  package static let preflightSeconds = 86_400

  /// The limits that `giftd` uses.
  package static let standard = APILimits()
}

/// The limits of following the database: intervals and waits.
package struct FollowingLimits: Hashable, Sendable {
  /// How long requests do not retry an unreachable database while there is something to serve.
  package var databaseRest: Duration = .seconds(1)
  /// How often the database is polled for edits: a notification may be lost, a standby sends none,
  /// and a server may vanish silently.
  package var heartbeat: Duration = .seconds(1)
  /// How long a poll may take before another connection is tried; doubled each time up to
  /// `longestPatience`.
  package var patience: Duration = .seconds(2)
  /// The longest time for a read.
  package var longestPatience: Duration = .seconds(16)
  /// The wait before reconnecting after a lost connection.
  package var reconnectRest: Duration = .milliseconds(500)
  /// The longest time between searches of all plans for assets that go live soon.
  package var longestWatch: Duration = .seconds(30)
  /// How long a snapshot must be served before its catalogues are coded with brotli: of many edits
  /// one after the other, only the last is worth it.
  package var codingRest: Duration = .seconds(1)
  /// The longest wait before checking whether a boundary has passed.
  package var longestTurn: Duration = .milliseconds(250)
  /// How long a reason for not reading the database is not logged again.
  static let repeatedReason = Duration.seconds(300)
  /// The most different reasons that are remembered.
  static let mostReasons = 32
  /// The shortest wait for the next boundary, by a clock that is not the database's.
  static let shortestTurn = Duration.milliseconds(1)
}

/// The limits of memory: what is kept, and how far ahead.
package struct MemoryLimits: Hashable, Sendable {
  /// How far ahead coming assets are kept in memory, in microseconds: a day.
  package var horizonMicroseconds: Int64 = 86_400_000_000
  /// The most bytes of cached assets that are neither live nor coming soon.
  package var maxCachedBytes = 64 << 20
  /// The longest catalogue that is kept without coding too; of a longer one, that is made when it
  /// is requested, which apps hardly do.
  package var maxPlainBytes = 1 << 20
  /// The longest document that is coded with brotli, which takes half a second per megabyte.
  package var maxBrotliBytes = 4 << 20
}

/// The limits of what a snapshot has for clients that belong to audiences, in all placements
/// together; besides, there is the next snapshot.
package struct AudienceLimits: Hashable, Sendable {
  /// The most catalogues, and the most lists of upcoming assets.
  package var maxCount = 256
  /// The most bytes of these catalogues in all codings, made or not, and of these lists.
  package var maxBytes = 128 << 20

  /// The share of one of several placements that have audiences.
  func shared(by count: Int) -> AudienceLimits {
    guard count > 1 else { return self }
    var share = self
    share.maxCount = max(1, maxCount / count)
    share.maxBytes /= count
    return share
  }
}

extension APILimits {
  /// The most memory files: those of the catalogue for everybody, in brotli, gzip and no coding, in
  /// the snapshot served, the next one, and one that was replaced.
  package static let maxFiles = 9

  /// The limits of one catalogue for further audiences: its share in the bytes of deltas, and no
  /// brotli, as each is for some clients only.
  var forFurtherAudiences: APILimits {
    var share = self
    share.deltas.maxDeltaBytes /= audiences.maxCount
    share.memory.maxBrotliBytes = 0
    return share
  }
}

/// The limits of responses to `since`.
package struct DeltaLimits: Hashable, Sendable {
  /// The number of earlier catalogues for everybody that are kept in all placements together,
  /// without animations, so that clients with one of them get a delta without the database.
  package var maxRecentCatalogues = 64
  /// The number of gifts in all earlier catalogues for further audiences that are kept likewise;
  /// they share what is said of each gift.
  package var maxRecentGifts = 1 << 20
  /// The most deltas cached per catalogue.
  package var maxDeltas = 256
  /// The most bytes of these deltas, in all codings and placements; those for further audiences
  /// have as much once more; the newest of a catalogue is kept however large.
  package var maxDeltaBytes = 16 << 20
  /// The most concurrent reads of older catalogues from the database; other clients get the whole
  /// catalogue meanwhile.
  package var maxPastReads = 2
  /// The most such reads per second for tokens that match no catalogue.
  package var maxUnknownReadsPerSecond = 4
  /// The number of tokens known to match no catalogue that are remembered.
  package var maxUnknownTokens = 256
}
