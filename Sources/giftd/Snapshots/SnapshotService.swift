import GiftAPI
import GiftDomain
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Keeps the last snapshot in a file, and serves from it when the database is away at the start.
struct SnapshotService: Service {
  let api: GiftAPI
  let disk: SnapshotDisk
  /// This host's clock.
  let now: @Sendable () -> Timestamp
  let logger: Logger

  /// Serves what the file keeps, unless the database answers soon; a file that is of no use is as
  /// good as none.
  func restore() async {
    let found: [UInt8]?
    do {
      found = try await offLoops { try disk.read() }
    } catch {
      tell(error)
      return
    }
    guard let found else { return }
    // A file is older than the database, which is asked first.
    if await api.isRead(within: ServingLimits.snapshotGrace) { return }
    do throws(SnapshotFileError) {
      if let change = try await api.restore(found, now: now()) {
        logger.notice(
          "serving the snapshot file", metadata: ["change": "\(change)", "file": "\(disk.path)"])
      }
    } catch {
      tell(SnapshotDiskError.content(error))
    }
  }

  /// Writes whenever something else is served, at most every `ServingLimits.snapshotInterval`, and
  /// a last time at the end.
  func run() async throws {
    let written = Written()
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        let isWritten = await write(written)
        // Cancelled: then the loop ends.
        try? await Task.sleep(
          for: isWritten ? ServingLimits.snapshotInterval : ServingLimits.snapshotLook)
      }
    }
    _ = await write(written)
  }

  /// What was written last.
  private final class Written: Sendable {
    let mark = Mutex<SnapshotFile.Mark?>(nil)
  }

  /// Whether something was written, or could not be.
  private func write(_ written: Written) async -> Bool {
    guard let mark = api.snapshotMark(), mark != written.mark.withLock({ $0 }),
      let snapshot = api.snapshotFile(now: now())
    else { return false }
    do {
      try await offLoops { [disk] in try disk.write(snapshot) }
      written.mark.withLock { $0 = snapshot.mark }
      logger.debug(
        "snapshot file written",
        metadata: ["bytes": "\(snapshot.byteCount)", "change": "\(snapshot.change)"])
    } catch {
      tell(error)
    }
    return true
  }

  private func tell(_ error: any Error) {
    let reason = (error as? SnapshotDiskError)?.reason ?? "\(error)"
    logger.warning(
      "the snapshot file is of no use", metadata: ["file": "\(disk.path)", "reason": "\(reason)"])
  }

  /// Disks block, and nobody's answer shall wait for one.
  private func offLoops<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await NIOThreadPool.singleton.runIfActive(body)
  }
}
