import Logging
import ServiceLifecycle

/// Says once, when both ports are open, where they are; scripts and tests read it.
struct ListeningNotice: Service, CustomStringConvertible {
  let bound: AsyncStream<BoundPort>
  let logger: Logger
  /// Finished once both ports are open: what waits for that begins.
  let open: [AsyncStream<Never>.Continuation]

  var description: String { "listening notice" }

  func run() async {
    var addresses: Logger.Metadata = [:]
    for await port in bound.cancelOnGracefulShutdown() {
      addresses[port.kind.rawValue] = "\(port.address)"
      if addresses.count == PortKind.allCases.count {
        logger.notice("listening", metadata: addresses)
        open.forEach { $0.finish() }
        return
      }
    }
  }
}
