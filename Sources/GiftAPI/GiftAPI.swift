// GiftAPI owns the read API of version 1: which targets there are, what each answers, how answers
// are cached and how errors look. It reads through GiftStore and must not know how anything gets
// into the store: it cannot publish. It knows no clock but the database's, no environment and no
// arguments.

package import Delivery
package import GiftStore
package import HTTPTypes
package import Hummingbird
package import Logging

/// The public routes.
package struct GiftAPI: HTTPResponder {
  let keeper: SnapshotKeeper
  let limits: APILimits

  /// What is told to clients that listen.
  package let events = EventFeed()

  /// The routes over a store, which should be opened with the role `reader`.
  package init(store: GiftStore, limits: APILimits = .standard) {
    keeper = SnapshotKeeper(store: store, limits: limits, feed: events)
    self.limits = limits
  }

  /// Keeps what is served up to date, until the task is cancelled.
  package func watch() async {
    await keeper.watch()
  }

  /// What is served and how the database was last found, without asking it.
  package func observed() -> ServingState {
    keeper.observed()
  }

  /// Reads what was edited, now.
  ///
  /// Throws what keeps the store from being read; what was served goes on being served.
  package func refresh() async throws(StoreError) {
    try await keeper.refresh()
  }

  /// What is served at this instant.
  ///
  /// Throws what keeps the store from being read when nothing was read before.
  func served() async throws(StoreError) -> Served {
    try await keeper.current()
  }

  /// The answer to GET or HEAD that was made ahead of time; nil for all that has to be looked at
  /// more closely.
  package func ready(for head: RequestHead) -> ReadyAnswer? {
    guard let served = keeper.served() else { return nil }
    let resource = head.withTarget { served.snapshot.resource(at: $0) }
    if let resource { return resource.answer(to: head, now: served.now) }
    guard isEvents(head) else { return nil }
    // Who comes is not told what was served before.
    keeper.events.tell(served.snapshot)
    return .eventStart
  }

  /// Whether events are at a target, however it is written.
  private func isEvents(_ head: RequestHead) -> Bool {
    let target = head.withTarget { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    do throws(APIError) {
      return try Route(RequestTarget(target, maxBytes: limits.maxTargetBytes)) == .events
    } catch {
      return false
    }
  }

  /// Hummingbird's way in; throws nothing.
  package func respond(to request: Request, context: BasicRequestContext) async -> Response {
    await answer(to: request.head, logger: context.logger).response
  }

  /// The whole answer to one request, errors among it; the head is all that is looked at.
  package func answer(to request: HTTPRequest, logger: Logger) async -> Answer {
    var record = RequestRecord()
    var answer: Answer
    do {
      record.route = try route(of: request)
      answer = try await found(request, at: record.route)
    } catch {
      let problem = Problem(error)
      problem.log(error, to: logger)
      answer = problem.answer
    }
    answer.allowEveryOrigin()
    answer.complete(for: request.method)
    record.count(answer.status)
    logger.debug(
      "request answered",
      metadata: [
        "method": "\(request.method)", "target": "\((request.path ?? "").prefix(200))",
        "status": "\(answer.status.code)",
      ])
    return answer
  }

  /// Those that a resource of some server takes; here they are answered with 405 at worst.
  private static let knownMethods: Set<HTTPRequest.Method> = [
    .get, .head, .options, .post, .put, .delete, .trace, .patch, .query,
  ]

  /// What is meant; nil for the server as a whole.
  private func route(of request: HTTPRequest) throws(APIError) -> Route? {
    guard request.namesOneHost else { throw .hostMalformed }
    guard Self.knownMethods.contains(request.method) else { throw .methodUnknown }
    let text = request.path ?? ""
    let target = try RequestTarget(text, maxBytes: limits.maxTargetBytes)
    guard target != .server || request.method != .options else { return nil }
    return try Route(target).refined(by: CatalogueQuery(target: text))
  }

  private func found(
    _ request: HTTPRequest, at route: Route?
  ) async throws(APIError) -> Answer {
    guard let route else { return .options }
    switch request.method {
    case .get, .head:
      return try await Resources(keeper: keeper, limits: limits)
        .answer(at: route, to: Wish(request.headerFields))
    case .options:
      return .options
    default:
      throw .methodNotAllowed(request.method.rawValue)
    }
  }
}

extension Wish {
  fileprivate init(_ fields: HTTPFields) {
    self.init(
      acceptEncoding: fields[.acceptEncoding], ifNoneMatch: fields[.ifNoneMatch],
      ifModifiedSince: fields[.ifModifiedSince])
  }
}
