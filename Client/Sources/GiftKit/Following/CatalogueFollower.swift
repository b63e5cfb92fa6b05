import Foundation

/// Does what a `FollowState` says: sends requests, saves, waits, and hands on what it publishes.
actor CatalogueFollower {
  private let http: HTTPClient
  private let cache: AssetCache
  private let group: FollowGroup
  private let bundle: BundledGifts?
  private let withdrawn: WithdrawnAssets
  private let folder: CatalogueFolder?
  private let environment: ClientEnvironment
  /// Those who read.
  nonisolated let catalogues: Broadcaster<Catalogue>
  private let report: @Sendable (ClientEvent) -> Void

  private var state: FollowState
  private var loading: Task<Void, Never>?
  private var timer: (at: TimeInterval, task: Task<Void, Never>)?
  private var waiters: [UUID: CheckedContinuation<Result<Void, GiftClientError>, Never>] = [:]

  init(
    query: CatalogueQuery, http: HTTPClient, cache: AssetCache, group: FollowGroup,
    folder: CatalogueFolder?, bundle: BundledGifts?, maximumAge: TimeInterval?,
    environment: ClientEnvironment, catalogues: Broadcaster<Catalogue>,
    report: @escaping @Sendable (ClientEvent) -> Void
  ) {
    self.http = http
    self.cache = cache
    self.group = group
    self.bundle = bundle
    withdrawn = WithdrawnAssets(http: http, cache: cache)
    self.folder = folder
    self.environment = environment
    self.catalogues = catalogues
    self.report = report
    state = FollowState(
      query: query, maximumAge: maximumAge, keepsFiles: folder != nil,
      isBundled: bundle != nil,
      schedule: PollSchedule(random: environment.random, pace: environment.pace),
      at: environment.moment)
  }

  // MARK: What is known

  /// The catalogue as it is to be shown now; nil if there never was one.
  func current() async -> Catalogue? {
    await load()
    return state.shown(at: environment.moment)
  }

  /// A gift of the catalogue that is to be shown now.
  func gift(_ id: GiftID) async -> Gift? {
    await load()
    return state.gift(id, at: environment.moment)
  }

  /// Whether an instant has certainly passed on the server.
  func hasPassed(_ instant: Date) -> Bool { state.hasPassed(instant, at: environment.moment) }

  /// Seconds for which a server still wants no requests; nil if it takes them.
  var heldBack: TimeInterval? { state.heldBack(at: environment.moment) }

  /// The token of the catalogue that is held.
  var token: CatalogueToken? { state.token }

  /// Seconds since a server confirmed the catalogue; infinite if none has.
  var age: TimeInterval { state.age(at: environment.moment) }

  // MARK: What happens

  /// Asks for changes, or joins a request that is on its way.
  ///
  /// - Throws: why there is no answer that could be used; the catalogue then stays as it is.
  func fetchChanges() async throws(GiftClientError) {
    await load()
    let id = UUID()
    let outcome: Result<Void, GiftClientError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
        waiters[id] = continuation
        _ = Task { await handle(.asked) }
      }
    } onCancel: {
      _ = Task { await leave(id) }
    }
    try outcome.get()
  }

  private func leave(_ id: UUID) {
    waiters.removeValue(forKey: id)?.resume(returning: .failure(.cancelled))
  }

  /// Starts following, or stops.
  func read(_ isRead: Bool, isListening: Bool) async {
    await handle(.listens(isListening))
    await load()
    await handle(.read(isRead))
  }

  private func load() async {
    guard folder != nil || bundle != nil else { return }
    let task = loading ?? Task { await handle(.loaded(await remembered())) }
    loading = task
    await task.value
  }

  /// What was saved, or what the app brought along if that is newer.
  private func remembered() async -> FollowState.Remembered? {
    let saved = await folder?.loaded()
    guard let bundled = await bundle?.catalogue(for: state.query) else {
      return saved.map { .saved($0) }
    }
    guard let saved, !bundled.isNewer(than: saved.catalogue) else { return .bundled(bundled) }
    return .saved(saved)
  }

  /// Takes in what happens, and does what follows from it.
  func handle(_ input: FollowState.Input) async {
    for output in state.handle(input, at: environment.moment) { await perform(output) }
  }

  // MARK: What is done

  private func perform(_ output: FollowState.Output) async {
    switch output {
    case .request(let since, let told): _ = Task { await ask(since: since, told: told) }
    case .save(let saved, let old, let isReset):
      _ = Task { await save(saved, replacing: old, isReset: isReset) }
    case .confirm(let token): folder?.confirm(token, at: environment.wall())
    case .forget: folder?.removeAll()
    case .keep(let live, let list):
      await cache.keep(live: live, in: state.query.placement)
      withdrawn.delete(listed: list)
    case .publish(let catalogue, let isNews): catalogues.send(catalogue, isNews: isNews)
    case .settle(let result):
      for waiter in waiters.values { waiter.resume(returning: result) }
      waiters = [:]
    case .share(let token, let receivedAt):
      await group.answered(token, to: self, at: receivedAt)
    case .report(let event): report(event)
    case .wake(let uptime): wake(at: uptime)
    }
  }

  private func ask(since: CatalogueToken?, told: CatalogueToken?) async {
    do throws(GiftClientError) {
      let response = try await http.fetch(state.query, since: since, told: told)
      let document = try await document(of: response)
      await handle(
        .answered(
          FollowState.Answer(
            head: response.head, document: document, sentAt: response.sentAt,
            receivedAt: response.receivedAt, isFromFallback: response.isFromFallback)))
    } catch {
      await handle(.failed(error))
    }
  }

  private func document(
    of response: Response
  ) async throws(GiftClientError) -> CatalogueDocument {
    do throws(GiftClientError) {
      return try await CatalogueDocument.read(response.body, of: state.query.placement)
    } catch {
      let duration = environment.uptime() - response.sentAt
      report(.requestFailed(route: "/v1/catalogue", error: error, duration: duration))
      throw error
    }
  }

  private func save(
    _ saved: CatalogueFolder.Saved, replacing old: CatalogueToken?, isReset: Bool
  ) async {
    do throws(GiftClientError) {
      try await folder?.keep(saved, replacing: old, isReset: isReset)
      await handle(.saved(nil))
    } catch {
      await handle(.saved(error))
    }
  }

  private func wake(at uptime: TimeInterval?) {
    if let timer, timer.at == uptime { return }
    timer?.task.cancel()
    timer = nil
    guard let uptime else { return }
    report(.waiting(seconds: max(0, uptime - environment.uptime())))
    let task = Task { [environment] in
      do {
        try await environment.sleep(max(0.001, uptime - environment.uptime()))
      } catch {
        // Another moment has taken its place.
        return
      }
      timer = nil
      await handle(.woke)
    }
    timer = (uptime, task)
  }
}
