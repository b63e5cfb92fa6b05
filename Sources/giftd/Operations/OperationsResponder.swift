import Delivery
import GiftStore
import NIOCore

/// Answers what operators and load balancers ask, on an address that is not public: `/livez`,
/// `/readyz` and `/metrics`.
struct OperationsResponder: Sendable {
  private static let paths: Set = ["/", "/livez", "/readyz", "/metrics"]

  let readiness: Readiness
  let metrics: MetricsPage

  var responder: Responder {
    Responder(
      makeRouter: { { _ in .fallback } }, respond: { await answer($0) },
      refuse: { .text($0.status, "\($0.status.reason).") })
  }

  private func answer(_ head: RequestHead) async -> Response {
    let path = String(head.target.prefix { $0 != "?" })
    let wantsJSON = head.list(of: .accept)?.contains("application/json") ?? false
    switch (head.method, path) {
    // As load balancers probe by default: HAProxy sends OPTIONS for the root.
    case (.options, _) where Self.paths.contains(path): return .text(.ok, "")
    case (.get, "/livez"), (.head, "/livez"):
      let sentence = "The process is alive."
      return wantsJSON ? .json(.ok, ["sentence": sentence]) : .text(.ok, sentence)
    case (.get, "/readyz"), (.head, "/readyz"):
      let state = await readiness.state()
      let status = state.isReady ? Status.ok : .serviceUnavailable
      return wantsJSON ? .json(status, state) : .text(status, state.sentence)
    case (.get, "/metrics"), (.head, "/metrics"):
      return .text(.ok, await metrics.text(), type: MetricFamily.contentType)
    default:
      return .text(.notFound, "There are /livez, /readyz and /metrics, to be read with GET.")
    }
  }
}

extension Response {
  fileprivate static func json(_ status: Status, _ document: some Encodable) -> Response {
    text(
      status, String(decoding: jsonBody(document), as: UTF8.self), type: "application/json")
  }

  fileprivate static func text(
    _ status: Status, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> Response {
    let body = ByteBuffer(string: text.hasSuffix("\n") ? text : text + "\n")
    return Response(
      status, group: 0,
      fields: [
        ("Cache-Control", "no-store"), ("Content-Length", "\(body.readableBytes)"),
        ("Content-Type", type), ("Vary", "Accept"),
      ], body: body)
  }
}
