/// How much clients may take, alone and together, and how long.
package struct DeliveryLimits: Hashable, Sendable {
  /// Of the head of a request.
  package var head = HeadLimits()
  /// Of one connection.
  package var connection = ConnectionLimits()
  /// Of one socket.
  package var socket = SocketLimits()
  /// Of all connections together.
  package var server = ServerLimits()
  /// Of event streams.
  package var events = EventLimits()

  /// What `giftd` uses.
  package static let standard = DeliveryLimits()
}

/// How long a request's head may be.
package struct HeadLimits: Hashable, Sendable {
  /// The most bytes of a method; the longest that IANA has registered has 17.
  package var maxMethodBytes = 32
  /// The most bytes of a target; RFC 9110 §4.1 asks for room for at least 8,000.
  package var maxTargetBytes = 8_000
  /// The most bytes of all header fields: what servers commonly take, and little enough to hold for
  /// every connection at once.
  package var maxFieldBytes = 16 * 1_024
  /// The most header fields; browsers send about twenty.
  package var maxFields = 100
}

/// How much one connection may hold, and how long anything on it may take.
package struct ConnectionLimits: Hashable, Sendable {
  /// Above this many bytes that wait for their turn, nothing more is read.
  package var pausedHeldBytes = 16 * 1_024
  /// The most bytes that wait for their turn, whatever the system hands over.
  ///
  /// A head of the longest kind and one read after it fit. What comes beyond is dropped, and the
  /// connection ends after what came before.
  package var maxHeldBytes = 48 * 1_024
  /// The most bytes that are read to be thrown away: bodies, which no route takes, and what comes
  /// after the last request.
  package var maxDiscardedBytes = 64 * 1_024
  /// The longest id that a client may say it heard last; a token has 40 bytes at most.
  package var maxEventIDBytes = 128
  /// The most requests: enough not to be felt, and connections move to other replicas in the end.
  package var maxRequests = 100_000
  /// How long it may wait for what.
  package var waits = ConnectionWaits()
  /// How fast a client must take what is written to it.
  package var pace = PaceLimits()
}

/// How long a connection waits for its client.
package struct ConnectionWaits: Hashable, Sendable {
  /// For the whole head of a request, from its first byte.
  package var requestArrival = Duration.seconds(10)
  /// For a request.
  package var idle = Duration.seconds(60)
  /// For the client to close its side once ours is closed, so that what it still sends does not
  /// destroy what it has not read (RFC 9112 §9.6).
  package var linger = Duration.seconds(5)
  /// For a request when the process ends: one that is on its way is answered, and told that it was
  /// the last.
  package var lastCall = Duration.milliseconds(500)
  /// For requests that have come to be taken their answers to when the process ends: whoever sends
  /// without end is told with the next that it was the last.
  package var stop = Duration.seconds(10)
}

/// How fast a client must take what is written to it.
package struct PaceLimits: Hashable, Sendable {
  /// In bytes a second: a quarter of what GPRS gives to a telephone.
  package var minBytesPerSecond = 1_024
  /// Over how long that is measured: a train may go through a tunnel.
  package var interval = Duration.seconds(15)

  /// How many bytes a client must take in one interval.
  var minBytes: Int { Int(interval.components.seconds) * minBytesPerSecond }
}

/// How much a socket may hold, in the process and in the system.
package struct SocketLimits: Hashable, Sendable {
  /// The most bytes that are read at once; requests are small.
  package var maxReadBytes = 16 * 1_024
  /// The most bytes that the system keeps of what a client sent and nobody has read; it doubles
  /// the number for its own books (socket(7)).
  package var receiveBufferBytes = 64 * 1_024
  /// Up to this many bytes, a body is copied after its head: so much costs less than telling the
  /// system of two pieces.
  package var maxJoinedBytes = 4 * 1_024
  /// From so many connections of one event loop on, the system sends long bodies from its memory.
  ///
  /// What is copied for that many falls out of the processor's caches before it is read; for fewer,
  /// copying is faster.
  package var crowdedConnections = 128
  /// Above this many bytes that wait to be written, no more requests are answered.
  ///
  /// The last response may go beyond. They are references to bytes held anyway, not copies.
  package var maxQueuedBytes = 64 * 1_024
  /// A connection goes on when no more than this is left of `maxQueuedBytes`.
  package var resumedQueuedBytes = 32 * 1_024
  /// The most bytes that the system keeps for a client and has not sent: else it takes up to 4 MiB
  /// of them from each connection that is never read (tcp_wmem of tcp(7)).
  package var maxUnsentBytes = 128 * 1_024
}

/// How much all connections may do at once.
package struct ServerLimits: Hashable, Sendable {
  /// The most connections; beyond them the idlest end, and more wait in the system's queue.
  package var maxConnections = 10_000
  /// The most connections that a port takes at once before it looks after those that it has; it may
  /// go above its limit of connections by as many.
  package var maxAcceptedAtOnce = 64
  /// How long requests in flight may take once the process is told to stop: then connections are
  /// closed, whatever they are about.
  package var shutdown = Duration.seconds(20)
  /// How long it may take until somebody idle is looked for again where all were busy.
  package var evictionPause = Duration.milliseconds(100)
  /// The most requests that may wait for the fallback at once: each waits for one of few database
  /// connections, and a queue that only grows serves nobody.
  package var maxFallbackRequests = 256
  /// The most clients that may listen to events at once: each keeps its connection, and those that
  /// only ask need some, too.
  package var maxEventClients = 5_000
  /// What `Retry-After` says to those above, in seconds.
  package var retryAfterSeconds = 1
}

/// How events are sent.
package struct EventLimits: Hashable, Sendable {
  /// How often clients that listen are written to although nothing happened, so that nobody on the
  /// way takes the connection for idle; common limits are 30 and 60 seconds.
  package var heartbeat = Duration.seconds(15)
  /// To how many clients an event is written before requests have their turn.
  package var clientsAtOnce = 128
  /// How long what was sent to a client that listens may stay unacknowledged.
  package var vanished = Duration.seconds(60)
  /// How long these have it before an event is written to more: 5,000 clients on one event loop are
  /// told within some 50 milliseconds.
  package var pause = Duration.milliseconds(1)
}
