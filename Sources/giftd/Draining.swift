import Logging
import ServiceLifecycle
import Systemd

/// The first service that is told to stop: reports it, and keeps the public port open until load
/// balancers have noticed.
struct Draining: Service, CustomStringConvertible {
  let readiness: Readiness
  let delay: Duration
  let notifier: ServiceNotifier
  let logger: Logger

  var description: String { "draining" }

  func run() async throws {
    try await gracefulShutdown()
    guard readiness.stop() else { return }
    notifier.tell(.stopping)
    logger.notice("stopping", metadata: ["drain-delay": "\(delay.components.seconds) s"])
    if delay > .zero { try await Task.sleep(for: delay) }
  }
}
