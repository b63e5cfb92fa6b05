import Delivery
import FoundationEssentials
import GiftAPI
import GiftRotation
import GiftStore
import Glibc
import Logging
import PostgresCluster
import ServiceLifecycle
import UnixSignals

/// Both ports over one database.
struct Server {
  let listen: HostPort
  let operationsListen: HostPort
  /// Whether another `giftd` may serve clients on the same port.
  let sharesPort: Bool
  let store: GiftStore
  /// A store with short limits and connections of its own, which only says whether the database is
  /// there.
  let probe: GiftStore
  /// A store that may insert announcements and nothing else.
  let announcements: GiftStore
  /// Where what is served is kept; nil for nowhere.
  let snapshots: SnapshotDisk?
  let logger: Logger
  /// What the process counts.
  let registry: MetricRegistry

  /// Opens the database that was named, or starts the private one; one that was named need not be
  /// there yet.
  ///
  /// Throws `ServingError.cluster` or `store` when the private one cannot be used.
  init(
    listen: HostPort, operationsListen: HostPort, sharesPort: Bool, database: String?,
    snapshotFile: String?, logger: Logger, registry: MetricRegistry
  ) async throws(ServingError) {
    self.listen = listen
    self.operationsListen = operationsListen
    self.sharesPort = sharesPort
    self.logger = logger
    self.registry = registry
    let environment = ProcessInfo.processInfo.environment
    snapshots = [snapshotFile, environment["GIFT_SNAPSHOT_FILE"]].compactMap(\.self)
      .first { !$0.isEmpty }.map(SnapshotDisk.init)
    let choice = try Self.choice(explicit: database, environment)
    store = try await Self.open(choice, searchPath: environment["PATH"], limits: .standard)
    probe = try await Self.open(choice, searchPath: environment["PATH"], limits: .probe)
    announcements = try await Self.open(
      choice, searchPath: environment["PATH"], role: .scheduler, limits: .scheduler)
  }

  /// Serves until SIGTERM or SIGINT, and then until the requests in flight are answered.
  ///
  /// Throws `ServingError.cannotListen`.
  func run() async throws {
    let (bound, continuation) = AsyncStream.makeStream(
      of: BoundPort.self, bufferingPolicy: .bufferingOldest(PortKind.allCases.count))
    let (watchable, watching) = AsyncStream.makeStream(of: Never.self)
    let (announceable, announcing) = AsyncStream.makeStream(of: Never.self)
    let notice = ListeningNotice(
      bound: bound, logger: logger, open: [watching, announcing])
    let api = GiftAPI(store: store)
    let keeping = snapshots.map {
      SnapshotService(api: api, disk: $0, now: currentTime, logger: logger)
    }
    await keeping?.restore()
    if sharesPort { await waitForCatalogue(of: api) }
    let page = page(of: api)
    let operations = ListeningPort(
      kind: .operations, address: operationsListen, isShared: false,
      maxConnections: ServingLimits.maxOperationsConnections,
      responder: OperationsAPI(api: api, probe: probe, metrics: page.text), ready: { _ in nil },
      events: EventFeed(),
      counters: page.operations, bound: continuation, logger: logger)
    let clients = ListeningPort(
      kind: .public, address: listen, isShared: sharesPort, maxConnections: maxConnections(),
      responder: api, ready: api.ready, events: api.events, counters: page.clients,
      bound: continuation, logger: logger)
    if sharesPort, SharedPort.isHandedOver() == false {
      logger.warning(
        "connections that wait while this giftd stops will be reset",
        metadata: ["needed": "\(SharedPort.setting)=1"])
    }
    let rotations = AnnouncingService(
      scheduler: Scheduler(store: announcements, logger: logger), open: announceable)
    var configuration = ServiceGroupConfiguration(
      // Told to stop in the opposite order: clients first, and nobody waits for the loops.
      services: (keeping.map { [.init(service: $0)] } ?? []) + [
        .init(service: rotations), .init(service: WatchingService(api: api, open: watchable)),
        .init(service: notice, successTerminationBehavior: .ignore),
        .init(service: operations, failureTerminationBehavior: .gracefullyShutdownGroup),
        .init(service: clients, failureTerminationBehavior: .gracefullyShutdownGroup),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = ServingLimits.shutdown
    configuration.maximumCancellationDuration = ServingLimits.cancellation
    try await ServiceGroup(configuration: configuration).run()
    await store.close()
    await probe.close()
    await announcements.close()
  }

  /// Clients come to a shared port as soon as it is open, also from who serves there already: it is
  /// opened once there is something for them.
  private func waitForCatalogue(of api: GiftAPI) async {
    var isTold = false
    while api.observed().shown == nil, await !api.isRead(within: ServingLimits.firstRead) {
      if !isTold { logger.warning("the shared port is opened once the database has answered") }
      isTold = true
      // Cancelled: then the daemon ends.
      try? await Task.sleep(for: ServingLimits.firstReadRest)
    }
  }

  private func page(of api: GiftAPI) -> MetricsPage {
    MetricsPage(
      registry: registry, api: api,
      stores: ["announcements": announcements, "catalogue": store, "probe": probe],
      now: currentTime)
  }

  /// As many connections of clients as the system's limit of open files leaves; says so when these
  /// are fewer than intended.
  private func maxConnections() -> Int {
    let openFiles = OpenFiles.softLimit()
    let connections = ServingLimits.connections(openFiles: openFiles)
    if let openFiles, connections < ServingLimits.maxConnections {
      logger.warning(
        "fewer connections than intended",
        metadata: [
          "connections": "\(connections)", "intended": "\(ServingLimits.maxConnections)",
          "open-files": "\(openFiles)",
        ])
    }
    return connections
  }

  private static func choice(
    explicit: String?, _ environment: [String: String]
  ) throws(ServingError) -> DatabaseChoice {
    do {
      return try DatabaseChoice.choose(
        explicit: explicit, environment: environment, isRoot: geteuid() == 0)
    } catch {
      throw .cluster(error)
    }
  }

  private static func open(
    _ choice: DatabaseChoice, searchPath: String?, role: StoreRole = .reader,
    limits: StoreLimits
  ) async throws(ServingError) -> GiftStore {
    do {
      return try await GiftStore.open(
        choice, searchPath: searchPath, role: role, applicationName: "giftd", limits: limits,
        migratesPrivate: true)
    } catch {
      throw ServingError(error)
    }
  }
}
