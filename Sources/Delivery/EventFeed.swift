package import NIOCore
import Synchronization

/// What is told to every client that listens: the latest event, and nothing of those before it.
///
/// ```
///   publish ─► latest ─► each event loop ─► its listeners, one event on its way to each
/// ```
package final class EventFeed: Sendable {
  private struct State {
    var latest: StreamEvent?
    var loops: [ObjectIdentifier: NIOLoopBound<EventListeners>] = [:]
  }

  private let state = Mutex(State())

  /// Nothing to tell, and nobody who listens.
  package init() {}

  /// Tells all that listen, and all that come until the next one.
  package func publish(_ event: StreamEvent) {
    let loops = state.withLock { state in
      state.latest = event
      return Array(state.loops.values)
    }
    for listeners in loops {
      listeners.eventLoop.execute { listeners.value.tell() }
    }
  }

  /// What was published last.
  var latest: StreamEvent? { state.withLock { $0.latest } }

  /// Those that listen on a loop; to be called there.
  func listeners(on loop: any EventLoop, _ limits: DeliveryLimits) -> EventListeners {
    let listeners = state.withLock { state in
      let key = ObjectIdentifier(loop)
      if let listeners = state.loops[key] { return listeners }
      let listeners = NIOLoopBound(EventListeners(on: loop, limits), eventLoop: loop)
      state.loops[key] = listeners
      return listeners
    }
    return listeners.value
  }
}

/// One event, in the bytes of both framings.
package struct StreamEvent: Sendable {
  /// What the client says it heard last, when it comes again.
  package let id: String
  let plain: ByteBuffer
  let chunked: ByteBuffer

  /// An event whose bytes are `bytes`, which are not empty.
  package init(id: String, bytes: ByteBuffer) {
    self.id = id
    plain = bytes
    chunked = EventStream.chunk(bytes)
  }
}
