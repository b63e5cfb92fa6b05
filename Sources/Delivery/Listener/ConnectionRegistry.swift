package import NIOCore
import Synchronization

/// The connections of a port, so that the longest idle ones can be evicted, and all can be closed.
package final class ConnectionRegistry: Sendable {
  /// Asks a connection to end unless it is busy; sent through its pipeline.
  package struct Eviction: Sendable {}

  private struct State {
    var entries: [ObjectIdentifier: (channel: any Channel, activity: ConnectionActivity)] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  /// A registry without connections.
  package init() {}

  /// The number of connections.
  package var count: Int { state.withLock { $0.entries.count } }

  /// Adds a connection until it is removed.
  package func add(_ channel: any Channel, _ activity: ConnectionActivity) {
    let isClosed = state.withLock { state in
      state.entries[ObjectIdentifier(channel)] = (channel, activity)
      return state.isClosed
    }
    if isClosed { channel.close(promise: nil) }
  }

  /// Removes a connection.
  package func remove(_ channel: any Channel) {
    state.withLock { $0.entries[ObjectIdentifier(channel)] = nil }
  }

  /// Closes all connections, even busy ones, and all future ones.
  func closeAll() {
    let entries = state.withLock { state in
      state.isClosed = true
      return state.entries
    }
    for entry in entries.values { entry.channel.close(promise: nil) }
  }

  /// Asks the `count` longest idle connections to end; fewer if all others are busy.
  package func evictIdlest(_ count: Int) {
    var idle = state.withLock { state in
      state.entries.values.compactMap { entry in
        entry.activity.idleSince.map { (since: $0, channel: entry.channel) }
      }
    }
    // Usually it is one, of thousands.
    if count > 1 { idle.sort { $0.since < $1.since } }
    let idlest =
      count > 1 ? idle.prefix(count) : idle.min { $0.since < $1.since }.map { [$0] } ?? []
    for connection in idlest {
      connection.channel.pipeline.fireUserInboundEventTriggered(Eviction())
    }
  }
}

/// Since when a connection is idle, readable from other threads.
package final class ConnectionActivity: Sendable {
  private static let busy = Int64.max
  private let second = Atomic(busy)

  /// Busy at first.
  package init() {}

  /// Records the second of the process's clock since which it is idle; nil for busy.
  package func note(idleSince second: Int64?) {
    self.second.store(second ?? Self.busy, ordering: .relaxed)
  }

  /// The recorded second; nil for busy.
  var idleSince: Int64? {
    let second = second.load(ordering: .relaxed)
    return second == Self.busy ? nil : second
  }
}
