import Delivery
import GiftStore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle

/// The port for operators: `/livez`, `/readyz` and `/metrics`; not public.
struct OperationsPort: Service, CustomStringConvertible {
  let address: HostPort
  let readiness: Readiness
  let metrics: MetricsPage
  let bound: AsyncStream<BoundPort>.Continuation
  let logger: Logger

  var description: String { "operations port" }

  /// Serves until the group is shut down.
  ///
  /// Throws `ServingError.cannotListen`.
  func run() async throws {
    let registry = ConnectionRegistry()
    let application = Application(
      router: router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [OperationsConnection(registry)],
          idleTimeout: ServingLimits.operationsIdle)),
      configuration: .init(address: .hostname(address.host, port: address.port)),
      onServerRunning: { channel in
        bound.yield(BoundPort(kind: .operations, address: HostPort(channel.localAddress)))
      },
      logger: logger)
    do {
      try await application.run()
    } catch {
      throw ServingError(listeningAt: address, error)
    }
  }

  private var router: Router<BasicRequestContext> {
    let router = Router(options: .autoGenerateHeadEndpoints)
    // As load balancers probe by default: HAProxy sends OPTIONS for the root.
    for path in ["/", "livez", "readyz", "metrics"] {
      router.on(RouterPath(path), method: .options) { _, _ in Response.text(.ok, "") }
    }
    router.get("livez") { request, _ in
      let sentence = "The process is alive."
      return request.wantsJSON
        ? Response.json(.ok, ["sentence": sentence]) : Response.text(.ok, sentence)
    }
    router.get("readyz") { [readiness] request, _ in
      let state = await readiness.state()
      let status: HTTPResponse.Status = state.isReady ? .ok : .serviceUnavailable
      return request.wantsJSON
        ? Response.json(status, state) : Response.text(status, state.sentence)
    }
    router.get("metrics") { [metrics] _, _ in
      Response.text(.ok, await metrics.text(), type: MetricFamily.contentType)
    }
    return router
  }
}

extension Request {
  /// Whether it names JSON among what it accepts; without that, people are answered.
  fileprivate var wantsJSON: Bool { headers[.accept]?.contains("application/json") ?? false }
}

extension Response {
  fileprivate static func json(
    _ status: HTTPResponse.Status, _ document: some Encodable
  ) -> Response {
    text(
      status, String(decoding: jsonBody(document), as: UTF8.self), type: "application/json")
  }

  fileprivate static func text(
    _ status: HTTPResponse.Status, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> Response {
    Response(
      status: status, headers: [.contentType: type, .cacheControl: "no-store", .vary: "Accept"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text.hasSuffix("\n") ? text : text + "\n")))
  }
}

/// One connection of the operations port: if there are too many, the idlest ends, so that idle
/// connections cannot keep probes out.
///
/// Those that wait for an answer go last.
final class OperationsConnection: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart

  private let registry: ConnectionRegistry
  private let activity = ConnectionActivity()
  /// The requests that have no answer yet.
  private var waiting = 0

  init(_ registry: ConnectionRegistry) { self.registry = registry }

  func handlerAdded(context: ChannelHandlerContext) {
    note()
    // Before it is one of them: else it would itself go, where all others wait.
    let excess = registry.count + 1 - ServingLimits.maxOperationsConnections
    if excess > 0 { registry.evictIdlest(excess) }
    registry.add(context.channel, activity)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = Self.unwrapInboundIn(data) { waiting += 1 }
    note()
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = Self.unwrapOutboundIn(data) {
      // Requests that cannot be parsed are answered too, and were never counted.
      waiting = max(0, waiting - 1)
    }
    note()
    context.write(data, promise: promise)
  }

  func handlerRemoved(context: ChannelHandlerContext) { registry.remove(context.channel) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ConnectionRegistry.Eviction {
      context.close(promise: nil)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  private func note() {
    let idle = waiting == 0 ? NIODeadline.now() : .now() + ServingLimits.longestProbe
    activity.note(idleSince: Int64(clamping: idle.uptimeNanoseconds))
  }
}
