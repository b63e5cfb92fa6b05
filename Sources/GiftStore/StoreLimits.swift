package import GiftDomain

/// The limits of the store: connections, waits and sizes.
package struct StoreLimits: Hashable, Sendable {
  /// The most connections at once.
  package var connections = 4
  /// How long to wait for a free connection.
  package var poolWait: Duration = .seconds(5)
  /// How long a connection may take to open, all hosts together; nil: as the connection string or
  /// `PGCONNECT_TIMEOUT` says, or else 5 seconds.
  package var connectDeadline: Duration?
  /// How long a whole transaction may take.
  package var callDeadline: Duration = .seconds(10)
  /// How long an edit may wait for the edits before it.
  package var lockWait: Duration = .seconds(30)
  /// How long a read waits for a schema change before it fails and is retried, so that no health
  /// check depends on it.
  package var readLockWait: Duration = .seconds(1)
  /// How long an edit may take in all, including the wait for the lock.
  package var editDeadline: Duration = .seconds(60)
  /// How long an import, an export or a migration may take; a restore gets more for its animations.
  package var bulkDeadline: Duration = .seconds(1_800)
  /// How long a migration waits for a lock, with others queued behind it.
  package var migrationLockWait: Duration = .milliseconds(500)

  /// The slowest expected transfer of animations to the database, in bytes per second.
  package static let leastBytesPerSecond: Int64 = 100_000
  /// How long a migration pauses after a failed wait for a lock.
  package static let migrationRest: Duration = .seconds(1)
  /// How long an attempt to connect may take before another one begins beside it.
  package static let connectStagger: Duration = .seconds(1)
  /// The most edited gifts that are read separately; for more, everything is read.
  package static let giftsAtOnce = 100
  /// The gifts whose rows are read at once when many are: some megabytes.
  package static let giftsInPart = 2_000
  /// How many of a gift's steps and windows that have begun a listing reads, of each kind.
  package static let listedPastRows: Int64 = 3
  /// The most animations that one call reads with their codings, all in memory together.
  package static let assetsAtOnce = 16
  /// The bytes of animations, without codings, that are sent before waiting for a reply.
  package static let assetBytesAtOnce = 4 << 20

  /// How far the database's clock may be behind the last change, because the host that wrote it may
  /// have had a slightly different clock.
  package var clockSkew: Duration = .seconds(5)

  /// The defaults of the tools.
  package static let standard = StoreLimits()

  /// The standard limits, as a start for changes.
  package init() {}
}

extension [SHA256Digest] {
  /// The digests of assets, as many in each part as one call reads.
  package var inParts: [[SHA256Digest]] {
    stride(from: 0, to: count, by: StoreLimits.assetsAtOnce).map {
      Array(self[$0..<Swift.min($0 + StoreLimits.assetsAtOnce, count)])
    }
  }
}
