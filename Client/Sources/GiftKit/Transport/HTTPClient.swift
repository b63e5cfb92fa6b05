import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A complete response with status 200.
struct Response: Sendable {
  let head: ResponseHead
  let body: Data
  /// Uptimes between which the server wrote the head.
  let sentAt: TimeInterval
  let receivedAt: TimeInterval
}

/// What a request is for; requests of different kinds do not wait for each other.
enum RequestKind: CaseIterable, Sendable {
  /// The catalogue.
  case catalogue
  /// Lists, and single gifts.
  case other
  /// Animations and pictures.
  case asset
  /// Event streams, which stay open.
  case events

  /// How many run at once.
  var requests: Int {
    switch self {
    case .catalogue, .other, .events: 1
    case .asset: ClientLimits.assetRequests
    }
  }
}

/// Sends GET requests to one server, within limits of size, time and number.
final class HTTPClient: Sendable {
  private let server: ServerAddress
  private let channels: [RequestKind: (transfers: Transfers, slots: ConcurrencyLimit)]
  let environment: ClientEnvironment
  private let report: @Sendable (ClientEvent) -> Void

  init(
    server: ServerAddress, environment: ClientEnvironment,
    report: @escaping @Sendable (ClientEvent) -> Void
  ) {
    self.server = server
    self.environment = environment
    self.report = report
    // What waits in one session does not hold up another.
    channels = Dictionary(
      uniqueKeysWithValues: RequestKind.allCases.map { kind in
        (kind, (Transfers(uptime: environment.uptime), ConcurrencyLimit(kind.requests)))
      })
  }

  /// Fetches a whole response.
  ///
  /// - Parameters:
  ///   - path: the path with its query.
  ///   - limit: the most bytes of the body, after decoding.
  ///   - kind: which requests it waits for.
  ///   - bypassesCaches: whether caches on the way are told to ask the server.
  /// - Returns: a response with status 200, complete.
  /// - Throws: `unreachable`, `notFound`, `unavailable`, `badResponse` or `cancelled`.
  func fetch(
    _ path: String, limit: Int, _ kind: RequestKind = .other, bypassesCaches: Bool = false
  ) async throws(GiftClientError) -> Response {
    var request = URLRequest(url: try server.url(path))
    request.timeoutInterval = ClientLimits.idle
    request.cachePolicy = .reloadIgnoringLocalCacheData
    if bypassesCaches { request.setValue("no-cache", forHTTPHeaderField: "Cache-Control") }
    let route = Self.route(path)
    guard let (transfers, slots) = channels[kind] else { throw .cancelled }
    try await slots.acquire()
    let sentAt = environment.uptime()
    report(.requestSent(route: route))
    do throws(GiftClientError) {
      let response = try await collect(
        request, path: path, limit: limit, transfers, sentAt)
      await slots.release()
      report(
        .requestFinished(
          route: route, status: response.head.status, bytes: response.body.count,
          duration: environment.uptime() - sentAt))
      return response
    } catch {
      await slots.release()
      report(
        .requestFailed(route: route, error: error, duration: environment.uptime() - sentAt))
      throw error
    }
  }

  private func collect(
    _ request: URLRequest, path: String, limit: Int, _ transfers: Transfers, _ sentAt: TimeInterval
  ) async throws(GiftClientError) -> Response {
    let (events, report) = AsyncStream<TransferEvent>.makeStream()
    transfers.start(request, limit: limit, reportingTo: report)
    // URLSession on Linux has no deadline for a response that trickles.
    let deadline = Task { [environment] in
      try await environment.sleep(ClientLimits.response)
      report.yield(.failed(.unreachable("it took more than \(Int(ClientLimits.response)) s")))
    }
    defer { deadline.cancel() }
    var head: (ResponseHead, TimeInterval)?
    var body = Data()
    for await event in events {
      switch event {
      case .head(let received, let receivedAt):
        // An interim response (RFC 9110 §15.2), after which the real one comes.
        if received.isInterim { continue }
        head = (received, receivedAt)
        if let failure = received.failure(path: path) { throw failure }
      case .body(let data):
        body.append(data)
      case .finished:
        guard let (head, receivedAt) = head else { throw .unreachable("there was no response") }
        return Response(head: head, body: body, sentAt: sentAt, receivedAt: receivedAt)
      case .failed(let error):
        throw Task.isCancelled ? .cancelled : error
      }
    }
    throw .cancelled
  }

  /// Opens an event stream, and gives each piece of it to `receive` until the server ends it.
  ///
  /// - Throws: like `fetch`, and what `receive` throws.
  func stream(
    _ path: String, lastEventID: String?,
    receive: (Data) async throws(GiftClientError) -> Void
  ) async throws(GiftClientError) {
    var request = URLRequest(url: try server.url(path))
    request.timeoutInterval = ClientLimits.eventIdle
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    if let lastEventID { request.setValue(lastEventID, forHTTPHeaderField: "Last-Event-ID") }
    report(.requestSent(route: path))
    let (events, continuation) = AsyncStream<TransferEvent>.makeStream()
    channels[.events]?.transfers.start(
      request, limit: ClientLimits.eventStreamBytes, reportingTo: continuation)
    for await event in events {
      switch event {
      case .head(let head, _):
        // An interim response (RFC 9110 §15.2), after which the real one comes.
        if head.isInterim { continue }
        if let failure = head.failure(path: path) { throw failure }
        let type = (head.fields["content-type"] ?? "").lowercased()
        guard type.hasPrefix("text/event-stream") else {
          throw .badResponse("the event stream has another content type")
        }
      case .body(let data):
        try await receive(data)
      case .finished:
        return
      case .failed(let error):
        throw Task.isCancelled ? .cancelled : error
      }
    }
    throw .cancelled
  }

  func close() {
    for channel in channels.values { channel.transfers.close() }
  }

  /// What a path is counted under: without its query, and without what names one asset or gift.
  private static func route(_ path: String) -> String {
    let bare = path.prefix { $0 != "?" }
    let parts = bare.split(separator: "/")
    return parts.count > 2 ? "/" + parts.prefix(2).joined(separator: "/") + "/…" : String(bare)
  }
}
