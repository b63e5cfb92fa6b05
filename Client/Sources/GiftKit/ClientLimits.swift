import Foundation

/// Every limit that a server, a cache on the way or a full disk could otherwise push without end.
enum ClientLimits {
  /// Bytes of JSON for each value in it, at least: a gift of some 50 values has 800 or more.
  static let bytesPerValue = 8
  /// Bytes of one string: names have at most 640 characters, escaped or not.
  static let stringBytes = 16 * 1024
  /// Bytes of one number.
  static let numberBytes = 32
  /// Arrays and objects within each other; a catalogue has six.
  static let jsonDepth = 16
  /// Gifts in one catalogue, and ids in one delta.
  static let gifts = 100_000
  /// Seconds for which a cache on the way may repeat what was there before a placement was retired:
  /// twice what the server allows, `max-age` and `stale-while-revalidate` together.
  static let goneFor: TimeInterval = 60
  /// Categories of one catalogue: as many as a server has.
  static let categories = 500
  /// One animation: eight times the 2 MiB that the server's check allows (CheckLimits).
  static let animationBytes = 16 * 1024 * 1024
  /// One picture (openapi.yaml, `Picture`).
  static let pictureBytes = 1024 * 1024
  /// One gift (`/v1/gifts/ID`): 200 names of 640 characters, several bytes each, and the rest.
  static let giftBytes = 1024 * 1024
  /// Width and height of an animation in pixels, the most of 32 bits: their product overflows no
  /// `Int`.
  static let animationSide = 1...2_147_483_647
  /// Milliseconds of an animation, the longest that a check can be made to accept: as nanoseconds
  /// they overflow no `Int64`.
  static let animationDurationMs = 0...1_000_000_000_000
  /// Frames of an animation, and frames per second: 2^53, up to which a Double tells whole numbers
  /// apart.
  static let animationFrames = 9_007_199_254_740_992.0
  /// Pieces of bodies that wait to be counted; URLSession on Linux makes them of up to 16 KiB.
  static let waitingPieces = 16
  /// The list of upcoming assets, and how many of them are used.
  static let upcomingBytes = 4 * 1024 * 1024
  /// The list of withdrawn assets: some 40,000 of 100 bytes each.
  static let withdrawnBytes = 4 * 1024 * 1024
  /// Upcoming assets that are fetched early; further ones wait for the next list.
  static let upcomingItems = 2_000
  /// Bytes of the upcoming assets that are fetched early: four of the largest animations.
  static let upcomingFetchBytes = 64 * 1024 * 1024
  /// A saved catalogue: as many gifts as there may be, of 1 kB each, and some room.
  static let savedCatalogueBytes = 128 * 1024 * 1024
  /// How often the folder of saved catalogues is listed until one is found.
  static let catalogueListings = 3
  /// One line of an event stream; the server's lines have about 150 bytes.
  static let eventLineBytes = 64 * 1024

  /// One event stream; after some 10,000 events the client reconnects.
  static let eventStreamBytes = 2 * 1024 * 1024

  /// Seconds without a byte after which a response counts as cut.
  static let idle: TimeInterval = 15
  /// Seconds for a whole response, except event streams. On Linux a response that is waited for
  /// takes up to a processor: URLSession there asks all the time whether it may write.
  #if os(Linux)
    static let response: TimeInterval = 30
  #else
    static let response: TimeInterval = 120
  #endif
  /// Seconds for which a second address is asked first after the first did not answer.
  static let fallback: TimeInterval = 300
  /// Seconds without a byte on an event stream: three of the server's comments (every 15 s).
  static let eventIdle: TimeInterval = 45
  /// Assets that are fetched and written at once; browsers allow six connections per host.
  static let assetRequests = 5

  /// Seconds after which an event stream counts as one that works.
  static let steady: TimeInterval = 60
  /// Seconds between two requests for changes, unless a boundary or an event comes before.
  static let poll: TimeInterval = 30
  /// Seconds between two requests for changes while an event stream is open.
  static let pollWhileListening: TimeInterval = 120
  /// Seconds between a response and the next request at least, whatever the server says.
  static let pause: TimeInterval = 1
  /// Seconds of random delay after a boundary or an event (docs/client-protocol.md).
  static let spread: TimeInterval = 2
  /// The longest wait in seconds that a server can impose, with Retry-After or max-age.
  static let wait: TimeInterval = 600
  /// Seconds after the first failure; doubled for each further one.
  static let retry: TimeInterval = 1
  /// The longest wait in seconds between two failures without Retry-After.
  static let longestRetry: TimeInterval = 60
  /// Failures in a row after which the client is offline.
  static let failuresUntilOffline = 2
  /// Seconds after which an older catalogue replaces a newer one (docs/client-protocol.md).
  static let older: TimeInterval = 300
  /// The same for a catalogue of an earlier run that no server has confirmed in this one.
  static let olderThanRemembered: TimeInterval = 60

  /// Seconds by which a device's clock may differ from a server's, and still confirm it.
  static let deviceClock: TimeInterval = 60
  /// Seconds after a planned change of a gift for which servers may answer without it.
  ///
  /// After that the gift goes; offline it stays.
  static let overdue: TimeInterval = 300

  /// Seconds after which the whole catalogue is asked for again while gifts of it are malformed.
  static let malformed: TimeInterval = 600
  /// Attempts to load an asset whose bytes were cut or wrong.
  static let assetAttempts = 3
  /// Events that wait for a slow reader; then the oldest are dropped.
  static let bufferedEvents = 256
}
