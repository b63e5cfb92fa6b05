public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// How a client reaches its server: what an app asks of URLSession, besides what the client does.
public struct TransportConfiguration: Sendable {
  /// Decides about a certificate: whether to trust a server, or which one to show it.
  public typealias ChallengeHandler =
    @Sendable (URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?)

  /// Fields of each request, such as `User-Agent`, to both addresses; those that the client needs
  /// itself win.
  ///
  /// It is called for each request, so that a token may change.
  public var headers: @Sendable () -> [String: String]
  /// Another address of the same catalogue, for when the first one cannot be reached.
  public var fallback: URL?
  /// What each URLSession begins with: proxies, versions of TLS, cellular and low-data policies.
  ///
  /// The client takes a copy, without its cache, its cookies and waiting for a network. One for the
  /// background does not work.
  public var session: @Sendable () -> URLSessionConfiguration
  /// Is asked about certificates, for pinning or a private authority; nil: the system decides.
  ///
  /// It may block. On Linux it is never asked.
  public var challengeHandler: ChallengeHandler?

  /// Describes a transport; without arguments, what the system does by itself.
  public init(
    headers: @escaping @Sendable () -> [String: String] = { [:] }, fallback: URL? = nil,
    session: @escaping @Sendable () -> URLSessionConfiguration = { .ephemeral },
    challengeHandler: ChallengeHandler? = nil
  ) {
    self.headers = headers
    self.fallback = fallback
    self.session = session
    self.challengeHandler = challengeHandler
  }

  /// The configuration of one session.
  func sessionConfiguration() -> URLSessionConfiguration {
    let settings = session().copy() as? URLSessionConfiguration ?? .ephemeral
    settings.urlCache = nil
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    settings.httpMaximumConnectionsPerHost = ClientLimits.assetRequests + 1
    #if canImport(Darwin)
      settings.waitsForConnectivity = false
    #endif
    #if os(Linux)
      settings.httpAdditionalHeaders = (settings.httpAdditionalHeaders ?? [:])
        .filter { name, _ in (name as? String)?.lowercased() != "accept-encoding" }
        .merging(["Accept-Encoding": "identity"]) { $1 }
    #endif
    return settings
  }

  /// A request that carries the fields of the app.
  func request(_ url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    for (name, value) in headers() where !Self.reserved.contains(name.lowercased()) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }

  /// What the client says itself, or URLSession does.
  private static let reserved: Set<String> = [
    "accept", "accept-encoding", "cache-control", "connection", "content-length", "host",
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
    "last-event-id", "range", "te", "transfer-encoding", "upgrade",
  ]
}
