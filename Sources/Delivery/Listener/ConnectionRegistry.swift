package import NIOCore
import Synchronization

/// The connections of a port, so that those that were idle longest can make room for others.
package final class ConnectionRegistry: Sendable {
  /// Asks a connection to end unless it is busy; comes by its pipeline.
  package struct Eviction: Sendable {}

  private struct Entry {
    let channel: any Channel
    let activity: ConnectionActivity
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// No connection yet.
  package init() {}

  /// How many there are.
  package var count: Int { entries.withLock { $0.count } }

  /// Knows a connection until it is removed.
  package func add(_ channel: any Channel, _ activity: ConnectionActivity) {
    entries.withLock { $0[ObjectIdentifier(channel)] = Entry(channel: channel, activity: activity) }
  }

  /// Forgets a connection.
  package func remove(_ channel: any Channel) {
    entries.withLock { $0[ObjectIdentifier(channel)] = nil }
  }

  /// Asks the `count` connections that were idle longest to end; fewer if all others are busy.
  package func evictIdlest(_ count: Int) {
    var idle = entries.withLock { entries in
      entries.values.compactMap { entry in
        entry.activity.idleSince.map { (since: $0, channel: entry.channel) }
      }
    }
    idle.sort { $0.since < $1.since }
    for connection in idle.prefix(count) {
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
