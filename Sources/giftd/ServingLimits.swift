import Delivery
import GiftAPI
import GiftStore
import NIOCore

/// The limits of clients together, and of the process's shutdown.
enum ServingLimits {
  /// The most connections of clients at once; more wait in the system's queue.
  static let maxConnections = 10_000
  /// The most connections at once on the operations port; beyond them, the idlest ends.
  static let maxOperationsConnections = 64
  /// How often the number of refused requests is logged.
  static let outageLogInterval = Duration.seconds(60)
  /// An event loop's files: epoll(7), eventfd(2), timerfd_create(2).
  static let filesPerLoop = 3
  /// A connection to the database, and what looks up its host.
  static let filesPerDatabaseConnection = 2
  /// The connections that listen for edits: one for announcements, and one for the catalogue, or as
  /// many concurrent attempts to open that.
  static let listeningConnections = 6
  /// The standard streams, both ports, signals, and what is open for a moment.
  static let otherFiles = 16
  /// The connections that a port of few connections takes together with the last one it may.
  static let leastAcceptedAtOnce = 4
  /// At most one of this many connections may listen to events; the others are for requests.
  static let eventClientShare = 2
  /// How many connections may wait there (`listen(2)`).
  static let backlog = 1_024
  /// How long the database may take at the start before the snapshot file is served.
  static let snapshotGrace = Duration.seconds(1)
  /// How long the first read may take before a shared port is opened.
  static let firstRead = Duration.seconds(30)
  /// How long to wait before it is tried again.
  static let firstReadRest = Duration.milliseconds(500)
  /// How often to check whether the snapshot file needs writing.
  static let snapshotLook = Duration.seconds(1)
  /// The shortest time between two writes of the snapshot file.
  static let snapshotInterval = Duration.seconds(10)
  /// How long everything else may take to stop once clients are gone.
  static let shutdown = Duration.seconds(15)
  /// How long cancelled services may take after that.
  static let cancellation = Duration.seconds(5)

  /// The files that no client's connection may take, so that the operations port and the database
  /// can always be reached; one loop more than there are cores waits for signals.
  static var reservedFiles: Int {
    let toDatabase =
      StoreLimits.standard.connections + StoreLimits.probe.connections
      + StoreLimits.scheduler.connections + listeningConnections
    return maxOperationsConnections + filesPerDatabaseConnection * toDatabase
      + filesPerLoop * (System.coreCount + 1) + otherFiles + 2 * leastAcceptedAtOnce
      + APILimits.maxFiles
      + DeliveryLimits.standard.server.maxAcceptedAtOnce
  }

  /// How many connections of clients there may be when the process may have `openFiles` files; nil
  /// for any number.
  static func connections(openFiles: Int?) -> Int {
    guard let openFiles else { return maxConnections }
    return min(maxConnections, max(1, openFiles - reservedFiles))
  }

  /// Those of the operations port: probes come and go.
  static var operations: DeliveryLimits {
    var limits = DeliveryLimits.standard
    limits.connection.waits.idle = .seconds(5)
    limits.server.maxConnections = maxOperationsConnections
    limits.server.maxAcceptedAtOnce = leastAcceptedAtOnce
    limits.server.shutdown = .seconds(10)
    return limits
  }

  /// The delivery limits for a number of connections.
  static func delivery(connections: Int) -> DeliveryLimits {
    var limits = DeliveryLimits.standard
    limits.server.maxConnections = connections
    limits.server.maxEventClients = min(
      limits.server.maxEventClients, connections / eventClientShare)
    // A port that may have few must not go far beyond.
    limits.server.maxAcceptedAtOnce = max(
      leastAcceptedAtOnce, min(limits.server.maxAcceptedAtOnce, connections / leastAcceptedAtOnce))
    return limits
  }
}
