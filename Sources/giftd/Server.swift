import Delivery
import FoundationEssentials
import GiftAPI
import GiftAnnouncing
import GiftDomain
import GiftStore
import Glibc
import Logging
import PostgresCluster
import ServiceLifecycle
import Systemd
import UnixSignals

/// Both ports over one database.
struct Server {
  let options: Giftd
  let store: GiftStore
  /// A store with short limits and its own connections, which only checks that the database is
  /// reachable.
  let probe: GiftStore
  /// A store that may insert announcements and nothing else.
  let announcements: GiftStore
  /// The snapshot file; nil for none.
  let snapshots: SnapshotDisk?
  /// How all stores log in.
  let login: DatabaseLogin
  let logger: Logger
  let levels: LogLevels
  /// The metrics that the process counts.
  let registry: MetricRegistry
  let notifier = ServiceNotifier()
  private let kept = SnapshotStatus()

  /// Opens the database that was named, or starts the private one; one that was named need not be
  /// there yet.
  ///
  /// Throws `ServingError.noDatabase`, `databaseMisnamed`, or `database` when the private one
  /// cannot be used.
  init(
    _ options: Giftd, logger: Logger, levels: LogLevels, registry: MetricRegistry
  ) async throws(ServingError) {
    self.options = options
    self.logger = logger
    self.levels = levels
    self.registry = registry
    let environment = ProcessInfo.processInfo.environment
    snapshots = [options.snapshotFile, environment["GIFT_SNAPSHOT_FILE"]].compactMap(\.self)
      .first { !$0.isEmpty }.map(SnapshotDisk.init)
    login = DatabaseLogin(
      passwordFile: [options.passwordFile, environment["GIFT_PASSWORD_FILE"]].compactMap(\.self)
        .first { !$0.isEmpty },
      home: environment["HOME"],
      warn: { logger.warning("the database warns", metadata: ["warning": "\($0)"]) })
    let choice = try Self.choice(options, environment)
    let path = environment["PATH"]
    store = try await Self.open(choice, searchPath: path, login, limits: .standard)
    probe = try await Self.open(choice, searchPath: path, login, limits: .probe)
    announcements = try await Self.open(
      choice, searchPath: path, login, role: .scheduler, limits: .scheduler)
  }

  /// Serves until SIGTERM or SIGINT, and then until the requests in flight are answered.
  ///
  /// Throws `ServingError.cannotListen`, `databaseMisnamed` or `notAllowed`.
  func run() async throws {
    let (bound, binding) = AsyncStream.makeStream(
      of: BoundPort.self, bufferingPolicy: .bufferingOldest(PortKind.allCases.count))
    let (watchable, watching) = AsyncStream.makeStream(of: Never.self)
    let (announceable, announcing) = AsyncStream.makeStream(of: Never.self)
    var limits = APILimits.standard
    limits.earlyMicroseconds = options.early
    let api = GiftAPI(store: store, limits: limits, logger: logger)
    let keeping = snapshots.map {
      SnapshotService(api: api, disk: $0, status: kept, now: currentTime, logger: logger)
    }
    await keeping?.restore()
    if api.observed().shown == nil { try await checkDatabase() }
    if options.sharePort { await waitForCatalogue(of: api) }
    let readiness = Readiness(api: api, probe: probe)
    let lag = EventLoopLag()
    let clients = clients(of: api)
    let operations = operations(
      OperationsResponder(readiness: readiness, metrics: page(of: api, clients, lag)))
    let drainDelay = Duration.seconds(options.drainDelay)
    var configuration = ServiceGroupConfiguration(
      // Stopped in the opposite order: clients first, and nothing waits for the loops.
      services: (keeping.map { [.init(service: $0)] } ?? []) + [
        .init(service: EventLoopWatch(lag: lag, notifier: notifier)),
        .init(service: Reloading(levels: levels, login: login, logger: logger)),
        .init(
          service: ServingLoop(open: announceable) {
            await Scheduler(store: announcements, logger: logger) { api.heard(of: $0) }.run()
          }),
        .init(service: ServingLoop(open: watchable) { await api.watch() }),
        .init(service: OutageLog(counters: clients.counters, logger: logger)),
        .init(
          service: ListeningNotice(
            bound: bound, logger: logger, readiness: readiness, notifier: notifier,
            isRoot: geteuid() == 0, open: [watching, announcing])),
        .init(
          service: port(.operations, operations, binding),
          failureTerminationBehavior: .gracefullyShutdownGroup),
        .init(
          service: port(.public, clients, binding),
          failureTerminationBehavior: .gracefullyShutdownGroup),
        .init(
          service: Draining(
            readiness: readiness, delay: drainDelay, notifier: notifier, logger: logger)),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration =
      drainDelay + clients.limits.server.shutdown + ServingLimits.shutdown
    configuration.maximumCancellationDuration = ServingLimits.cancellation
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch is ServiceGroupError {
      throw ServingError.cameToAnEnd
    }
    await store.close()
    await probe.close()
    await announcements.close()
    logger.notice("stopped")
  }

  /// Throws what no waiting can heal; an unreachable database is waited for.
  private func checkDatabase() async throws(ServingError) {
    do throws(StoreError) {
      _ = try await probe.clock()
    } catch {
      switch error {
      case .misconfigured(let reason): throw .databaseMisnamed(reason: reason)
      case .notAllowed(let statement): throw .notAllowed(statement: statement)
      default: return
      }
    }
  }

  private func clients(of api: GiftAPI) -> Delivery {
    if options.sharePort, SharedPort.isHandedOver() == false {
      logger.warning(
        "connections that wait while this giftd stops will be reset",
        metadata: ["needed": "\(SharedPort.setting)=1"])
    }
    let maxConnections = maxConnections()
    return Delivery(
      limits: ServingLimits.delivery(connections: maxConnections), responder: api.responder,
      events: api.events, date: { DateField(at: currentTime(), beside: api.readField) },
      makeRequestID: { randomRequestID() },
      accessLog: options.accessLog.map { interval in
        (interval, { [logger] in logger.log($0) })
      })
  }

  private func port(
    _ kind: PortKind, _ delivery: Delivery, _ bound: AsyncStream<BoundPort>.Continuation
  ) -> ListeningPort {
    ListeningPort(
      kind: kind, address: kind == .public ? options.listen : options.operationsListen,
      isShared: kind == .public && options.sharePort, delivery: delivery, bound: bound)
  }

  private func operations(_ responder: OperationsResponder) -> Delivery {
    Delivery(
      limits: ServingLimits.operations, responder: responder.responder, events: EventFeed(),
      date: { DateField(at: currentTime(), beside: nil) }, makeRequestID: { randomRequestID() },
      accessLog: nil)
  }

  /// Clients come to a shared port as soon as it is open, taken from the process already there, so
  /// it is opened once there is something to serve.
  private func waitForCatalogue(of api: GiftAPI) async {
    var isTold = false
    while api.observed().shown == nil, await !api.isRead(within: ServingLimits.firstRead) {
      if !isTold { logger.warning("the shared port is opened once the database has answered") }
      isTold = true
      // Cancelled, so the daemon ends.
      try? await Task.sleep(for: ServingLimits.firstReadRest)
    }
  }

  private func page(of api: GiftAPI, _ clients: Delivery, _ lag: EventLoopLag) -> MetricsPage {
    MetricsPage(
      registry: registry, api: api, clients: clients,
      stores: ["announcements": announcements, "catalogue": store, "probe": probe], lag: lag,
      kept: snapshots == nil ? nil : kept, now: currentTime)
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
    _ options: Giftd, _ environment: [String: String]
  ) throws(ServingError) -> DatabaseChoice {
    let choice: DatabaseChoice
    do {
      choice = try DatabaseChoice.choose(
        explicit: options.database, environment: environment, isRoot: geteuid() == 0)
    } catch {
      throw .database(.cluster(error))
    }
    if case .privateCluster = choice, !options.isPrivate { throw .noDatabase }
    return choice
  }

  private static func open(
    _ choice: DatabaseChoice, searchPath: String?, _ login: DatabaseLogin,
    role: StoreRole = .reader,
    limits: StoreLimits
  ) async throws(ServingError) -> GiftStore {
    do {
      return try await GiftStore.open(
        choice, searchPath: searchPath, role: role, applicationName: "giftd", limits: limits,
        login: login, migratesPrivate: true)
    } catch .store(.misconfigured(let reason)) {
      throw .databaseMisnamed(reason: reason)
    } catch {
      throw .database(error)
    }
  }
}

extension DateField {
  /// The field at an instant.
  fileprivate init(at now: Timestamp, beside companion: (name: String, value: String)?) {
    let elapsed = now.microseconds - now.wholeSeconds * 1_000_000
    self.init(
      value: now.httpDate, left: .microseconds(1_000_000 - elapsed), companion: companion)
  }
}
