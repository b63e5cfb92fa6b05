import Logging
import ServiceLifecycle
import Systemd

/// Says once, when both ports are open, where they are; scripts and tests read it.
///
/// It runs on until the end: a service that ends while others are told to stop is taken for lost.
struct ListeningNotice: Service, CustomStringConvertible {
  let bound: AsyncStream<BoundPort>
  let logger: Logger
  let readiness: Readiness
  let notifier: ServiceNotifier
  /// Whether the process may do everything on the machine.
  let isRoot: Bool
  /// Finished once both ports are open: what waits for that begins.
  let open: [AsyncStream<Never>.Continuation]

  var description: String { "listening notice" }

  func run() async {
    var addresses: Logger.Metadata = [:]
    for await port in bound.cancelOnGracefulShutdown() {
      addresses[port.kind.rawValue] = "\(port.address)"
      if addresses.count == PortKind.allCases.count {
        logger.notice("listening", metadata: addresses)
        if isRoot { logger.warning("running as root: give giftd a user of its own") }
        open.forEach { $0.finish() }
        if readiness.serve() { notifier.tell(.ready) }
      }
    }
  }
}
