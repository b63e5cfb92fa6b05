import NIOCore
import Synchronization

/// The feed to all listening clients: only the latest event, none before it.
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

  /// A feed without events and listeners.
  package init() {}

  /// Sends an event to all listeners, and to all that come until the next one.
  package func publish(_ event: StreamEvent) {
    let loops = state.withLock { state in
      state.latest = event
      return state.loops
    }
    for listeners in loops {
      listeners.eventLoop.execute { listeners.value.tell() }
    }
  }

  /// The latest event.
  var latest: StreamEvent? { state.withLock { $0.latest } }

  /// Adds the listeners of another loop.
  func add(_ listeners: NIOLoopBound<EventListeners>) {
    state.withLock { $0.loops.append(listeners) }
  }
}
