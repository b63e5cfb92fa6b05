import Gallery
import GiftDomain
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// Serves the gallery on loopback until Ctrl-C.
struct GalleryServer: Sendable {
  /// How long requests in flight may take after Ctrl-C.
  private static let shutdown = Duration.seconds(2)
  /// A connection without requests ends after that.
  private static let idle = TimeAmount.seconds(60)
  private static let host = "127.0.0.1"

  let reader: GalleryReader
  let token: GalleryToken
  /// The port, or 0 for one that is free.
  let port: Int

  /// Serves; `opened` is told the port as soon as it is open.
  ///
  /// Throws `GalleryError.cannotListen`.
  func run(_ opened: @escaping @Sendable (Int) async -> Void) async throws {
    let application = Application(
      responder: GalleryResponder(reader: reader, token: token),
      server: .http1(configuration: .init(idleTimeout: Self.idle)),
      configuration: .init(address: .hostname(Self.host, port: port), serverName: nil),
      onServerRunning: { channel in await opened(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "gallery") { _ in SwiftLogNoOpLogHandler() })
    var configuration = ServiceGroupConfiguration(
      services: [
        .init(service: application, failureTerminationBehavior: .gracefullyShutdownGroup)
      ],
      gracefulShutdownSignals: [.sigint, .sigterm],
      logger: Logger(label: "gallery") { _ in SwiftLogNoOpLogHandler() })
    configuration.maximumGracefulShutdownDuration = Self.shutdown
    configuration.maximumCancellationDuration = Self.shutdown
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch {
      throw GalleryError.cannotListen(port: port, reason: "\(error)")
    }
  }

  /// The address of a page, for a browser on this machine.
  func address(of page: Page, at instant: Timestamp?, on port: Int) -> String {
    "http://\(Self.host):\(port)"
      + (Site.served(root: "/\(token.text)/").text(of: page, at: instant) ?? "")
  }
}
