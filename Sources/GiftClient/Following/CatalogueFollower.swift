import Foundation

/// Holds the catalogue, asks servers for changes, and publishes what apps are to show.
actor CatalogueFollower {
  private let http: HTTPClient
  private let cache: AssetCache
  private let environment: ClientEnvironment
  private let report: @Sendable (ClientEvent) -> Void
  private let published: Broadcaster<Catalogue>
  private let folder: CatalogueFolder?
  private let maximumAge: TimeInterval?
  private let query: CatalogueQuery
  private let flights = SingleFlight<CatalogueQuery, Void>()

  private var state = CatalogueState()
  private var clock = ServerClock()
  private var schedule: PollSchedule
  private var isListening = false
  /// The uptime at which a server last confirmed the catalogue; negative if it was before the
  /// start.
  private var confirmedAt: TimeInterval?
  /// The uptime at which a server last said that there is no such placement; nil if it is there.
  private var goneAt: TimeInterval?
  /// Whether a server has answered since the client started.
  private var isOffline = true
  /// Gifts that were taken off at their own end, and that no server has brought back since.
  private var ended: Set<GiftID> = []
  /// Responses that agree since the server's clock contradicted what was known; nil: it did not.
  private var agreements: Int?
  private let withdrawn: WithdrawnAssets
  private var lastPublished: Catalogue?
  private var savedConfirmationAt: TimeInterval = -.infinity
  private var loading: Task<Void, Never>?
  private var following: Task<Void, Never>?
  private var endTimer: Task<Void, Never>?
  private var pauseTask: Task<Void, Never>?

  init(
    query: CatalogueQuery, http: HTTPClient, cache: AssetCache, folder: CatalogueFolder?,
    maximumAge: TimeInterval?, environment: ClientEnvironment, published: Broadcaster<Catalogue>,
    report: @escaping @Sendable (ClientEvent) -> Void
  ) {
    self.query = query
    self.http = http
    self.cache = cache
    withdrawn = WithdrawnAssets(http: http, cache: cache)
    self.folder = folder
    self.maximumAge = maximumAge
    self.environment = environment
    self.published = published
    self.report = report
    schedule = PollSchedule(random: environment.random, pace: environment.pace)
  }

  /// The catalogue as it is to be shown now; nil if there never was one.
  func current() async -> Catalogue? {
    await load()
    takeOffEnded()
    return state.held.map(shown)
  }

  /// A gift of the catalogue that is to be shown now.
  func gift(_ id: GiftID) async -> Gift? {
    await load()
    takeOffEnded()
    if let maximumAge, age > maximumAge { return nil }
    if goneAt != nil { return nil }
    return ended.contains(id) ? nil : state.held?.gifts.first { $0.id == id }
  }

  /// Whether an instant has certainly passed on the server.
  func hasPassed(_ instant: Date) -> Bool {
    clock.secondsUntil(instant, at: environment.uptime()).map { $0 <= 0 } ?? false
  }

  /// Seconds for which a server still wants no requests; nil if it takes them.
  var heldBack: TimeInterval? { schedule.heldBack(at: environment.uptime()) }

  /// The token of the catalogue that is held.
  var token: CatalogueToken? { state.held?.token }

  /// Seconds since a server confirmed the catalogue; infinite if none has.
  var age: TimeInterval {
    confirmedAt.map { max(0, environment.uptime() - $0) } ?? .infinity
  }

  // MARK: Asking servers

  /// Asks for changes, or joins a request that is on its way.
  ///
  /// - Throws: why there is no answer that could be used; the catalogue then stays as it is.
  func fetchChanges() async throws(GiftClientError) {
    await load()
    try await flights.value(for: query) { await self.fetchOnce() }
  }

  private func fetchOnce() async -> Result<Void, GiftClientError> {
    let told = schedule.requestStarts(at: environment.uptime(), clock: clock)
    do throws(GiftClientError) {
      var asked = state.asked
      var outcome = CatalogueState.Outcome.needsWhole
      var response = try await ask(since: asked, told: told, &outcome)
      if outcome == .needsWhole {
        asked = nil
        response = try await ask(since: asked, told: told, &outcome)
      }
      guard outcome != .needsWhole else { throw .badResponse("a delta answers for a catalogue") }
      await take(outcome, response)
      return .success(())
    } catch {
      if !Task.isCancelled { failed(error) }
      return .failure(error)
    }
  }

  private func ask(
    since asked: CatalogueToken?, told: CatalogueToken?, _ outcome: inout CatalogueState.Outcome
  ) async throws(GiftClientError) -> Response {
    let response = try await http.fetch(query, since: asked, told: told)
    if let date = response.head.date {
      // What an earlier run knew may have been wrong.
      let wasProvisional = clock.isProvisional
      let jump = clock.observe(
        date: date, age: response.head.age, sentAt: response.sentAt, receivedAt: response.receivedAt
      )
      agreements = jump != nil || wasProvisional ? 0 : agreements.map { $0 + 1 }
      if let jump { report(.clockCorrected(bySeconds: jump)) }
    }
    let document = try await CatalogueDocument.read(response.body, of: query.placement)
    var next = state
    outcome = next.apply(
      document, asked: asked, isMarkedReset: response.head.isMarkedReset,
      at: response.receivedAt)
    // Saved before it is shown: a start after a crash must not go back.
    if let held = next.held { await save(held, outcome) }
    // Whoever asked has been cancelled, and another request may have changed the catalogue.
    if Task.isCancelled { throw .cancelled }
    state = next
    return response
  }

  private func take(_ outcome: CatalogueState.Outcome, _ response: Response) async {
    isOffline = false
    switch outcome {
    case .confirmed:
      confirmedAt = response.receivedAt
      // A cache on the way may still have what was there before the placement was retired.
      if let gone = goneAt, response.receivedAt - gone > ClientLimits.goneFor { goneAt = nil }
      if let agreements, agreements > 0 { bringBack() }
    case .replaced(let before):
      confirmedAt = response.receivedAt
      renewed()
      if let token { report(.catalogueReplaced(from: before, to: token)) }
    case .reset(let before):
      confirmedAt = response.receivedAt
      renewed()
      if let token { report(.catalogueReset(from: before, to: token)) }
    case .older(let token):
      report(.olderCatalogueIgnored(token))
    case .needsWhole:
      return
    }
    let now = environment.uptime()
    schedule.requestSucceeded(
      at: now, maxAge: response.head.maxAge, isListening: isListening, held: state.held,
      clock: clock)
    refreshShown()
    await keepAssets()
    withdrawn.delete(listed: state.held?.head.withdrawn)
  }

  private func failed(_ error: GiftClientError) {
    if case .placementNotFound(let placement) = error { return retired(placement) }
    var retryAfter: TimeInterval?
    if case .unavailable(let seconds) = error { retryAfter = seconds }
    schedule.requestFailed(at: environment.uptime(), retryAfter: retryAfter)
    if schedule.failures >= ClientLimits.failuresUntilOffline { isOffline = true }
    refreshShown()
  }

  /// An answer like others, only that there is nothing to show, now and after the next start.
  private func retired(_ placement: Placement) {
    let now = environment.uptime()
    if goneAt == nil { report(.placementNotFound(placement)) }
    (goneAt, confirmedAt, isOffline, savedToken) = (now, now, false, nil)
    folder?.removeAll()
    schedule.requestSucceeded(
      at: now, maxAge: nil, isListening: isListening, held: state.held, clock: clock)
    refreshShown()
  }

  private func renewed() {
    goneAt = nil
    ended = []
    agreements = nil
  }

  /// Brings back what a clock that was wrong took off, and a server says is live.
  private func bringBack() {
    let latest = clock.latest(at: environment.uptime()) ?? .infinity
    for gift in state.held?.gifts ?? [] {
      if let until = gift.until, until.timeIntervalSince1970 > latest { ended.remove(gift.id) }
    }
    agreements = nil
  }

  // MARK: What is shown

  /// Publishes what has changed, and sets the timers for what is known to change.
  private func refreshShown() {
    takeOffEnded()
    publish()
    schedule.planClockRequest(before: nextEnd, at: environment.uptime(), clock: clock)
    setEndTimer()
    pauseTask?.cancel()
  }

  private func takeOffEnded() {
    guard let earliest = clock.earliest(at: environment.uptime()) else { return }
    for gift in state.held?.gifts ?? [] {
      guard let until = gift.until, until.timeIntervalSince1970 <= earliest else { continue }
      if ended.insert(gift.id).inserted { report(.giftEnded(gift.id)) }
    }
  }

  private func shown(_ held: HeldCatalogue) -> Catalogue {
    let age = age
    let isExpired = maximumAge.map { age > $0 } ?? false
    let gifts = isExpired || goneAt != nil ? [] : held.gifts.filter { !ended.contains($0.id) }
    let used = Set(gifts.map(\.category))
    return Catalogue(
      placement: query.placement, choice: held.head.choice, gifts: gifts,
      categories: held.head.categories.filter { used.contains($0.id) }, token: held.token,
      asOf: held.asOf, until: held.until,
      age: age,
      isOffline: isOffline, isReset: state.isReset, isExpired: isExpired,
      madeAt: environment.uptime())
  }

  private func publish() {
    guard let held = state.held else { return }
    let next = shown(held)
    published.send(next, isNews: lastPublished.map { !$0.shows(next) } ?? true)
    lastPublished = next
  }

  private var nextEnd: Date? {
    (state.held?.gifts ?? []).filter { !ended.contains($0.id) }.compactMap(\.until).min()
  }

  private func setEndTimer() {
    endTimer?.cancel()
    let now = environment.uptime()
    let end = nextEnd.flatMap { clock.secondsUntil($0, at: now) }
    // A millisecond later than the limit, the catalogue is older than it.
    let expiry = maximumAge.map { $0 - age + 0.001 }.flatMap { $0 > 0 ? $0 : nil }
    guard isFollowing, let seconds = [end, expiry].compactMap({ $0 }).min() else { return }
    endTimer = Task { [environment] in
      do {
        try await environment.sleep(max(0.001, seconds))
      } catch {
        // Another timer has replaced this one.
        return
      }
      refreshShown()
    }
  }

  // MARK: The cache

  /// The token of the catalogue on disk; if saving failed, another than that of `state`.
  private var savedToken: CatalogueToken?

  private func load() async {
    guard let folder, loading != nil || state.held == nil else { return }
    let task =
      loading
      ?? Task {
        guard let saved = await folder.loaded(), state.held == nil else { return }
        adopt(saved)
        await keepAssets()
      }
    loading = task
    await task.value
  }

  private func adopt(_ saved: CatalogueFolder.Saved) {
    let now = environment.uptime()
    let wall = environment.wall()
    state = CatalogueState(held: saved.catalogue, isPartial: saved.isPartial)
    savedToken = saved.catalogue.token
    confirmedAt = now - max(0, wall.timeIntervalSince(saved.confirmedAt))
    if let lower = saved.clockLower, let upper = saved.clockUpper {
      let second = wall.timeIntervalSince1970
      clock.assume(lower: second + lower, upper: second + upper, at: now)
    }
    schedule.expect(saved.catalogue.until, at: now, clock: clock)
    refreshShown()
  }

  private func keepAssets() async {
    await cache.keep(live: Set((state.held?.gifts ?? []).flatMap(\.assets).map(\.digest)))
  }

  private func save(_ held: HeldCatalogue, _ outcome: CatalogueState.Outcome) async {
    guard let folder else { return }
    let now = environment.uptime()
    let wall = environment.wall()
    switch outcome {
    case .confirmed:
      // Once a minute is enough to say how old a catalogue is, and to try again what failed.
      guard now - savedConfirmationAt >= 60 else { return }
      savedConfirmationAt = now
      if savedToken == held.token { return folder.confirm(held.token, at: wall) }
    case .replaced, .reset: savedConfirmationAt = now
    case .older, .needsWhole: return
    }
    let second = wall.timeIntervalSince1970
    let saved = CatalogueFolder.Saved(
      catalogue: held, confirmedAt: wall, clockLower: clock.earliest(at: now).map { $0 - second },
      clockUpper: clock.latest(at: now).map { $0 - second })
    do throws(GiftClientError) {
      try await folder.keep(saved, replacing: savedToken, outcome)
      savedToken = held.token
    } catch {
      report(.cacheFailed(error))
    }
  }

  // MARK: Following

  private var isFollowing: Bool { following != nil }

  /// Starts following with the first reader, and stops with the last.
  func readersChanged(to count: Int, follow: @escaping @Sendable () async -> Void) async {
    if count > 0, following == nil {
      following = Task { await follow() }
      await load()
      refreshShown()
    } else if count == 0 {
      stop()
    }
  }

  func stop() {
    following?.cancel()
    following = nil
    endTimer?.cancel()
  }

  /// Asks whenever a request is due, until the task is cancelled.
  func poll() async {
    await load()
    while !Task.isCancelled {
      let now = environment.uptime()
      let wait = schedule.due(at: now, clock: clock) - now
      guard wait > 0 else {
        do throws(GiftClientError) {
          try await fetchChanges()
        } catch {
          // It has been reported, and the schedule knows when to try again.
          continue
        }
        continue
      }
      report(.waiting(seconds: wait))
      await pause(wait)
    }
  }

  /// Waits, unless something becomes due before.
  private func pause(_ seconds: TimeInterval) async {
    let task = Task<Void, Never> { [environment] in
      // Cancelled, it only ends early.
      try? await environment.sleep(seconds)
    }
    pauseTask = task
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Notes a token that an event carried.
  func hear(_ token: CatalogueToken) {
    if let held = self.token {
      guard token.isNewer(than: held) || token.history != held.history else { return }
    }
    schedule.hear(token, at: environment.uptime())
    pauseTask?.cancel()
  }

  func listens(_ isListening: Bool) {
    guard self.isListening != isListening else { return }
    if !isListening { schedule.stoppedListening(at: environment.uptime()) }
    self.isListening = isListening
    pauseTask?.cancel()
  }
}
