/// How much a request may bring, how long an answer may be kept, and how much is done for either.
package struct APILimits: Hashable, Sendable {
  /// How the database is followed.
  package var following = FollowingLimits()
  /// How much is kept in memory.
  package var memory = MemoryLimits()
  /// How much is done to tell what changed since an older catalogue.
  package var deltas = DeltaLimits()
  /// How long before they are first shown bytes are served by their digest, in microseconds.
  package var earlyMicroseconds: Int64 = 86_400_000_000

  /// The longest that a cache may keep what an edit can change at any time, in seconds.
  package static let maxAgeSeconds: Int64 = 10
  /// How long a cache may hand out an old answer while it asks for a new one, in seconds, as far as
  /// no boundary lies within.
  package static let maxStaleSeconds: Int64 = 20
  /// How long a cache may hand out an old answer while no server answers, in seconds: a day.
  package static let staleIfErrorSeconds = 86_400
  /// When to try again while the database is away, in seconds.
  package static let retryAfterSeconds = 2
  /// After how long a client that listens to events comes again when they end, in milliseconds.
  static let eventRetryMilliseconds = 3_000
  /// How long a browser may remember that it may ask (Fetch Standard, CORS protocol), in seconds.
  package static let preflightSeconds = 86_400

  /// What `giftd` uses.
  package static let standard = APILimits()
}

/// How often the database is asked, and how long it is waited for.
package struct FollowingLimits: Hashable, Sendable {
  /// How long the database is not asked again after it was found away and there is something to
  /// answer with.
  package var databaseRest: Duration = .seconds(1)
  /// How often the database is asked whether anything was edited: a notification may be lost, a
  /// standby sends none, and a server may go without a word.
  package var heartbeat: Duration = .seconds(1)
  /// How long it may take to answer that, before another connection is tried; twice that the next
  /// time, and so on up to `longestPatience`.
  package var patience: Duration = .seconds(2)
  /// How long reading may ever take.
  package var longestPatience: Duration = .seconds(16)
  /// How long to wait after the connection was lost before another one is tried.
  package var reconnectRest: Duration = .milliseconds(500)
  /// How often all that is shown is looked through for animations that come soon.
  package var longestWatch: Duration = .seconds(30)
  /// How long to wait at most before looking whether a boundary has passed.
  package var longestTurn: Duration = .milliseconds(250)
  /// How long to wait at least for the next boundary, by a clock that is not the database's.
  static let shortestTurn = Duration.milliseconds(1)
}

/// How much is kept, and how far ahead.
package struct MemoryLimits: Hashable, Sendable {
  /// How long ahead the bytes of what comes next are kept in memory, in microseconds: a day.
  package var horizonMicroseconds: Int64 = 86_400_000_000
  /// The most bytes of animations that are kept although they are neither live nor come soon.
  package var maxCachedBytes = 64 << 20
  /// The longest document that is coded with brotli, which takes a second a megabyte.
  package var maxBrotliBytes = 4 << 20
}

/// How much may be done for answers to `since`.
package struct DeltaLimits: Hashable, Sendable {
  /// How many catalogues that are not served any more are kept without their animations, so that
  /// clients that have one of them are told what changed without the database.
  package var maxRecentCatalogues = 64
  /// The most answers to `since` that are kept of one catalogue.
  package var maxDeltas = 256
  /// The most bytes that these have, in all codings.
  package var maxDeltaBytes = 16 << 20
  /// How many clients may have an older catalogue read from the database at once; all others get
  /// the whole one meanwhile.
  package var maxPastReads = 2
  /// How many such reads a second may find that the token names no catalogue.
  package var maxUnknownReadsPerSecond = 4
  /// Of how many tokens that name no catalogue this is remembered.
  package var maxUnknownTokens = 256
}
