import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What happens to one transfer.
enum TransferEvent: Sendable {
  /// The response's head, and the uptime at which it arrived.
  case head(ResponseHead, at: TimeInterval)
  /// Bytes of the body, after decoding.
  case body(Data)
  /// The response is complete.
  case finished
  /// It never will be.
  case failed(GiftClientError)

  static let tooLong = TransferEvent.failed(.badResponse("the body is longer than its limit"))
}

/// One URLSession and its tasks, each of which reports to a stream of its own.
///
/// URLSession on Linux has traps that shape this. It ignores a task's own delegate, so that one
/// delegate serves all tasks. It ignores `timeoutIntervalForResource`, so that the caller keeps the
/// deadline. It does not wait for its delegate, so that it gets a queue which makes it wait. It
/// decodes whatever a server has coded, a whole read at a time, before anybody can refuse it: no
/// coding is asked for there, and none is taken. After `cancel()` it goes on for a while; what it
/// brings is dropped here. It reports a body that was cut as `NSURLErrorUnknown`, which counts as
/// unreachable.
///
/// The delegate waits while `ClientLimits.waitingPieces` of bodies are not counted against their
/// limits yet, so that a session receives no more than what is read.
final class Transfers: Sendable {
  fileprivate enum Message: Sendable {
    case start(UUID, URLRequest, limit: Int, AsyncStream<TransferEvent>.Continuation)
    case made(UUID, URLSessionDataTask)
    case cancel(UUID)
    case event(task: Int, TransferEvent)
  }

  private let queue: AsyncStream<Message>.Continuation

  init(_ transport: TransportConfiguration, uptime: @escaping @Sendable () -> TimeInterval) {
    let (messages, queue) = AsyncStream<Message>.makeStream()
    self.queue = queue
    // One that began with a value would have to end with as much.
    let room = DispatchSemaphore(value: 0)
    for _ in 0..<ClientLimits.waitingPieces { room.signal() }
    let reporter = TransferReporter(
      queue: queue, room: room, uptime: uptime, challengeHandler: transport.challengeHandler)
    let session = URLSession(
      configuration: transport.sessionConfiguration(), delegate: reporter,
      delegateQueue: delegateQueue())
    _ = Task {
      var table = TransferTable(session: session, queue: queue, room: room)
      for await message in messages { table.handle(message) }
      table.end()
    }
  }

  /// Starts a request.
  ///
  /// - Parameters:
  ///   - request: its `timeoutInterval` is the longest time without a byte.
  ///   - limit: the most bytes of the body.
  ///   - events: is given what happens; the request is cancelled when its stream is no longer read.
  func start(
    _ request: URLRequest, limit: Int,
    reportingTo events: AsyncStream<TransferEvent>.Continuation
  ) {
    let id = UUID()
    let queue = queue
    events.onTermination = { reason in
      if case .cancelled = reason { queue.yield(.cancel(id)) }
    }
    if case .terminated = queue.yield(.start(id, request, limit: limit, events)) {
      events.yield(.failed(.cancelled))
      events.finish()
    }
  }

  /// Cancels every transfer, and starts no more.
  func close() {
    queue.finish()
  }

  deinit { queue.finish() }
}

/// The transfers that run, owned by one task; it decides nothing but where an event goes.
///
/// It calls the session, one call at a time, on another thread: on Linux that waits for the thread
/// which waits for this table.
private struct TransferTable {
  private struct Transfer {
    let id: UUID
    let task: URLSessionDataTask
    let events: AsyncStream<TransferEvent>.Continuation
    var remaining: Int
  }

  private let session: URLSession
  private let calls = DispatchQueue(label: "GiftKit.Transfers")
  private let queue: AsyncStream<Transfers.Message>.Continuation
  /// For pieces of bodies that wait to be passed on.
  private let room: DispatchSemaphore
  /// Those that have no task yet.
  private var coming: [UUID: (limit: Int, events: AsyncStream<TransferEvent>.Continuation)] = [:]
  private var transfers: [Int: Transfer] = [:]

  init(
    session: URLSession, queue: AsyncStream<Transfers.Message>.Continuation,
    room: DispatchSemaphore
  ) {
    self.session = session
    self.queue = queue
    self.room = room
  }

  mutating func handle(_ message: Transfers.Message) {
    switch message {
    case .start(let id, let request, let limit, let events):
      coming[id] = (limit, events)
      calls.async { [session, queue] in
        let task = session.dataTask(with: request)
        if case .terminated = queue.yield(.made(id, task)) { return task.cancel() }
        task.resume()
      }
    case .made(let id, let task):
      guard let (limit, events) = coming.removeValue(forKey: id) else { return cancel(task) }
      transfers[task.taskIdentifier] = Transfer(
        id: id, task: task, events: events, remaining: limit)
    case .cancel(let id):
      coming[id] = nil
      guard let number = transfers.first(where: { $0.value.id == id })?.key else { return }
      if let task = transfers.removeValue(forKey: number)?.task { cancel(task) }
    case .event(let number, let event):
      pass(event, of: number)
      if case .body = event { room.signal() }
    }
  }

  private mutating func pass(_ event: TransferEvent, of number: Int) {
    guard let transfer = transfers[number] else { return }
    switch event {
    case .head(let head, _):
      if let fault = head.fault(limit: transfer.remaining) {
        cancel(transfer.task)
        return pass(.failed(.badResponse(fault)), of: number)
      }
      transfer.events.yield(event)
    case .body(let data):
      guard data.count <= transfer.remaining else {
        cancel(transfer.task)
        return pass(.tooLong, of: number)
      }
      transfers[number]?.remaining -= data.count
      transfer.events.yield(event)
    case .finished, .failed:
      transfer.events.yield(event)
      transfers.removeValue(forKey: number)?.events.finish()
    }
  }

  private func cancel(_ task: URLSessionDataTask) {
    calls.async { task.cancel() }
  }

  mutating func end() {
    for events in transfers.values.map(\.events) + coming.values.map(\.events) {
      events.yield(.failed(.cancelled))
      events.finish()
    }
    (transfers, coming) = ([:], [:])
    calls.async { [session] in session.invalidateAndCancel() }
  }
}

extension ResponseHead {
  /// Why a body cannot be taken, whatever it brings; nil if it can.
  fileprivate func fault(limit: Int) -> String? {
    #if os(Linux)
      let coding = fields["content-encoding"] ?? "identity"
      if coding.lowercased() != "identity" { return "the body has a content coding" }
      if let length = fields["content-length"].flatMap({ Int($0) }), length > limit {
        return "the body is longer than its limit"
      }
    #endif
    return nil
  }
}

/// URLSession's delegate: puts what it is told into the queue.
private final class TransferReporter: NSObject, URLSessionDataDelegate {
  private let queue: AsyncStream<Transfers.Message>.Continuation
  private let room: DispatchSemaphore
  private let uptime: @Sendable () -> TimeInterval
  private let challengeHandler: TransportConfiguration.ChallengeHandler?

  init(
    queue: AsyncStream<Transfers.Message>.Continuation, room: DispatchSemaphore,
    uptime: @escaping @Sendable () -> TimeInterval,
    challengeHandler: TransportConfiguration.ChallengeHandler?
  ) {
    self.queue = queue
    self.room = room
    self.uptime = uptime
    self.challengeHandler = challengeHandler
  }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let (disposition, credential) =
      challengeHandler?(challenge) ?? (.performDefaultHandling, nil)
    completionHandler(disposition, credential)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let http = response as? HTTPURLResponse else { return completionHandler(.cancel) }
    var fields: [String: String] = [:]
    for (name, value) in http.allHeaderFields {
      guard let name = name as? String, let value = value as? String else { continue }
      fields[name.lowercased()] = value
    }
    let head = ResponseHead(status: http.statusCode, fields: fields)
    queue.yield(.event(task: dataTask.taskIdentifier, .head(head, at: uptime())))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    // It blocks the session's own thread, and none of Swift's; what is in the queue is always read.
    room.wait()
    if case .terminated = queue.yield(.event(task: dataTask.taskIdentifier, .body(data))) {
      room.signal()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Assets are named by digest, and the API has no redirects: one is somebody else's.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let event: TransferEvent = error.map { .failed(failure($0 as NSError)) } ?? .finished
    queue.yield(.event(task: task.taskIdentifier, event))
  }

  private func failure(_ error: NSError) -> GiftClientError {
    let reason = "\(error.localizedDescription) (\(error.domain) \(error.code))"
    switch error.code {
    // Whoever cancelled it here no longer reads this.
    case NSURLErrorCancelled:
      return challengeHandler == nil
        ? .unreachable("the system cancelled it") : .tlsFailed("the app refused the certificate")
    case NSURLErrorTimedOut: return .unreachable("it took too long")
    // From NSURLErrorSecureConnectionFailed to NSURLErrorClientCertificateRequired, and
    // NSURLErrorAppTransportSecurityRequiresSecureConnection (NSURLError.h).
    case -1206 ... -1200, -1022: return .tlsFailed(reason)
    // All that URLSession on Linux says of it is what libcurl says to people; it names the calls of
    // a connection that was cut, too.
    case NSURLErrorUnknown
    where reason.contains("SSL") && !reason.contains("SSL_read") && !reason.contains("SSL_write"):
      return .tlsFailed(reason)
    default: return .unreachable(reason)
    }
  }
}
