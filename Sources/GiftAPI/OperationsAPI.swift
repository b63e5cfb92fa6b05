package import GiftStore
package import HTTPTypes
package import Hummingbird
package import Logging

/// The routes for whoever runs the server, on a port of their own: `/livez` and `/readyz`.
package struct OperationsAPI: HTTPResponder {
  private let probe: GiftStore

  /// The routes over a store of their own, so that they answer while the public ones are busy.
  package init(probe: GiftStore) {
    self.probe = probe
  }

  /// Hummingbird's way in; throws nothing.
  package func respond(to request: Request, context: BasicRequestContext) async -> Response {
    await answer(to: request.head, logger: context.logger).response
  }

  /// The whole answer to one request.
  package func answer(to request: HTTPRequest, logger: Logger) async -> Answer {
    var answer: Answer
    switch (request.path, request.method) {
    case ("/livez", .get), ("/livez", .head): answer = .text(.ok, "The process is alive.")
    case ("/readyz", .get), ("/readyz", .head): answer = await readiness(logger)
    case ("/livez", let method), ("/readyz", let method):
      answer = Problem(APIError.methodNotAllowed(method.rawValue)).answer
    default: answer = Problem(APIError.routeNotFound).answer
    }
    answer.complete(for: request.method)
    return answer
  }

  /// Whether requests would be answered.
  ///
  /// A database that is newer than this program does not count
  /// against it: else every server would stop when the first one is upgraded.
  private func readiness(_ logger: Logger) async -> Answer {
    do throws(StoreError) {
      let pending = try await probe.pendingMigrations()
      guard pending.isEmpty else { throw StoreError.notMigrated }
      return .text(.ok, "The database answers.")
    } catch .migratedFurther {
      return .text(.ok, "The database answers, and is newer than this program.")
    } catch {
      let problem = Problem(error)
      problem.log(.store(error), to: logger)
      return .text(.serviceUnavailable, problem.detail)
    }
  }
}

extension StoreLimits {
  /// Short limits, for asking whether the database is there: at most six seconds in all.
  package static var probe: StoreLimits {
    var limits = StoreLimits()
    limits.connections = 1
    limits.poolWait = .seconds(2)
    limits.connectDeadline = .seconds(2)
    limits.callDeadline = .seconds(2)
    return limits
  }
}

extension Answer {
  fileprivate static func text(_ status: HTTPResponse.Status, _ sentence: String) -> Answer {
    Answer(
      status: status,
      fields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: Array("\(sentence)\n".utf8))
  }
}
