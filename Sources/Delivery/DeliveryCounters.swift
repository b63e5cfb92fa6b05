import Synchronization

/// What happened on all connections since the process began.
package struct DeliveryCounts: Hashable, Sendable {
  /// Connections that were opened.
  package var opened = 0
  /// Connections that were closed; the others are open.
  package var closed = 0
  /// Requests answered with what was ready.
  package var ready = 0
  /// The bytes of the bodies of these.
  package var readyBytes = 0
  /// Requests that the slow path was given.
  package var slow = 0
  /// Requests refused for what they are.
  package var refused = 0
  /// Requests refused because too many were with the slow path.
  package var overloaded = 0
  /// Connections that ended because a request was not whole in time.
  package var late = 0
  /// Connections that ended because nothing was taken of what was written.
  package var stalled = 0
  /// Clients that began to listen to events.
  package var eventClientsCome = 0
  /// Those of them that left.
  package var eventClientsGone = 0
  /// Events written.
  package var events = 0
  /// Events that a client did not get, as it had not taken an earlier one when the next one came.
  package var eventsSkipped = 0
}

/// Counts on each event loop by itself, and adds up when it is asked.
package final class DeliveryCounters: Sendable {
  private let loops = Mutex<[LoopCounts]>([])

  /// All at zero.
  package init() {}

  /// The sums of all loops, each a moment old at most.
  package func counts() -> DeliveryCounts {
    var counts = DeliveryCounts()
    for loop in loops.withLock({ $0 }) { loop.add(to: &counts) }
    return counts
  }

  func addLoop() -> LoopCounts {
    let loop = LoopCounts()
    loops.withLock { $0.append(loop) }
    return loop
  }
}

/// What happened on one event loop; only that loop writes.
final class LoopCounts: Sendable {
  let opened = Atomic(0)
  let closed = Atomic(0)
  let ready = Atomic(0)
  let readyBytes = Atomic(0)
  let slow = Atomic(0)
  let refused = Atomic(0)
  let overloaded = Atomic(0)
  let late = Atomic(0)
  let stalled = Atomic(0)
  let eventClientsCome = Atomic(0)
  let eventClientsGone = Atomic(0)
  let events = Atomic(0)
  let eventsSkipped = Atomic(0)

  fileprivate func add(to counts: inout DeliveryCounts) {
    counts.opened += opened.load(ordering: .relaxed)
    counts.closed += closed.load(ordering: .relaxed)
    counts.ready += ready.load(ordering: .relaxed)
    counts.readyBytes += readyBytes.load(ordering: .relaxed)
    counts.slow += slow.load(ordering: .relaxed)
    counts.refused += refused.load(ordering: .relaxed)
    counts.overloaded += overloaded.load(ordering: .relaxed)
    counts.late += late.load(ordering: .relaxed)
    counts.stalled += stalled.load(ordering: .relaxed)
    counts.eventClientsCome += eventClientsCome.load(ordering: .relaxed)
    counts.eventClientsGone += eventClientsGone.load(ordering: .relaxed)
    counts.events += events.load(ordering: .relaxed)
    counts.eventsSkipped += eventsSkipped.load(ordering: .relaxed)
  }
}

extension Atomic where Value == Int {
  /// Adds without a locked instruction: there is one writer.
  @inline(__always)
  func count(_ amount: Int = 1) {
    store(load(ordering: .relaxed) &+ amount, ordering: .relaxed)
  }
}
