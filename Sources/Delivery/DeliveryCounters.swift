import Synchronization

/// The events counted on all connections.
package enum DeliveryEvent: Int, Hashable, Sendable, CaseIterable {
  /// A connection was opened.
  case opened
  /// A connection was closed.
  case closed
  /// A request was answered from memory.
  case ready
  /// A request was passed to the fallback.
  case fallback
  /// An invalid request was refused.
  case refused
  /// A request was refused because of a concurrency limit.
  case overloaded
  /// A connection ended because a head was not complete in time.
  case late
  /// A connection ended because its client read too slowly.
  case stalled
  /// An idle connection was closed to free its slot for another.
  case evicted
  /// A client began to listen to events.
  case eventClientCame
  /// A client stopped listening to events.
  case eventClientLeft
  /// An event was written to a client.
  case eventSent
  /// An event was skipped for a client that had not taken an earlier one.
  case eventSkipped
}

/// The counts on all connections since the process started.
package struct DeliveryCounts: Sendable {
  private let events: [Int]
  private let responses: [Int]
  /// The bytes of all bodies written.
  package let bodyBytes: Int

  fileprivate init(_ loops: [LoopCounts]) {
    events = DeliveryEvent.allCases.indices.map { index in
      loops.reduce(0) { $0 + $1.events[index].load(ordering: .relaxed) }
    }
    responses = (0..<Response.maxSeries).map { index in
      loops.reduce(0) { $0 + $1.responses[index].load(ordering: .relaxed) }
    }
    bodyBytes = loops.reduce(0) { $0 + $1.bodyBytes.load(ordering: .relaxed) }
  }

  /// The number of these events.
  package subscript(event: DeliveryEvent) -> Int { events[event.rawValue] }

  /// The number of a group's responses with a status.
  package func responses(group: UInt8, status: Status) -> Int {
    responses[Response.series(group, status)]
  }
}

/// Counts separately on each event loop, and sums on request.
package final class DeliveryCounters: Sendable {
  private let loops = Mutex<[LoopCounts]>([])

  /// The sums over all loops, at most a moment old.
  package func counts() -> DeliveryCounts { DeliveryCounts(loops.withLock { $0 }) }

  func addLoop() -> LoopCounts {
    let loop = LoopCounts()
    loops.withLock { $0.append(loop) }
    return loop
  }
}

/// The counts of one event loop; only that loop writes.
final class LoopCounts: Sendable {
  fileprivate let events = InlineArray<16, Atomic<Int>> { _ in Atomic(0) }
  fileprivate let responses = InlineArray<256, Atomic<Int>> { _ in Atomic(0) }
  fileprivate let bodyBytes = Atomic(0)

  func count(_ event: DeliveryEvent) {
    events[event.rawValue].count(1)
  }

  var openConnections: Int {
    events[DeliveryEvent.opened.rawValue].load(ordering: .relaxed)
      - events[DeliveryEvent.closed.rawValue].load(ordering: .relaxed)
  }

  /// Counts a response, and the written bytes of its body.
  func count(_ response: Response, bodyBytes count: Int) {
    responses[response.series].count(1)
    bodyBytes.count(count)
  }
}

extension Atomic where Value == Int {
  /// Adds without a locked instruction: there is one writer.
  @inline(__always)
  fileprivate borrowing func count(_ amount: Int) {
    store(load(ordering: .relaxed) &+ amount, ordering: .relaxed)
  }
}
