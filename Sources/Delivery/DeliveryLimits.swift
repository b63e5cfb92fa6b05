package import NIOCore

/// How much one connection may take, and how long.
package struct DeliveryLimits: Hashable, Sendable {
  /// The most bytes of a request's method; the longest that IANA has registered has 17.
  package var maxMethodBytes = 32
  /// The most bytes of a request's target; RFC 9110 §4.1 asks for room for at least 8,000.
  package var maxTargetBytes = 8_000
  /// The most bytes of all header fields, and of all trailer fields: what servers commonly take,
  /// and little enough to hold for every connection at once.
  package var maxFieldBytes = 16 * 1_024
  /// The most header fields; browsers send about twenty.
  package var maxFields = 100
  /// The most bytes of a request's body, framing among them.
  ///
  /// No route reads one; those that clients send nevertheless are taken so that their connection
  /// can go on.
  package var maxBodyBytes = 64 * 1_024
  /// The most bytes that are read at once.
  ///
  /// Requests are small, and up to twice as many bytes may be held for a connection whose next
  /// request has to wait its turn.
  package var maxReadBytes = 16 * 1_024
  /// Up to this many bytes, the head of a request is remembered until the next: few clients send
  /// more, and all connections may do so.
  package var maxRememberedBytes = 1_024
  /// Up to this many bytes, a body is copied behind its head: so much costs less than telling the
  /// system of two pieces.
  package var maxJoinedBytes = 4 * 1_024
  /// Above this many bytes that a client has not taken yet, nothing more is read from it.
  ///
  /// The last answer may go beyond. They are references to bytes held anyway, not copies.
  package var maxQueuedBytes = 64 * 1_024
  /// The most bytes that the system keeps for a client and has not sent: else it takes up to 4 MiB
  /// of them from each connection that is never read (tcp_wmem of tcp(7)).
  package var maxUnsentBytes = 128 * 1_024
  /// A connection goes on when no more than this is left of `maxQueuedBytes`.
  package var resumedQueuedBytes = 32 * 1_024
  /// How long a request may take to arrive, from its first byte to the last of its body.
  package var requestArrival = TimeAmount.seconds(10)
  /// How long a client may take nothing at all of what is written to it.
  package var writeStall = TimeAmount.seconds(15)
  /// How long a connection may stay open between requests.
  package var idle = TimeAmount.seconds(60)
  /// How long a connection that was closed on our side is listened to, so that what the client
  /// still sends does not destroy what it has not read (RFC 9112 §9.6).
  package var linger = TimeAmount.seconds(5)
  /// How long an idle connection stays open when the process ends: a request that is on its way is
  /// answered, and told that it was the last.
  package var lastCall = TimeAmount.milliseconds(500)
  /// The most connections that a port takes at once before it looks after those that it has; it may
  /// go above its limit of connections by as many.
  package var maxAcceptedAtOnce = 64
  /// The most requests of one connection: long enough not to be felt, and connections move to
  /// other replicas in the end.
  package var maxRequestsPerConnection = 100_000
  /// The most requests of all connections that may be with the slow path at once: each waits for
  /// one of few database connections, and a queue that only grows serves nobody.
  package var maxSlowRequests = 256
  /// The most clients of all connections that may listen to events at once: each keeps its
  /// connection, and those who only ask need some, too.
  package var maxEventClients = 5_000
  /// How often clients that listen are written to although nothing happened, so that nobody on the
  /// way takes the connection for idle; common limits are 30 and 60 seconds.
  package var eventHeartbeat = TimeAmount.seconds(15)
  /// To how many clients an event is written before those who ask have their turn.
  package var eventClientsAtOnce = 128
  /// How long these have it before an event is written to more: 5,000 clients on one event loop are
  /// told within some 50 milliseconds.
  package var eventPause = TimeAmount.milliseconds(1)
  /// What `Retry-After` says to those above, in seconds.
  package var retryAfterSeconds = 1

  /// What `giftd` uses.
  package static let standard = DeliveryLimits()

  /// The standard limits, to be changed one by one.
  package init() {}
}
