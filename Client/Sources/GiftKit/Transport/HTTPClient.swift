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
  /// Whether it came from a second address.
  var isFromFallback = false
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
    case .other, .events: 1
    // One of them may be slow, and each placement has its own.
    case .catalogue: 3
    case .asset: ClientLimits.assetRequests
    }
  }
}

/// Sends GET requests to one server, within limits of size, time and number.
final class HTTPClient: Sendable {
  let servers: ServerAddresses
  private let transport: TransportConfiguration
  private let channels: [RequestKind: (transfers: Transfers, slots: ConcurrencyLimit)]
  let environment: ClientEnvironment
  private let report: @Sendable (ClientEvent) -> Void

  init(
    servers: ServerAddresses, transport: TransportConfiguration, environment: ClientEnvironment,
    report: @escaping @Sendable (ClientEvent) -> Void
  ) {
    self.servers = servers
    self.transport = transport
    self.environment = environment
    self.report = report
    // What waits in one session does not hold up another.
    channels = Dictionary(
      uniqueKeysWithValues: RequestKind.allCases.map { kind in
        (kind, (Transfers(transport, uptime: environment.uptime), ConcurrencyLimit(kind.requests)))
      })
  }

  /// Fetches a whole response, from the second address if the first cannot be reached.
  ///
  /// - Parameters:
  ///   - path: the path with its query.
  ///   - limit: the most bytes of the body, after decoding.
  ///   - kind: which requests it waits for.
  ///   - bypassesCaches: whether caches on the way are told to ask the server.
  ///   - received: is told how many bytes of the body are there.
  /// - Returns: a response with status 200, complete.
  /// - Throws: `unreachable`, `tlsFailed`, `notFound`, `unavailable`, `badResponse` or `cancelled`.
  func fetch(
    _ path: String, limit: Int, _ kind: RequestKind = .other, bypassesCaches: Bool = false,
    received: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(GiftClientError) -> Response {
    guard let (transfers, slots) = channels[kind] else { throw .cancelled }
    try await slots.acquire()
    do throws(GiftClientError) {
      var failure: GiftClientError?
      for server in await servers.order(at: environment.uptime()) {
        var request = transport.request(try server.url(path))
        request.timeoutInterval = ClientLimits.idle
        request.cachePolicy = .reloadIgnoringLocalCacheData
        if bypassesCaches { request.setValue("no-cache", forHTTPHeaderField: "Cache-Control") }
        do throws(GiftClientError) {
          var response = try await fetch(
            request, path: path, limit: limit, transfers, received: received)
          response.isFromFallback = server != servers.first
          if failure != nil { await servers.answered(server, at: environment.uptime()) }
          await slots.release()
          return response
        } catch {
          guard error.isOfAddress else {
            if failure != nil, error != .cancelled {
              await servers.answered(server, at: environment.uptime())
            }
            throw error
          }
          // Why the first could not be reached says more than why the second could not, either.
          failure = failure ?? error
        }
      }
      throw failure ?? .cancelled
    } catch {
      await slots.release()
      throw error
    }
  }

  /// Fetches from one address.
  private func fetch(
    _ request: URLRequest, path: String, limit: Int, _ transfers: Transfers,
    received: @Sendable (Int) -> Void
  ) async throws(GiftClientError) -> Response {
    let route = Self.route(path)
    let sentAt = environment.uptime()
    report(.requestSent(route: route))
    do throws(GiftClientError) {
      let response = try await collect(
        request, path: path, limit: limit, transfers, sentAt, received: received)
      report(
        .requestFinished(
          route: route, status: response.head.status, bytes: response.body.count,
          duration: environment.uptime() - sentAt))
      return response
    } catch {
      report(
        .requestFailed(route: route, error: error, duration: environment.uptime() - sentAt))
      throw error
    }
  }

  private func collect(
    _ request: URLRequest, path: String, limit: Int, _ transfers: Transfers, _ sentAt: TimeInterval,
    received: @Sendable (Int) -> Void
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
        received(body.count)
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
    let server = await servers.order(at: environment.uptime()).first ?? servers.first
    var request = transport.request(try server.url(path))
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

extension GiftClientError {
  /// Whether it says nothing about the catalogue, only that an address does not serve it now.
  ///
  fileprivate var isOfAddress: Bool {
    switch self {
    case .unreachable, .tlsFailed, .unavailable: true
    case .invalidServer, .invalidClient, .placementNotFound, .notFound, .retired, .digestMismatch,
      .badResponse, .cacheUnusable, .cancelled:
      false
    }
  }
}
