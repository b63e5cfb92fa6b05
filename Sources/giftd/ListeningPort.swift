import Delivery
import NIOCore
import ServiceLifecycle
import SystemPackage

/// One of the two ports.
struct ListeningPort: Service, CustomStringConvertible {
  let kind: PortKind
  let address: HostPort
  /// Whether another `giftd` may listen on the same port.
  let isShared: Bool
  let delivery: Delivery
  let bound: AsyncStream<BoundPort>.Continuation

  var description: String { "\(kind.rawValue) port" }

  /// Serves until the group is shut down.
  ///
  /// Throws `ServingError.cannotListen`.
  func run() async throws {
    do {
      try await delivery.listen(
        host: address.host, port: address.port, backlog: ServingLimits.backlog, isShared: isShared
      ) { bound.yield(BoundPort(kind: kind, address: HostPort($0))) }
    } catch {
      throw ServingError(listeningAt: address, error)
    }
  }
}

/// The two ports of the daemon.
enum PortKind: String, Hashable, Sendable, CaseIterable {
  case `public`
  case operations
}

/// A port that is open, with the number that the system gave it.
struct BoundPort: Hashable, Sendable {
  let kind: PortKind
  let address: HostPort
}

extension HostPort {
  /// The address a channel is bound to; TCP channels have one.
  init(_ address: SocketAddress?) {
    self.init(host: address?.ipAddress ?? "-", port: address?.port ?? 0)
  }
}

extension ServingError {
  /// Why a port cannot be opened, or was lost.
  init(listeningAt address: HostPort, _ error: any Error) {
    let reason =
      switch error {
      case let error as IOError: Errno(rawValue: error.errnoCode).description
      case is SocketAddressError.UnknownHost, is SocketAddressError: "no such address"
      default: "the port was lost"
      }
    self = .cannotListen(address, reason: reason)
  }
}
