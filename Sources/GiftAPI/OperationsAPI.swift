package import GiftStore
package import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore

/// The routes for whoever runs the server, on a port of their own: `/livez` and `/readyz`.
package struct OperationsAPI: HTTPResponder {
  private let api: GiftAPI
  private let probe: GiftStore

  /// The routes beside the public ones, and over a store of their own, so that they answer while
  /// those are busy.
  package init(api: GiftAPI, probe: GiftStore) {
    self.api = api
    self.probe = probe
  }

  /// Hummingbird's way in; throws nothing.
  package func respond(to request: Request, context: BasicRequestContext) async -> Response {
    await answer(to: request.head, logger: context.logger).response
  }

  /// The whole answer to one request.
  package func answer(to request: HTTPRequest, logger: Logger) async -> Answer {
    var answer: Answer
    do {
      answer = try await found(request, logger)
    } catch {
      answer = Problem(error).answer
    }
    answer.complete(for: request.method)
    return answer
  }

  /// Probes speak HTTP/1.0 as well, so the host is not looked at.
  private func found(_ request: HTTPRequest, _ logger: Logger) async throws(APIError) -> Answer {
    let target = try RequestTarget(
      request.path ?? "", maxBytes: APILimits.standard.maxTargetBytes)
    let isReadiness = target == .path(["readyz"])
    guard isReadiness || target == .path(["livez"]) else { throw .routeNotFound }
    switch request.method {
    case .get, .head:
      return isReadiness ? await readiness(logger) : .text(.ok, "The process is alive.")
    case .options:
      return .methods
    default:
      throw .methodNotAllowed(request.method.rawValue)
    }
  }

  /// Whether requests would be answered: as soon as there is something to answer with.
  ///
  /// Neither a database that is away counts against that, nor one that is newer than this program:
  /// else every server would stop when the first one is upgraded.
  private func readiness(_ logger: Logger) async -> Answer {
    let served: Served
    do throws(StoreError) {
      served = try await api.served()
    } catch {
      let problem = Problem(error)
      problem.log(.store(error), to: logger)
      return .text(.serviceUnavailable, problem.detail)
    }
    let state = await databaseState()
    return .text(.ok, "Change \(served.snapshot.view.change) is served. \(state)")
  }

  private func databaseState() async -> String {
    do throws(StoreError) {
      let pending = try await probe.pendingMigrations()
      return pending.isEmpty ? "The database answers." : "The database has no catalogue yet."
    } catch .migratedFurther {
      return "The database answers, and is newer than this program."
    } catch {
      return Problem(error).detail
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
      body: ByteBuffer(string: "\(sentence)\n"))
  }
}
