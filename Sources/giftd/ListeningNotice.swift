import Logging
import ServiceLifecycle

/// Says once, when both ports are open, where they are; scripts and tests read it.
struct ListeningNotice: Service {
  let bound: AsyncStream<BoundPort>
  let logger: Logger

  func run() async {
    var addresses: Logger.Metadata = [:]
    for await port in bound.cancelOnGracefulShutdown() {
      addresses[port.kind.rawValue] = "\(port.address)"
      if addresses.count == PortKind.allCases.count {
        logger.notice("listening", metadata: addresses)
        return
      }
    }
  }
}
