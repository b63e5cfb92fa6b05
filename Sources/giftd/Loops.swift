import GiftStore
import ServiceLifecycle

/// A loop that runs from when the ports are open until the daemon is told to stop.
struct ServingLoop: Service {
  /// Finishes when the ports are open.
  let open: AsyncStream<Never>
  let body: @Sendable () async -> Void

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in open {}
      await body()
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
