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
  /// The most connections at once on each port; more wait in the system's queue.
  static let maxConnections = 10_000
  /// How many connections may wait there (`listen(2)`).
  static let backlog = 1_024
  /// How long a client may take to read the last answer before its connection is closed.
  static let lastWrite = TimeAmount.seconds(15)
  /// How long requests in flight may take once the process is told to stop.
  static let shutdown = Duration.seconds(20)
  /// How long what is then cancelled may take.
  static let cancellation = Duration.seconds(5)

  /// What Hummingbird heeds: a head above the limits is answered with 400, and the connection
  /// closed.
  static var http: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [CloseAfterWriting(limit: lastWrite)], idleTimeout: idleTimeout,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: maxHeaderFieldBytes, maxHeaderListSize: maxHeaderBytes,
        maxHeaderFieldCount: maxHeaderFields))
  }
}
