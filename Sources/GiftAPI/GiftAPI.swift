// GiftAPI owns version 1 of the read API: its routes and responses, their caching, and errors. It
// reads through GiftStore and must not know how anything gets into the store: it cannot publish. It
// knows no clock but the database's, no environment and no arguments.

package import Delivery
package import GiftDomain
package import GiftStore
package import Logging
import Metrics

/// The public routes.
package struct GiftAPI: Sendable {
  let publisher: SnapshotPublisher
  let follower: DatabaseFollower
  let fallback: FallbackReads
  let maker = AudienceMaker()

  /// The feed of events to listening clients.
  package let events = EventFeed()

  /// The routes over a store, which should be opened with the role `reader`.
  ///
  /// `logger` receives facts about the database found between requests.
  package init(store: GiftStore, limits: APILimits = .standard, logger: Logger) {
    publisher = SnapshotPublisher(limits: limits, feed: events, logger: logger)
    follower = DatabaseFollower(store, publisher)
    fallback = FallbackReads(store, publisher)
  }

  /// Keeps the served catalogue up to date, until the task is cancelled.
  package func watch() async {
    await withDiscardingTaskGroup { [follower, publisher] group in
      group.addTask { await publisher.compressCatalogues() }
      group.addTask { await follower.follow() }
      group.addTask { await publisher.turn() }
    }
  }

  /// Takes down the newest change that the primary has, by which a standby that lags is noticed.
  package func heard(of change: ChangeNumber) { publisher.heard(of: change) }

  /// The served catalogue and the last known state of the database, without a query.
  package func observed() -> ServingReport {
    var serving = publisher.serving
    return serving.report(at: .now, cachedBytes: publisher.cache.byteCount)
  }

  /// What is served at this instant, as the field `Gift-Catalogue-Read` says it; nil before
  /// anything is.
  ///
  /// It stays true while a cache keeps the response, as an age would not: when the database was
  /// last read, by its clock, in whole seconds, and the newest change that it had (RFC 9651, a date
  /// with a parameter).
  package var readField: (name: String, value: String)? {
    let (shown, database) = (publisher.serving.shown, publisher.serving.database)
    guard let current = shown.current, let clock = shown.clock else { return nil }
    let read = database.lastRead.map(clock.shown) ?? current.view.now
    return (
      "Gift-Catalogue-Read", "@\(read.wholeSeconds);change=\(current.view.change)"
    )
  }

  /// What names the assets that are withdrawn; nil if there are none.
  package var withdrawn: String? { publisher.serving.shown.current?.withdrawn.name }

  /// Waits until there is something to serve.
  ///
  /// Throws the store's error if it cannot be read and never was.
  package func read() async throws(StoreError) { _ = try await follower.current() }

  /// The responder to requests.
  package var responder: Responder {
    Responder(
      makeRouter: {
        let router = LoopRouter(self)
        return { router.route($0) }
      },
      respond: { await respond(to: $0) },
      refuse: { Problem(.refused($0)).response(.none) })
  }

  /// Answers from memory; everything else is left to `respond`.
  func answer(_ head: RequestHead, _ served: Served?) -> SteadyRouting {
    var group = RouteGroup.none
    do throws(APIError) {
      let route = try route(of: head)
      group = route.group
      switch head.method {
      case .options:
        try checkName(in: route)
        return (.ready(.options(group)), nil)
      case .other, .unknown: throw .methodNotAllowed
      case .get, .head: break
      }
      guard let served else { return (route == .events ? .events(.eventStart) : .fallback, nil) }
      return try answer(head, at: route, served)
    } catch {
      return (.ready(Problem(error).response(group)), nil)
    }
  }

  private func route(of head: RequestHead) throws(APIError) -> Route {
    guard head.method != .unknown else { throw .refused(.methodUnknown) }
    let route = try head.withTarget { (target) throws(APIError) in try Route(target) }
    if route == .server, head.method != .options { throw .refused(.targetMalformed) }
    return route
  }

  /// The response to GET or HEAD, if it is in memory.
  private func answer(
    _ head: RequestHead, at route: Route, _ served: Served
  ) throws(APIError) -> SteadyRouting {
    let resource: ReadyResource?
    switch route {
    case .server: throw .refused(.targetMalformed)
    case .catalogue(let question):
      resource = try kept(question, served)?.whole
    case .changes(let token, let question):
      let deltas = try kept(question, served)?.deltas
      resource = token.map { deltas?.ready(since: $0) } ?? deltas?.whole
    case .gift(let key): resource = try gift(key, served).description
    case .upcoming(let client): resource = served.snapshot.upcoming.lists[client]
    case .withdrawn: resource = served.snapshot.withdrawn.list
    case .animation, .picture:
      guard !served.snapshot.withdrawn.contains(route) else { throw .withdrawn }
      resource = served.snapshot.ready(at: route)
    case .liveAnimation(let key): resource = try liveGift(key, served).animation
    case .events:
      // A new client gets no earlier catalogue.
      publisher.tellServed()
      return (.events(.eventStart), nil)
    }
    // Before the response: a better coding may come at any moment.
    let constant = resource?.constant
    guard let response = try resource?.ready(head, now: served.now) else { return (.fallback, nil) }
    return (.ready(response), constant)
  }

  /// Answers requests that memory does not: waits for the first snapshot, an old animation or
  /// picture, an old catalogue, or one that is made.
  func respond(to head: RequestHead) async -> Response {
    let start = ContinuousClock.now
    var group = RouteGroup.none
    defer {
      Metrics.Timer(
        label: "gift_fallback_duration_seconds", dimensions: [("route", group.rawValue)]
      )
      .recordNanoseconds(Int64((ContinuousClock.now - start) / Duration.nanoseconds(1)))
    }
    do throws(APIError) {
      let route = try route(of: head)
      group = route.group
      let served = try await served()
      switch try answer(head, at: route, served).routing {
      case .ready(let response), .events(let response): return response
      case .fallback:
        let resource = try await resource(at: route, served)
        // Time has passed, and cache lifetimes must not reach past a boundary.
        return try resource.response(
          to: head, now: publisher.serving.shown.clock?.now ?? served.now)
      }
    } catch {
      if case .store(let failure) = error, !failure.isAbsence {
        publisher.logger.error(
          "request failed",
          metadata: ["reason": "\(failure.logReason)", "request": "\(head.requestID ?? "-")"])
      }
      return Problem(error).response(group)
    }
  }

  /// The snapshot served at this instant; one that is there does not wait while the publisher makes
  /// the next.
  private func served() async throws(APIError) -> Served {
    if let served = publisher.served() { return served }
    do throws(StoreError) {
      return try await follower.current()
    } catch {
      throw .store(error)
    }
  }

  private func resource(at route: Route, _ served: Served) async throws(APIError) -> ReadyResource {
    switch route {
    case .catalogue(let question): return try await catalogue(question, served).whole
    case .changes(let token, let question):
      let placement = try placement(of: question, served).place.placement
      return await fallback.changes(
        since: token.flatMap { CatalogueToken($0.text) },
        of: try await catalogue(question, served), in: placement, for: question.client, served)
    case .upcoming(let client):
      return await maker.upcoming(for: client, in: served.snapshot)
    case .animation(let key):
      return try await asset(try name(.animation, key), served).ready
    case .picture(let key): return try await asset(try name(.picture, key), served).ready
    case .liveAnimation(let key):
      let gift = try liveGift(key, served)
      let name = AssetName(kind: .animation, digest: gift.visible.version.asset)
      let asset = try await asset(name, served)
      return ReadyResource(ServedGift.resource(of: asset, gift.visible, since: gift.since))
    case .server, .events, .gift, .withdrawn:
      // These are always in memory.
      throw .routeNotFound
    }
  }

  private func placement(
    of question: CatalogueQuestion, _ served: Served
  ) throws(APIError) -> ServedPlacement {
    if let placement = served.snapshot.placement(question.placement) { return placement }
    throw .placementNotFound
  }

  private func catalogue(
    _ question: CatalogueQuestion, _ served: Served
  ) async throws(APIError) -> ServedCatalogue {
    // Only what has to be made waits for what is being made.
    if let kept = try kept(question, served) { return kept }
    return await maker.catalogue(for: question.client, in: try placement(of: question, served))
  }

  /// The catalogue that a client requests, if it was made.
  private func kept(
    _ question: CatalogueQuestion, _ served: Served
  ) throws(APIError) -> ServedCatalogue? {
    try placement(of: question, served).catalogues[question.client]
  }

  private func gift(_ key: AddressKey, _ served: Served) throws(APIError) -> ServedGift {
    if let gift = served.snapshot.gifts[key] { return gift }
    throw .giftNotFound(try id(key))
  }

  private func id(_ key: AddressKey) throws(APIError) -> GiftID {
    do throws(DomainError) {
      return try GiftID(key.text)
    } catch {
      throw .giftNotFound(nil)
    }
  }

  /// Refuses names that cannot be valid; OPTIONS reveals nothing else about a gift.
  private func checkName(in route: Route) throws(APIError) {
    switch route {
    case .gift(let key), .liveAnimation(let key): _ = try id(key)
    case .animation(let key): _ = try name(.animation, key)
    case .picture(let key): _ = try name(.picture, key)
    case .server, .catalogue, .changes, .upcoming, .withdrawn, .events: return
    }
  }

  private func liveGift(_ key: AddressKey, _ served: Served) throws(APIError) -> ServedGift {
    let gift = try gift(key, served)
    let animation = AssetName(kind: .animation, digest: gift.visible.version.asset)
    guard !served.snapshot.withdrawn.contains(animation) else { throw .withdrawn }
    switch gift.visible.status {
    case .live: return gift
    case .retired:
      throw .giftRetired(gift.visible.gift, at: gift.visible.retiredAt ?? served.now)
    }
  }

  private func name(_ kind: AssetKind, _ key: AddressKey) throws(APIError) -> AssetName {
    do {
      return AssetName(kind: kind, digest: try SHA256Digest(hex: key.text))
    } catch {
      throw kind.notFound
    }
  }

  private func asset(
    _ name: AssetName, _ served: Served
  ) async throws(APIError) -> ServedAsset {
    let asset: ServedAsset?
    do throws(StoreError) {
      asset = try await fallback.asset(name, served)
    } catch {
      throw .store(error)
    }
    // It may have been withdrawn while it was read.
    let latest = publisher.serving.shown.current ?? served.snapshot
    guard !latest.withdrawn.contains(name) else { throw .withdrawn }
    guard let asset else { throw name.kind.notFound }
    return asset
  }
}
