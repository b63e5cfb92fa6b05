/// The limits of clients, per connection and in all.
package struct DeliveryLimits: Hashable, Sendable {
  /// The limits of a request's head.
  package var head = HeadLimits()
  /// The limits of one connection.
  package var connection = ConnectionLimits()
  /// The limits of one socket.
  package var socket = SocketLimits()
  /// The limits of all connections together.
  package var server = ServerLimits()
  /// The limits of event streams.
  package var events = EventLimits()

  /// The limits that `giftd` uses.
  package static let standard = DeliveryLimits()
}

/// The limits of a request's head.
package struct HeadLimits: Hashable, Sendable {
  /// The most bytes of a method; the longest that IANA has registered has 17.
  package var maxMethodBytes = 32
  /// The most bytes of a target; RFC 9110 §4.1 recommends at least 8,000.
  package var maxTargetBytes = 8_000
  /// The most bytes of all header fields: a common limit of servers, and small enough to hold for
  /// every connection at once.
  package var maxFieldBytes = 16 * 1_024
  /// The most header fields; browsers send about twenty.
  package var maxFields = 100
}

/// The limits of one connection: bytes, requests and waits.
package struct ConnectionLimits: Hashable, Sendable {
  /// Above this many held bytes, nothing more is read.
  package var pausedHeldBytes = 16 * 1_024
  /// The most held bytes, whatever the system delivers.
  ///
  /// Enough for the longest head and one read after it. Bytes beyond are dropped, and the
  /// connection ends after the requests before them.
  package var maxHeldBytes = 48 * 1_024
  /// The most bytes that are read and discarded: bodies, which no route takes, and input after the
  /// last request.
  package var maxDiscardedBytes = 64 * 1_024
  /// The longest `Last-Event-ID`; a token has at most 40 bytes.
  package var maxEventIDBytes = 128
  /// The most requests: too many to matter, but connections eventually move to other replicas.
  package var maxRequests = 100_000
  /// How long it waits for its client.
  package var waits = ConnectionWaits()
  /// How fast a client must take what is written to it.
  package var pace = PaceLimits()
}

/// How long a connection waits for its client.
package struct ConnectionWaits: Hashable, Sendable {
  /// For a complete head, from its first byte.
  package var requestArrival = Duration.seconds(10)
  /// For the next request.
  package var idle = Duration.seconds(60)
  /// For the client to close its side after ours, so that bytes it still sends do not destroy data
  /// that it has not read (RFC 9112 §9.6).
  package var linger = Duration.seconds(5)
  /// For a request when the process stops: one in flight is answered, with `Connection: close`.
  package var lastCall = Duration.milliseconds(500)
  /// For the client to take responses to received requests when the process stops; after that, the
  /// next response is the last.
  package var stop = Duration.seconds(10)
}

/// How fast a client must take what is written to it.
package struct PaceLimits: Hashable, Sendable {
  /// Bytes per second: a quarter of what GPRS gives a phone.
  package var minBytesPerSecond = 1_024
  /// The interval over which that is measured: a train may go through a tunnel.
  package var interval = Duration.seconds(15)

  /// The bytes that a client must take in one interval.
  var minBytes: Int { Int(interval.components.seconds) * minBytesPerSecond }
}

/// The limits of a socket's buffers, in the process and in the system.
package struct SocketLimits: Hashable, Sendable {
  /// The most bytes per read; requests are small.
  package var maxReadBytes = 16 * 1_024
  /// The system's receive buffer in bytes; it doubles the number for its own bookkeeping
  /// (socket(7)).
  package var receiveBufferBytes = 64 * 1_024
  /// Up to this many bytes, a body is copied after its head, which is cheaper than passing two
  /// pieces to the system.
  package var maxJoinedBytes = 4 * 1_024
  /// When a copy of a body for each connection of an event loop would be more bytes than this, the
  /// system sends it from its own memory.
  ///
  /// That many bytes fall out of the processor's caches before they are read; of fewer, copying is
  /// faster: `make bench-delivery` with 20 kB and 78 kB.
  package var maxCopiedBytes = 2 * 1_024 * 1_024
  /// Above this many queued bytes, no more requests are answered.
  ///
  /// The last response may exceed it. The queue refers to bytes held anyway, without copies.
  package var maxQueuedBytes = 64 * 1_024
  /// Requests are answered again when no more than this many queued bytes are left.
  package var resumedQueuedBytes = 32 * 1_024
  /// The most unsent bytes that the system buffers: by default it takes up to 4 MiB for a client
  /// that never reads (tcp_wmem of tcp(7)).
  package var maxUnsentBytes = 128 * 1_024
}

/// The limits of all connections together.
package struct ServerLimits: Hashable, Sendable {
  /// The most connections; beyond that the idlest are closed, and more wait in the system's queue.
  package var maxConnections = 10_000
  /// The most connections accepted at once before existing ones are served; the limit of
  /// connections may be exceeded by as many.
  package var maxAcceptedAtOnce = 64
  /// How long requests in flight may take after the process is told to stop; then all connections
  /// are closed.
  package var shutdown = Duration.seconds(20)
  /// The wait before searching again for an idle connection if all were busy.
  package var evictionPause = Duration.milliseconds(100)
  /// The most concurrent requests in the fallback: each waits for one of few database connections,
  /// and an ever-growing queue helps nobody.
  package var maxFallbackRequests = 256
  /// The most clients listening to events at once: each keeps its connection, and polling clients
  /// need some too.
  package var maxEventClients = 5_000
  /// The `Retry-After` beyond those limits, in seconds.
  package var retryAfterSeconds = 1
}

/// The limits of event streams.
package struct EventLimits: Hashable, Sendable {
  /// The interval of heartbeats, so that no proxy closes the connection as idle; common limits are
  /// 30 and 60 seconds.
  package var heartbeat = Duration.seconds(15)
  /// The number of clients to which an event is written before requests are handled.
  package var clientsAtOnce = 128
  /// How long data sent to a listening client may stay unacknowledged.
  package var vanished = Duration.seconds(60)
  /// The pause before an event is written to more clients: 5,000 clients on one event loop get it
  /// within some 50 milliseconds.
  package var pause = Duration.milliseconds(1)
}
