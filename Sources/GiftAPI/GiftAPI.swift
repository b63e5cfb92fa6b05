// GiftAPI owns the read API of version 1: which targets there are, what each answers, how answers
// are cached and how errors look. It reads through GiftStore and must not know how anything gets
// into the store: it cannot publish. It knows no clock but the database's, no environment and no
// arguments.

package import GiftStore
package import HTTPTypes
package import Hummingbird
package import Logging

/// The public routes.
package struct GiftAPI: HTTPResponder {
  private let resources: Resources
  private let limits: APILimits

  /// The routes over a store, which should be opened with the role `reader`.
  package init(store: GiftStore, limits: APILimits = .standard) {
    self.resources = Resources(store: store, limits: limits)
    self.limits = limits
  }

  /// Keeps the catalogue at hand for the time when the database is away, until the task is
  /// cancelled.
  package func watch() async {
    await resources.watch()
  }

  /// Hummingbird's way in; throws nothing.
  package func respond(to request: Request, context: BasicRequestContext) async -> Response {
    await answer(to: request.head, logger: context.logger).response
  }

  /// The whole answer to one request, errors among it; the head is all that is looked at.
  package func answer(to request: HTTPRequest, logger: Logger) async -> Answer {
    var answer: Answer
    do {
      answer = try await found(request)
    } catch {
      let problem = Problem(error)
      problem.log(error, to: logger)
      answer = problem.answer
    }
    answer.allowEveryOrigin()
    answer.complete(for: request.method)
    logger.debug(
      "request answered",
      metadata: [
        "method": "\(request.method)", "target": "\((request.path ?? "").prefix(200))",
        "status": "\(answer.status.code)",
      ])
    return answer
  }

  private func found(_ request: HTTPRequest) async throws(APIError) -> Answer {
    guard request.namesOneHost else { throw .hostMalformed }
    let target = try RequestTarget(request.path ?? "", maxBytes: limits.maxTargetBytes)
    if target == .server, request.method == .options { return .options }
    let route = try Route(target)
    switch request.method {
    case .get, .head:
      let condition = IfNoneMatch(request.headerFields[values: .ifNoneMatch])
      return try await resources.answer(at: route, to: request.method, unless: condition)
    case .options:
      return .options
    default:
      throw .methodNotAllowed(request.method.rawValue)
    }
  }
}
