import Foundation

/// What following a catalogue does, as a function of what happens: it knows no network, no file and
/// no clock but the moment that comes with each input.
struct FollowState: Sendable {
  /// When something happens.
  struct Moment: Sendable {
    /// Seconds on a clock that only goes forward.
    let uptime: TimeInterval
    /// The device's clock, which people may set.
    let wall: Date
  }

  /// What happens.
  enum Input: Sendable {
    /// What was there before the start was read; nil: there is nothing.
    case loaded(Remembered?)
    /// Somebody begins to read catalogues, or nobody does any more.
    case read(Bool)
    /// An app wants an answer, whether one is due or not.
    case asked
    /// The request was answered.
    case answered(Answer)
    /// The request failed.
    case failed(GiftClientError)
    /// What was to be saved is saved; an error: it could not be.
    case saved(GiftClientError?)
    /// An event carried this token.
    case heard(CatalogueToken)
    /// A server named this state when it answered for another placement.
    case namedElsewhere(CatalogueToken, receivedAt: TimeInterval)
    /// The event stream brought its first event, or ended.
    case listens(Bool)
    /// The moment of `wake` has come.
    case woke
  }

  /// What is known before the first answer.
  enum Remembered: Sendable {
    /// What an earlier run saved.
    case saved(CatalogueFolder.Saved)
    /// What the app brought along.
    case bundled(HeldCatalogue)
  }

  /// A response to a request for the catalogue.
  struct Answer: Sendable {
    let head: ResponseHead
    let document: CatalogueDocument
    /// Uptimes between which the server wrote the head.
    let sentAt: TimeInterval
    let receivedAt: TimeInterval
    /// Whether it came from a second address, which may lag for as long as it likes.
    let isFromFallback: Bool
  }

  /// What is to be done, in this order.
  enum Output: Sendable {
    /// Send a request, whose end is an input.
    case request(since: CatalogueToken?, told: CatalogueToken?)
    /// Save a catalogue in the place of an earlier one, whose end is an input.
    case save(CatalogueFolder.Saved, replacing: CatalogueToken?, isReset: Bool)
    /// Note that a server has confirmed what is saved.
    case confirm(CatalogueToken)
    /// Delete what is saved.
    case forget
    /// Keep these assets longest, and delete what is on the list of this name.
    case keep(live: Set<AssetDigest>, withdrawn: String?)
    /// Hand a catalogue to those who read; unless it is news, only to who comes later.
    case publish(Catalogue, isNews: Bool)
    /// Tell those who asked that there is an answer, or why there is none.
    case settle(Result<Void, GiftClientError>)
    /// Tell the other placements which state a server has.
    case share(CatalogueToken, receivedAt: TimeInterval)
    /// Tell what happened.
    case report(ClientEvent)
    /// Say so at this uptime, and at no other; nil: at none.
    case wake(at: TimeInterval?)
  }

  private struct Request {
    let since: CatalogueToken?
    /// What is saved before it is shown: a start after a crash must not go back.
    var pending: (next: CatalogueState, outcome: CatalogueState.Outcome, answer: Answer)?
    var isSaving = false
  }

  let query: CatalogueQuery
  let maximumAge: TimeInterval?
  /// Whether there is a folder.
  private let keepsFiles: Bool

  var catalogue = CatalogueState()
  var clock: ServerClock
  private var schedule: PollSchedule
  private var request: Request?
  private var isLoaded: Bool
  /// Whether an app waits for a request that was not sent yet.
  private var isAsked = false
  private var isRead = false
  private var isListening = false
  /// The uptime at which a server last confirmed the catalogue; negative if it was before the
  /// start.
  var confirmedAt: TimeInterval?
  /// The uptime at which a server last said that there is no such placement; nil if it is there.
  var goneAt: TimeInterval?
  /// Whether no server has answered lately, or since the start.
  var isOffline = true
  /// The token of the catalogue on disk; if saving failed, another than that of `catalogue`.
  private var savedToken: CatalogueToken?
  private var savedConfirmationAt: TimeInterval = -.infinity
  /// What was published last.
  var published: Catalogue?
  /// The gifts that were told to have ended.
  var ended: Set<GiftID> = []

  init(
    query: CatalogueQuery, maximumAge: TimeInterval?, keepsFiles: Bool, isBundled: Bool,
    schedule: PollSchedule, at now: Moment
  ) {
    self.query = query
    self.maximumAge = maximumAge
    self.keepsFiles = keepsFiles
    self.schedule = schedule
    isLoaded = !keepsFiles && !isBundled
    clock = ServerClock(device: now.wall, at: now.uptime)
  }

  /// The token of the catalogue that is held.
  var token: CatalogueToken? { catalogue.held?.token }

  /// Seconds for which a server still wants no requests; nil if it takes them.
  func heldBack(at now: Moment) -> TimeInterval? { schedule.heldBack(at: now.uptime) }

  /// Takes in what happens, and returns what is to be done.
  mutating func handle(_ input: Input, at now: Moment) -> [Output] {
    var outputs = outputs(of: input, at: now)
    if isLoaded, request == nil, isAsked || isRead && isDue(at: now) {
      isAsked = false
      outputs += send(since: asked(at: now), at: now)
    }
    outputs += show(at: now)
    let wake = isRead ? nextMoment(at: now) : nil
    return outputs + [.wake(at: wake)]
  }

  private mutating func outputs(of input: Input, at now: Moment) -> [Output] {
    switch input {
    case .loaded(let remembered):
      isLoaded = true
      return remembered.map { adopt($0, at: now) } ?? []
    case .read(let isRead): self.isRead = isRead
    case .asked: isAsked = request == nil
    case .answered(let answer): return take(answer, at: now)
    case .failed(let error): return fail(error, at: now)
    case .saved(let error): return commit(error, at: now)
    case .heard(let token):
      if let held = self.token, !token.isNewer(than: held), token.history == held.history { break }
      schedule.hear(token, at: now.uptime)
    case .namedElsewhere(let token, let receivedAt):
      // Of these, the next request has to bring more than a confirmation.
      guard !catalogue.isRemembered, catalogue.isComplete, let held = self.token else { break }
      guard token.isAsNew(as: held) else { return outputs(of: .heard(token), at: now) }
      // What names the same state would answer the same.
      if goneAt == nil, receivedAt > confirmedAt ?? -.infinity {
        (confirmedAt, isOffline) = (receivedAt, false)
        catalogue.confirmElsewhere()
        schedule.confirmedElsewhere(at: now.uptime, isListening: isListening)
      }
    case .listens(let isListening):
      guard self.isListening != isListening else { break }
      self.isListening = isListening
      if !isListening { schedule.stoppedListening(at: now.uptime) }
    case .woke: break
    }
    return []
  }

  // MARK: When

  private func isDue(at now: Moment) -> Bool {
    schedule.due(at: now.uptime, clock: clock) <= now.uptime
  }

  /// The next uptime at which a request is due, or something else is to be shown.
  private func nextMoment(at now: Moment) -> TimeInterval? {
    let due = request == nil && isLoaded ? schedule.due(at: now.uptime, clock: clock) : nil
    return [due, nextSight(at: now)].compactMap { $0 }.min()
  }

  private func asked(at now: Moment) -> CatalogueToken? {
    catalogue.asked(at: now.uptime, every: ClientLimits.malformed * schedule.pace)
  }

  private mutating func send(since: CatalogueToken?, at now: Moment) -> [Output] {
    let told = schedule.requestStarts(at: now.uptime, clock: clock)
    request = Request(since: since)
    return [.request(since: since, told: told)]
  }

  // MARK: Answers

  private mutating func take(_ answer: Answer, at now: Moment) -> [Output] {
    guard let request, request.pending == nil else { return [] }
    var outputs: [Output] = []
    if let date = answer.head.date {
      let jump = clock.observe(
        date: date, age: answer.head.age, sentAt: answer.sentAt, receivedAt: answer.receivedAt)
      if let jump { outputs.append(.report(.clockCorrected(bySeconds: jump))) }
    }
    var next = catalogue
    if let first = answer.document.faults.first {
      let count = answer.document.faults.count
      outputs.append(.report(.giftsLeftOut(count: count, first: first)))
    }
    let outcome = next.apply(
      answer.document, asked: request.since, isMarkedReset: answer.head.isMarkedReset,
      at: answer.receivedAt, isFromFallback: answer.isFromFallback)
    guard outcome != .needsWhole else {
      guard request.since != nil else {
        return outputs + fail(.badResponse("a delta answers for a catalogue"), at: now)
      }
      return outputs + send(since: nil, at: now)
    }
    self.request?.pending = (next, outcome, answer)
    if next.isComplete, let saving = saving(next.held, outcome, at: now) {
      self.request?.isSaving = true
      return outputs + [saving]
    }
    return outputs + commit(nil, at: now)
  }

  /// What is to be saved before an answer is shown; nil: nothing.
  private mutating func saving(
    _ held: HeldCatalogue?, _ outcome: CatalogueState.Outcome, at now: Moment
  ) -> Output? {
    guard keepsFiles, let held else { return nil }
    var isReset = false
    switch outcome {
    case .older, .needsWhole: return nil
    case .replaced: break
    case .reset: isReset = true
    // Once a minute is enough to try again what failed.
    case .confirmed: guard held.token != savedToken, isConfirmationDue(at: now) else { return nil }
    }
    savedConfirmationAt = now.uptime
    let second = now.wall.timeIntervalSince1970
    let saved = CatalogueFolder.Saved(
      catalogue: held, confirmedAt: now.wall,
      clockLower: clock.earliest(at: now.uptime).map { $0 - second },
      clockUpper: clock.latest(at: now.uptime).map { $0 - second })
    return .save(saved, replacing: savedToken, isReset: isReset)
  }

  /// Once a minute is enough to say how old a catalogue is, too.
  private func isConfirmationDue(at now: Moment) -> Bool {
    now.uptime - savedConfirmationAt >= 60
  }

  private mutating func commit(_ error: GiftClientError?, at now: Moment) -> [Output] {
    guard let request, let (next, outcome, answer) = request.pending else { return [] }
    self.request = nil
    var outputs: [Output] = []
    if let error {
      outputs.append(.report(.cacheFailed(error)))
    } else if request.isSaving {
      savedToken = next.held?.token
    } else if let savedToken, outcome == .confirmed, isConfirmationDue(at: now) {
      savedConfirmationAt = now.uptime
      outputs.append(.confirm(savedToken))
    }
    catalogue = next
    isOffline = false
    outputs += told(outcome, of: answer)
    schedule.requestSucceeded(
      at: now.uptime, maxAge: answer.head.maxAge, isListening: isListening, held: catalogue.held,
      clock: clock)
    if let token, token == answer.document.token {
      outputs.append(.share(token, receivedAt: answer.receivedAt))
    }
    return outputs + [kept, .settle(.success(()))]
  }

  private mutating func told(
    _ outcome: CatalogueState.Outcome, of answer: Answer
  ) -> [Output] {
    switch outcome {
    case .older(let token): return [.report(.olderCatalogueIgnored(token))]
    case .needsWhole: return []
    case .confirmed:
      confirmedAt = answer.receivedAt
      // A cache on the way may still have what was there before the placement was retired.
      if let gone = goneAt, answer.receivedAt - gone > ClientLimits.goneFor { goneAt = nil }
      return []
    case .replaced(let before):
      (confirmedAt, goneAt) = (answer.receivedAt, nil)
      return token.map { [.report(.catalogueReplaced(from: before, to: $0))] } ?? []
    case .reset(let before):
      (confirmedAt, goneAt) = (answer.receivedAt, nil)
      return token.map { [.report(.catalogueReset(from: before, to: $0))] } ?? []
    }
  }

  private var kept: Output {
    .keep(
      live: Set((catalogue.held?.gifts ?? []).flatMap(\.assets).map(\.digest)),
      withdrawn: catalogue.held?.head.withdrawn)
  }

  private mutating func fail(_ error: GiftClientError, at now: Moment) -> [Output] {
    guard request != nil else { return [] }
    request = nil
    switch error {
    case .placementNotFound(let placement): return retired(placement, at: now)
    case .unavailable(let retryAfter):
      schedule.requestFailed(at: now.uptime, retryAfter: retryAfter)
    default: schedule.requestFailed(at: now.uptime, retryAfter: nil)
    }
    if schedule.failures >= ClientLimits.failuresUntilOffline { isOffline = true }
    return [.settle(.failure(error))]
  }

  /// An answer like others, only that there is nothing to show, now and after the next start.
  private mutating func retired(_ placement: Placement, at now: Moment) -> [Output] {
    let isNews = goneAt == nil
    (goneAt, confirmedAt, isOffline, savedToken) = (now.uptime, now.uptime, false, nil)
    schedule.requestSucceeded(
      at: now.uptime, maxAge: nil, isListening: isListening, held: catalogue.held, clock: clock)
    return (isNews ? [.report(.placementNotFound(placement))] : []) + [
      .forget, .settle(.failure(.placementNotFound(placement))),
    ]
  }

  private mutating func adopt(_ remembered: Remembered, at now: Moment) -> [Output] {
    switch remembered {
    case .saved(let saved):
      catalogue = CatalogueState(remembered: saved.catalogue)
      savedToken = saved.catalogue.token
      confirmedAt = now.uptime - max(0, now.wall.timeIntervalSince(saved.confirmedAt))
      if let lower = saved.clockLower, let upper = saved.clockUpper {
        let second = now.wall.timeIntervalSince1970
        clock.assume(lower: second + lower, upper: second + upper, at: now.uptime)
      }
    case .bundled(let held):
      // It may lack what the app did not want to bring along, so the whole is asked for.
      catalogue = CatalogueState(remembered: held, isPartial: true)
      // When it was fetched nobody knows; it was not before that.
      confirmedAt = now.uptime - max(0, now.wall.timeIntervalSince(held.asOf))
    }
    schedule.expect(catalogue.held?.until, at: now.uptime, clock: clock)
    return [kept]
  }
}
