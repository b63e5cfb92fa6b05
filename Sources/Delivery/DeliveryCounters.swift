import Synchronization

/// What is counted on all connections.
package enum DeliveryEvent: Int, Hashable, Sendable, CaseIterable {
  /// A connection was opened.
  case opened
  /// A connection was closed; the others are open.
  case closed
  /// A request was answered from memory.
  case ready
  /// A request was given to the fallback.
  case fallback
  /// A request was refused for what it is.
  case refused
  /// A request was refused because too much happened at once.
  case overloaded
  /// A connection ended because a head was not whole in time.
  case late
  /// A connection ended because its client took too slowly what was written.
  case stalled
  /// A connection was closed so that somebody else could have its place.
  case evicted
  /// A client began to listen to events.
  case eventClientCame
  /// A client that listened left.
  case eventClientLeft
  /// An event was written to a client.
  case eventSent
  /// An event was not written to a client that had not taken an earlier one.
  case eventSkipped
}

/// What happened on all connections since the process began.
package struct DeliveryCounts: Sendable {
  private let events: [Int]
  private let responses: [Int]
  /// The bytes of all bodies that were written.
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

  /// How often something happened.
  package subscript(event: DeliveryEvent) -> Int { events[event.rawValue] }

  /// How many responses of a group had a status.
  package func responses(group: UInt8, status: Status) -> Int {
    responses[Response.series(group, status)]
  }
}

/// Counts on each event loop by itself, and adds up when it is asked.
package final class DeliveryCounters: Sendable {
  private let loops = Mutex<[LoopCounts]>([])

  /// The sums of all loops, each a moment old at most.
  package func counts() -> DeliveryCounts { DeliveryCounts(loops.withLock { $0 }) }

  func addLoop() -> LoopCounts {
    let loop = LoopCounts()
    loops.withLock { $0.append(loop) }
    return loop
  }
}

/// What happened on one event loop; only that loop writes.
final class LoopCounts: Sendable {
  fileprivate let events = InlineArray<16, Atomic<Int>> { _ in Atomic(0) }
  fileprivate let responses = InlineArray<128, Atomic<Int>> { _ in Atomic(0) }
  fileprivate let bodyBytes = Atomic(0)

  func count(_ event: DeliveryEvent) {
    events[event.rawValue].count(1)
  }

  var openConnections: Int {
    events[DeliveryEvent.opened.rawValue].load(ordering: .relaxed)
      - events[DeliveryEvent.closed.rawValue].load(ordering: .relaxed)
  }

  /// Counts a response, and so many bytes of its body.
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
