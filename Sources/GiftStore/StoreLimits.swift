/// How long and how much the store may take.
package struct StoreLimits: Hashable, Sendable {
  /// The most connections at once.
  package var connections = 4
  /// How long to wait for a free connection.
  package var poolWait: Duration = .seconds(5)
  /// How long a connection may take to open, all hosts together.
  package var connectDeadline: Duration = .seconds(5)
  /// How long a whole transaction may take.
  package var callDeadline: Duration = .seconds(10)
  /// How long an edit may wait for the edits before it.
  package var lockWait: Duration = .seconds(30)
  /// How long a read waits for whoever changes a table, before it fails and is asked again:
  /// nobody's health is to hang on that.
  package var readLockWait: Duration = .seconds(1)
  /// How long an edit may take in all, the wait for the lock among it.
  package var editDeadline: Duration = .seconds(60)
  /// How long an import, an export or a migration may take, with what animations need on their way
  /// when an archive is restored.
  package var bulkDeadline: Duration = .seconds(1_800)
  /// How long a migration waits for a lock, and has all others wait who want it after it.
  package var migrationLockWait: Duration = .milliseconds(500)

  /// How many bytes of animations come to the database in a second at least: a slow line.
  package static let leastBytesPerSecond: Int64 = 100_000
  /// How long a migration rests after it waited for a lock in vain.
  package static let migrationRest: Duration = .seconds(1)
  /// How long an attempt to connect may take before another one is begun beside it.
  package static let connectStagger: Duration = .seconds(1)
  /// Of how many gifts what was edited is read alone; of more, everything is read.
  package static let giftsAtOnce = 100
  /// How many of a gift's steps, and of its windows, a listing reads of those that have begun.
  package static let listedPastRows: Int64 = 3
  /// How many animations one call reads with their codings: all of them are in memory together.
  package static let assetsAtOnce = 16
  /// How many bytes of animations, without codings, are sent before they are waited for.
  package static let assetBytesAtOnce = 4 << 20

  /// How far the database's clock may lie behind the last change: the host that wrote it may have
  /// had a slightly different clock.
  package var clockSkew: Duration = .seconds(5)

  /// What the tools use unless told otherwise.
  package static let standard = StoreLimits()

  /// The standard limits, to be changed one by one.
  package init() {}
}
