package import NIOCore
import Synchronization

/// The connections of a port, so that those that were idle longest can make room for others, and
/// all can be closed.
package final class ConnectionRegistry: Sendable {
  /// Asks a connection to end unless it is busy; comes by its pipeline.
  package struct Eviction: Sendable {}

  private struct State {
    var entries: [ObjectIdentifier: (channel: any Channel, activity: ConnectionActivity)] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  /// No connection yet.
  package init() {}

  /// How many there are.
  package var count: Int { state.withLock { $0.entries.count } }

  /// Knows a connection until it is removed.
  package func add(_ channel: any Channel, _ activity: ConnectionActivity) {
    let isClosed = state.withLock { state in
      state.entries[ObjectIdentifier(channel)] = (channel, activity)
      return state.isClosed
    }
    if isClosed { channel.close(promise: nil) }
  }

  /// Forgets a connection.
  package func remove(_ channel: any Channel) {
    state.withLock { $0.entries[ObjectIdentifier(channel)] = nil }
  }

  /// Closes all connections, whatever they are about, and those that are still to come.
  func closeAll() {
    let entries = state.withLock { state in
      state.isClosed = true
      return state.entries
    }
    for entry in entries.values { entry.channel.close(promise: nil) }
  }

  /// Asks the `count` connections that were idle longest to end; fewer if all others are busy.
  package func evictIdlest(_ count: Int) {
    var idle = state.withLock { state in
      state.entries.values.compactMap { entry in
        entry.activity.idleSince.map { (since: $0, channel: entry.channel) }
      }
    }
    // Most often it is one, of thousands.
    if count > 1 { idle.sort { $0.since < $1.since } }
    let idlest =
      count > 1 ? idle.prefix(count) : idle.min { $0.since < $1.since }.map { [$0] } ?? []
    for connection in idlest {
      connection.channel.pipeline.fireUserInboundEventTriggered(Eviction())
    }
  }
}

/// When a connection was last busy, for other threads to see.
package final class ConnectionActivity: Sendable {
  private static let busy = Int64.max
  private let second = Atomic(busy)

  /// Busy until it is said otherwise.
  package init() {}

  /// Notes since which second of a clock of the process it is idle; nil for a busy one.
  package func note(idleSince second: Int64?) {
    self.second.store(second ?? Self.busy, ordering: .relaxed)
  }

  /// What was noted.
  var idleSince: Int64? {
    let second = second.load(ordering: .relaxed)
    return second == Self.busy ? nil : second
  }
}
