import Gallery
import GiftDomain
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import SystemPackage
import UnixSignals

/// Serves the gallery on loopback until Ctrl-C.
struct GalleryServer: Sendable {
  /// How long requests in flight may take after Ctrl-C.
  private static let shutdown = Duration.seconds(2)
  /// A connection without requests ends after that.
  private static let idle = TimeAmount.seconds(60)
  /// One reader's browser opens six or so; other users of the machine can open connections, too.
  private static let maxConnections = 64
  private static let host = "127.0.0.1"

  let reader: GalleryReader
  let token: GalleryToken
  /// The port, or 0 for one that is free.
  let port: Int
  /// The instant that it begins with; nil for now.
  let instant: Timestamp?

  /// The addresses of the first page.
  struct Addresses: Sendable {
    /// As long as the gallery is open.
    let lasting: String
    /// Once, and soon.
    let start: String
  }

  /// Serves; `opened` is told the addresses as soon as the port is open, and requests are answered
  /// once it returns.
  ///
  /// Throws `GalleryError.cannotListen`.
  func run(_ opened: @escaping @Sendable (Addresses) async -> Void) async throws {
    let first = Site.served(root: "/\(token.text)/").text(of: .overview(.all), at: instant) ?? "/"
    let start = StartAddress(to: first)
    let logger = Logger(label: "gallery") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      responder: GalleryResponder(reader: reader, token: token, start: start),
      server: .http1(configuration: .init(idleTimeout: Self.idle)),
      configuration: .init(
        address: .hostname(Self.host, port: port), serverName: nil,
        availableConnectionsDelegate: .maximum(Self.maxConnections, logger: logger)),
      onServerRunning: { channel in
        let site = "http://\(Self.host):\(channel.localAddress?.port ?? 0)"
        await opened(Addresses(lasting: site + first, start: site + start.target))
      },
      logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [
        .init(service: application, failureTerminationBehavior: .gracefullyShutdownGroup)
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
}
