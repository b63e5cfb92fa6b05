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
/// deadline. After `cancel()` it goes on receiving and decoding for a while, however slow the
/// delegate is, so that bytes beyond the limit are dropped here, one piece at a time. It reports a
/// body that was cut as `NSURLErrorUnknown`, which counts as unreachable; a compressed body that
/// ends early, in a response of the right length, it does not report: digests and JSON show it.
///
/// The delegate waits while `ClientLimits.waitingPieces` of bodies are not counted against their
/// limits yet, so that a session which waits for its delegate, as Apple's does, receives no more
/// than what is read. On Linux it holds the rest in its own queue.
final class Transfers: Sendable {
  fileprivate enum Message: Sendable {
    case start(UUID, URLRequest, limit: Int, AsyncStream<TransferEvent>.Continuation)
    case cancel(UUID)
    case event(task: Int, TransferEvent)
  }

  private let queue: AsyncStream<Message>.Continuation

  init(uptime: @escaping @Sendable () -> TimeInterval) {
    let (messages, queue) = AsyncStream<Message>.makeStream()
    self.queue = queue
    let settings = URLSessionConfiguration.ephemeral
    settings.urlCache = nil
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    settings.httpMaximumConnectionsPerHost = ClientLimits.requests + 1
    // One that began with a value would have to end with as much.
    let room = DispatchSemaphore(value: 0)
    for _ in 0..<ClientLimits.waitingPieces { room.signal() }
    let reporter = TransferReporter(queue: queue, room: room, uptime: uptime)
    let session = URLSession(configuration: settings, delegate: reporter, delegateQueue: nil)
    _ = Task {
      var table = TransferTable(session: session, room: room)
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
private struct TransferTable {
  private struct Transfer {
    let task: URLSessionDataTask
    let events: AsyncStream<TransferEvent>.Continuation
    var remaining: Int
  }

  private let session: URLSession
  /// For pieces of bodies that wait to be passed on.
  private let room: DispatchSemaphore
  private var transfers: [Int: Transfer] = [:]
  private var tasks: [UUID: Int] = [:]

  init(session: URLSession, room: DispatchSemaphore) {
    self.session = session
    self.room = room
  }

  mutating func handle(_ message: Transfers.Message) {
    switch message {
    case .start(let id, let request, let limit, let events):
      let task = session.dataTask(with: request)
      transfers[task.taskIdentifier] = Transfer(task: task, events: events, remaining: limit)
      tasks[id] = task.taskIdentifier
      task.resume()
    case .cancel(let id):
      guard let number = tasks.removeValue(forKey: id) else { return }
      transfers.removeValue(forKey: number)?.task.cancel()
    case .event(let number, let event):
      pass(event, of: number)
      if case .body = event { room.signal() }
    }
  }

  private mutating func pass(_ event: TransferEvent, of number: Int) {
    guard let transfer = transfers[number] else { return }
    switch event {
    case .head:
      transfer.events.yield(event)
    case .body(let data):
      guard data.count <= transfer.remaining else {
        transfer.task.cancel()
        return pass(.tooLong, of: number)
      }
      transfers[number]?.remaining -= data.count
      transfer.events.yield(event)
    case .finished, .failed:
      transfer.events.yield(event)
      remove(number)
    }
  }

  private mutating func remove(_ number: Int) {
    transfers.removeValue(forKey: number)?.events.finish()
    if let id = tasks.first(where: { $0.value == number })?.key { tasks[id] = nil }
  }

  mutating func end() {
    for transfer in transfers.values {
      transfer.events.yield(.failed(.cancelled))
      transfer.events.finish()
    }
    transfers = [:]
    session.invalidateAndCancel()
  }
}

/// URLSession's delegate: puts what it is told into the queue.
private final class TransferReporter: NSObject, URLSessionDataDelegate {
  private let queue: AsyncStream<Transfers.Message>.Continuation
  private let room: DispatchSemaphore
  private let uptime: @Sendable () -> TimeInterval

  init(
    queue: AsyncStream<Transfers.Message>.Continuation, room: DispatchSemaphore,
    uptime: @escaping @Sendable () -> TimeInterval
  ) {
    self.queue = queue
    self.room = room
    self.uptime = uptime
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
    let event: TransferEvent =
      switch error.map({ $0 as NSError }) {
      case .none: .finished
      // Whoever cancelled it here no longer reads this.
      case .some(let error) where error.code == NSURLErrorCancelled:
        .failed(.unreachable("the system cancelled it"))
      case .some(let error) where error.code == NSURLErrorTimedOut:
        .failed(.unreachable("it took too long"))
      case .some(let error):
        .failed(.unreachable("\(error.localizedDescription) (\(error.domain) \(error.code))"))
      }
    queue.yield(.event(task: task.taskIdentifier, event))
  }
}
