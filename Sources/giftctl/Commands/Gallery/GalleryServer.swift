import Delivery
import FoundationEssentials
import Gallery
import GiftDomain
import Logging
import NIOCore
import ServiceLifecycle
import SystemPackage
import UnixSignals

/// Serves the gallery on loopback until Ctrl-C.
struct GalleryServer: Sendable {
  /// How long requests in flight may take after Ctrl-C.
  private static let shutdown = Duration.seconds(2)
  fileprivate static let host = "127.0.0.1"

  /// One reader's browser opens six connections or so, and opens those again that were idle; other
  /// users of the machine can open connections, too, so the idlest make room.
  private static let limits = {
    var limits = DeliveryLimits.standard
    limits.head.maxTargetBytes = 2_048
    limits.connection.waits.requestArrival = .seconds(5)
    limits.connection.waits.idle = .seconds(5)
    limits.server.maxConnections = 64
    limits.server.shutdown = shutdown
    return limits
  }()

  let reader: GalleryReader
  let token: GalleryToken
  /// The port, or 0 for one that is free.
  let port: Int
  /// The instant that it begins with; nil for now.
  let instant: Timestamp?

  /// Serves; `opened` is told the address of the first page as soon as the port is open.
  ///
  /// Throws `GalleryError.cannotListen`.
  func run(_ opened: @escaping @Sendable (String) async -> Void) async throws {
    let first = Site.served(root: "/\(token.text)/").text(of: .overview(.all), at: instant) ?? "/"
    let (bound, binding) = AsyncStream.makeStream(of: Int.self)
    let delivery = Delivery(
      limits: Self.limits, responder: GalleryResponder(reader: reader, token: token).responder,
      events: EventFeed(), date: { DateField(value: Self.date, left: .zero) },
      makeRequestID: { GalleryToken().text }, accessLog: nil)
    let logger = Logger(label: "gallery") { _ in SwiftLogNoOpLogHandler() }
    var configuration = ServiceGroupConfiguration(
      services: [
        .init(
          service: GalleryNotice(bound: bound) { port in
            await opened("http://\(Self.host):\(port)\(first)")
          }, successTerminationBehavior: .ignore),
        .init(
          service: GalleryPort(delivery: delivery, port: port, bound: binding),
          failureTerminationBehavior: .gracefullyShutdownGroup),
      ],
      gracefulShutdownSignals: [.sigint, .sigterm],
      logger: logger)
    configuration.maximumGracefulShutdownDuration = Self.shutdown
    configuration.maximumCancellationDuration = Self.shutdown
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      // The only call of the system whose failure ends the server.
      throw GalleryError.cannotListen(port: port, Errno(rawValue: error.errnoCode))
    }
  }

  /// The machine's time as responses have it.
  private static var date: String {
    let microseconds = Int64(Date().timeIntervalSince1970 * 1_000_000)
    // A clock beyond all years is wrong.
    return ((try? Timestamp(microseconds: microseconds)) ?? .epoch).httpDate
  }
}

/// The port on which the gallery is served.
private struct GalleryPort: Service {
  let delivery: Delivery
  let port: Int
  let bound: AsyncStream<Int>.Continuation

  func run() async throws {
    try await delivery.listen(
      host: GalleryServer.host, port: port, backlog: delivery.limits.server.maxConnections,
      isShared: false
    ) { bound.yield($0?.port ?? 0) }
  }
}

/// Says once that the port is open.
private struct GalleryNotice: Service {
  let bound: AsyncStream<Int>
  let opened: @Sendable (Int) async -> Void

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var ports = bound.makeAsyncIterator()
      if let port = await ports.next() { await opened(port) }
    }
  }
}
