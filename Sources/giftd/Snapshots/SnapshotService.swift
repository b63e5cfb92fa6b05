import Disk
import GiftAPI
import GiftDomain
import Logging
import NIOPosix
import ServiceLifecycle

/// Saves the last snapshot to a file, and serves from it if the database is unreachable at the
/// start.
struct SnapshotService: Service {
  let api: GiftAPI
  let disk: SnapshotDisk
  /// How writing it went.
  let status: SnapshotStatus
  /// This host's clock.
  let now: @Sendable () -> Timestamp
  let logger: Logger

  /// Serves the file's contents, unless the database answers soon; an unusable file counts as
  /// missing.
  func restore() async {
    let found: SnapshotSource?
    do {
      found = try await offLoops { try disk.open() }
    } catch {
      tell(error)
      return
    }
    guard let found else { return }
    // A file is older than the database, which is tried first, and read to its end if it answers:
    // both together would be in memory twice.
    if await api.answers(within: ServingLimits.snapshotGrace),
      await api.isRead(within: ServingLimits.firstRead)
    {
      return
    }
    do throws(SnapshotFileError) {
      if let change = try await api.restore(found, now: now()) {
        logger.notice(
          "serving the snapshot file", metadata: ["change": "\(change)", "file": "\(disk.path)"])
      }
    } catch {
      tell(error)
    }
  }

  /// Writes whenever something else is served, at most every `ServingLimits.snapshotInterval`
  /// unless something was withdrawn, and a last time at the end.
  func run() async throws {
    var written = await cancelWhenGracefulShutdown {
      var written = Written()
      while !Task.isCancelled {
        let withdrawn = api.withdrawn
        let isWritten = await write(&written)
        await rest(
          isWritten ? ServingLimits.snapshotInterval : ServingLimits.snapshotLook,
          unless: withdrawn)
      }
      return written
    }
    _ = await write(&written)
  }

  /// Waits for a time, or until something else is withdrawn, which leaves the file at once.
  private func rest(_ time: Duration, unless withdrawn: String?) async {
    let end = ContinuousClock.now + time
    while !Task.isCancelled, api.withdrawn == withdrawn, ContinuousClock.now < end {
      // Cancelled, so the loop ends.
      try? await Task.sleep(for: ServingLimits.snapshotLook)
    }
  }

  /// The last write, the lock, and the last failure.
  private struct Written {
    var mark: SnapshotFile.Mark?
    var lock: FileLock?
    var isWaiting = false
    var failure: String?
  }

  /// Whether something was written, or could not be.
  private func write(_ written: inout Written) async -> Bool {
    do {
      guard try await isAlone(&written),
        let (snapshot, mark) = try api.snapshotFile(now: now, unlike: written.mark)
      else { return false }
      try await offLoops { [disk] in try disk.write(snapshot) }
      written.mark = mark
      written.failure = nil
      status.isFailing = false
      logger.debug(
        "snapshot file written",
        metadata: ["bytes": "\(snapshot.byteCount)", "change": "\(snapshot.change)"])
    } catch {
      let reason = SnapshotDisk.reason(of: error)
      if written.failure != reason { tell(error) }
      status.isFailing = true
      written.failure = reason
    }
    return true
  }

  /// Whether no other process writes the file; one that is replaced by this one does until it ends.
  private func isAlone(_ written: inout Written) async throws -> Bool {
    if written.lock != nil { return true }
    written.lock = try await offLoops { [disk] in try disk.lock() }
    if written.lock == nil, !written.isWaiting {
      logger.warning(
        "another giftd writes the snapshot file, so this one does not until that has ended",
        metadata: ["file": "\(disk.path)"])
    }
    written.isWaiting = written.lock == nil
    return written.lock != nil
  }

  private func tell(_ error: any Error) {
    logger.warning(
      "the snapshot file is of no use",
      metadata: ["file": "\(disk.path)", "reason": "\(SnapshotDisk.reason(of: error))"])
  }

  /// Runs blocking disk work off the event loops, so that no response waits for it.
  private func offLoops<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await NIOThreadPool.singleton.runIfActive(body)
  }
}
