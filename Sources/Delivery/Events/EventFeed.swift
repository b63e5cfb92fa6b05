import NIOCore
import Synchronization

/// What is told to every client that listens: the latest event, and nothing of those before it.
///
/// ```
///   publish ─► latest ─► each event loop ─► its listeners, one event on its way to each
/// ```
package final class EventFeed: Sendable {
  private struct State {
    var latest: StreamEvent?
    var loops: [NIOLoopBound<EventListeners>] = []
  }

  private let state = Mutex(State())

  /// Nothing to tell, and nobody who listens.
  package init() {}

  /// Tells all that listen, and all that come until the next one.
  package func publish(_ event: StreamEvent) {
    let loops = state.withLock { state in
      state.latest = event
      return state.loops
    }
    for listeners in loops {
      listeners.eventLoop.execute { listeners.value.tell() }
    }
  }

  /// What was published last.
  var latest: StreamEvent? { state.withLock { $0.latest } }

  /// Tells those on another loop, too.
  func add(_ listeners: NIOLoopBound<EventListeners>) {
    state.withLock { $0.loops.append(listeners) }
  }
}
