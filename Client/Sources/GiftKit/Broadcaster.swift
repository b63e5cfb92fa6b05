import Foundation

/// Hands values to any number of streams, in the order in which they were sent.
///
/// Sending and subscribing only add to a queue, so both may happen anywhere, without waiting; one
/// task takes from the queue. Each stream keeps a bounded number of values for a slow reader.
final class Broadcaster<Element: Sendable>: Sendable {
  private enum Message: Sendable {
    case value(Element, isNews: Bool)
    case subscribe(UUID, AsyncStream<Element>.Continuation)
    case unsubscribe(UUID)
  }

  /// How many streams are being read, for one reader; the latest number only.
  let counts: AsyncStream<Int>
  private let queue: AsyncStream<Message>.Continuation
  private let buffer: Int

  /// - Parameters:
  ///   - buffer: values that wait for a slow reader; then the oldest are dropped.
  ///   - replay: what a new stream begins with, made from the value that was sent last; nil:
  ///     nothing.
  init(buffer: Int, replay: (@Sendable (Element) -> Element)? = nil) {
    let (messages, queue) = AsyncStream<Message>.makeStream()
    let (counts, counting) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.counts = counts
    self.queue = queue
    self.buffer = buffer
    _ = Task {
      var subscribers: [UUID: AsyncStream<Element>.Continuation] = [:]
      var last: Element?
      for await message in messages {
        switch message {
        case .value(let value, let isNews):
          if replay != nil { last = value }
          for subscriber in subscribers.values where isNews { subscriber.yield(value) }
        case .subscribe(let id, let subscriber):
          subscribers[id] = subscriber
          if let last, let replay { subscriber.yield(replay(last)) }
          counting.yield(subscribers.count)
        case .unsubscribe(let id):
          if subscribers.removeValue(forKey: id) != nil {
            counting.yield(subscribers.count)
          }
        }
      }
      for subscriber in subscribers.values { subscriber.finish() }
      counting.finish()
    }
  }

  /// Hands a value to every stream; one that is no news is for later streams to begin with.
  func send(_ value: Element, isNews: Bool = true) {
    queue.yield(.value(value, isNews: isNews))
  }

  /// A stream of what is sent from now on, which keeps `owner` alive while it is read.
  func stream(keeping owner: any Sendable) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream(
      bufferingPolicy: .bufferingNewest(buffer))
    let id = UUID()
    let queue = queue
    continuation.onTermination = { _ in
      withExtendedLifetime(owner) { _ = queue.yield(.unsubscribe(id)) }
    }
    if case .terminated = queue.yield(.subscribe(id, continuation)) { continuation.finish() }
    return stream
  }

  /// Ends every stream.
  func finish() {
    queue.finish()
  }
}
