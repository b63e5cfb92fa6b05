import GiftAPI
import GiftRotation
import GiftStore
import ServiceLifecycle

/// The loop that keeps what is served up to date.
struct WatchingService: Service {
  let api: GiftAPI
  /// Finishes when the ports are open.
  let open: AsyncStream<Never>

  /// Runs until the daemon is told to stop.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in open {}
      await api.watch()
    }
  }
}

/// The loop that announces boundaries, as long as the daemon runs.
struct AnnouncingService: Service {
  let scheduler: Scheduler
  /// Finishes when the ports are open.
  let open: AsyncStream<Never>

  /// Runs until the daemon is told to stop.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in open {}
      await scheduler.run()
    }
  }
}

extension StoreLimits {
  /// One connection for ticks, one after the other; another one listens.
  static var scheduler: StoreLimits {
    var limits = StoreLimits()
    limits.connections = 1
    // A tick whose database fell silent must not outlast `ServingLimits.shutdown`.
    limits.lockWait = .seconds(5)
    limits.editDeadline = .seconds(10)
    return limits
  }
}
