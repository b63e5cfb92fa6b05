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
  /// Whether another `giftd` may listen on the same port.
  let isShared: Bool
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
    let delivery = Delivery(
      limits: ServingLimits.delivery(connections: maxConnections), counters: counters,
      events: events, ready: ready)
    let server = DeliveryServer(delivery: delivery, logger: logger) { request, writer, channel in
      let context = BasicRequestContext(
        source: ApplicationRequestContextSource(channel: channel, logger: logger))
      let response = try await responder.respond(to: request, context: context)
      try await writer.write(response: response.head, body: response.body)
    }
    let port = PortConfiguration(
      host: address.host, port: address.port, backlog: ServingLimits.backlog,
      maxConnections: maxConnections, isShared: isShared)
    do {
      try await server.run(on: port) {
        bound.yield(BoundPort(kind: kind, address: HostPort($0)))
      }
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
