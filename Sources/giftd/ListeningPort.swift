import Delivery
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import SystemPackage

/// One port and what it answers.
struct ListeningPort<Responder: HTTPResponder>: Service, CustomStringConvertible
where Responder.Context == BasicRequestContext {
  let kind: PortKind
  let address: HostPort
  /// The most at once; more wait in the system's queue.
  let maxConnections: Int
  let responder: Responder
  /// What is answered before the responder is asked.
  let ready: ReadyAnswers
  /// What follows answers that open a stream.
  let events: EventFeed
  let counters: DeliveryCounters
  let bound: AsyncStream<BoundPort>.Continuation
  let logger: Logger

  var description: String { "\(kind.rawValue) port" }

  /// Serves until the group is shut down.
  ///
  /// Throws `ServingError.cannotListen`.
  func run() async throws {
    var configuration = ApplicationConfiguration(
      address: .hostname(address.host, port: address.port), backlog: ServingLimits.backlog)
    configuration.availableConnectionsDelegate = .maximum(maxConnections, logger: logger)
    let delivery = Delivery(
      limits: ServingLimits.delivery(connections: maxConnections), counters: counters,
      events: events, ready: ready)
    let application = Application(
      responder: responder, server: delivery.server, configuration: configuration,
      onServerRunning: { [kind, bound] channel in
        await delivery.prepare(channel)
        bound.yield(BoundPort(kind: kind, address: HostPort(channel.localAddress)))
      },
      logger: logger)
    do {
      try await application.run()
    } catch let error as IOError {
      let reason = Errno(rawValue: error.errnoCode).description
      throw ServingError.cannotListen(address, reason: reason)
    } catch let error as SocketAddressError.UnknownHost {
      throw ServingError.cannotListen(address, reason: "\(error)")
    } catch let error as SocketAddressError {
      throw ServingError.cannotListen(address, reason: "\(error)")
    }
  }
}

/// Which of the two ports.
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
  fileprivate init(_ address: SocketAddress?) {
    self.init(host: address?.ipAddress ?? "-", port: address?.port ?? 0)
  }
}
