package import GiftStore
package import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore

/// The routes for whoever runs the server, on a port of their own: `/livez`, `/readyz` and
/// `/metrics`.
package struct OperationsAPI: HTTPResponder {
  private let api: GiftAPI
  private let probe: GiftStore
  private let metrics: @Sendable () async -> MetricsText

  /// The routes beside the public ones, and over a store of their own, so that they answer while
  /// those are busy; `metrics` is what is at `/metrics`.
  package init(
    api: GiftAPI, probe: GiftStore, metrics: @escaping @Sendable () async -> MetricsText
  ) {
    self.api = api
    self.probe = probe
    self.metrics = metrics
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
    guard case .path(let segments) = target, segments.count == 1,
      let place = Place(rawValue: segments[0])
    else { throw .routeNotFound }
    switch request.method {
    case .get, .head:
      return await answer(at: place, logger)
    case .options:
      return .methods
    default:
      throw .methodNotAllowed(request.method.rawValue)
    }
  }

  private func answer(at place: Place, _ logger: Logger) async -> Answer {
    switch place {
    case .livez: .text(.ok, "The process is alive.")
    case .readyz: await readiness(logger)
    case .metrics: Answer(await metrics())
    }
  }

  /// The last segment of each address.
  private enum Place: String {
    case livez
    case readyz
    case metrics
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
    let observed = api.observed()
    var source = ""
    if let age = observed.fileAge {
      source = " from the snapshot file, as it was \(age.components.seconds) s ago"
    }
    let state = await databaseState(observed)
    return .text(.ok, "Change \(served.snapshot.view.change) is served\(source). \(state)")
  }

  private func databaseState(_ observed: ServingState) async -> String {
    do throws(StoreError) {
      let pending = try await probe.pendingMigrations()
      if observed.lacksEdits { return "The database answers, and lacks edits that are served." }
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

/// A page of measurements, in whatever format it says.
package struct MetricsText: Hashable, Sendable {
  let text: String
  let contentType: String

  /// The page, and its media type as `Content-Type` has it.
  package init(_ text: String, contentType: String) {
    self.text = text
    self.contentType = contentType
  }
}

extension Answer {
  fileprivate init(_ metrics: MetricsText) {
    self.init(
      status: .ok, fields: [.contentType: metrics.contentType, .cacheControl: "no-store"],
      body: ByteBuffer(string: metrics.text))
  }

  fileprivate static func text(_ status: HTTPResponse.Status, _ sentence: String) -> Answer {
    Answer(
      status: status,
      fields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ByteBuffer(string: "\(sentence)\n"))
  }
}
