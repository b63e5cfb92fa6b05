import GiftAPI
import GiftStore
import HummingbirdCore
import NIOCore

/// How much one connection may take, and how long.
enum ServingLimits {
  /// A connection on which nothing arrives for this long is closed.
  static let idleTimeout = TimeAmount.seconds(60)
  /// The most bytes of one header field, or of the target: more than the API takes, so that a
  /// target of 64 kB is still answered with a document that says what is wrong.
  static let maxHeaderFieldBytes = 80 * 1_024
  /// The most bytes of all header fields.
  static let maxHeaderBytes = 80 * 1_024
  /// The most header fields.
  static let maxHeaderFields = 200
  /// The most connections of clients at once; more wait in the system's queue.
  static let maxConnections = 10_000
  /// The most connections at once on the operations port.
  static let maxOperationsConnections = 16
  /// An event loop's files: epoll(7), eventfd(2), timerfd_create(2).
  static let filesPerLoop = 3
  /// A connection to the database, and what looks up its host.
  static let filesPerDatabaseConnection = 2
  /// Those that hear of edits: one for announcements, one for the catalogue.
  static let listeningConnections = 2
  /// The standard streams, both ports, signals, and the connections that a port takes together
  /// with the last one it may.
  static let otherFiles = 16
  /// How many connections may wait there (`listen(2)`).
  static let backlog = 1_024
  /// How long a client may take to read the last answer before its connection is closed.
  static let lastWrite = TimeAmount.seconds(15)
  /// How long requests in flight may take once the process is told to stop.
  static let shutdown = Duration.seconds(20)
  /// How long what is then cancelled may take.
  static let cancellation = Duration.seconds(5)

  /// The files that no client's connection may take, so that the operations port and the database
  /// can always be reached; one loop more than there are cores waits for signals.
  static var reservedFiles: Int {
    let toDatabase =
      StoreLimits.standard.connections + StoreLimits.probe.connections
      + StoreLimits.scheduler.connections + listeningConnections
    return maxOperationsConnections + filesPerDatabaseConnection * toDatabase
      + filesPerLoop * (System.coreCount + 1) + otherFiles
  }

  /// How many connections of clients there may be when the process may have `openFiles` files; nil
  /// for any number.
  static func connections(openFiles: Int?) -> Int {
    guard let openFiles else { return maxConnections }
    return min(maxConnections, max(1, openFiles - reservedFiles))
  }

  /// What Hummingbird heeds: a head above the limits is refused, and the connection closed.
  static var http: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [CloseAfterWriting(limit: lastWrite), RefusedHead()],
      idleTimeout: idleTimeout,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: maxHeaderFieldBytes, maxHeaderListSize: maxHeaderBytes,
        maxHeaderFieldCount: maxHeaderFields))
  }
}
