import Foundation

/// Where a server is; every request goes there, and nothing is followed elsewhere.
struct ServerAddress: Sendable, Hashable {
  /// Such as `https://api.example.com/gifts`, without a trailing slash.
  let base: String

  /// - Throws: `invalidServer` unless it is http or https, a host, and besides that a port and a
  ///   path at most.
  init(_ url: URL) throws(GiftClientError) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host, !host.isEmpty, parts.query == nil, parts.fragment == nil,
      parts.user == nil, parts.password == nil
    else { throw .invalidServer(url) }
    let bare = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    var path = parts.percentEncodedPath
    while path.hasSuffix("/") { path.removeLast() }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard steps.allSatisfy({ !["", ".", ".."].contains($0) }) else { throw .invalidServer(url) }
    base = "\(scheme)://\(bare)" + (parts.port.map { ":\($0)" } ?? "") + path
    guard URL(string: base) != nil else { throw .invalidServer(url) }
  }

  /// Whether it is https.
  var isSecure: Bool { base.hasPrefix("https:") }

  /// A name for a folder of what only this server says.
  var folderName: String {
    String(AssetDigest(of: Data(base.utf8)).hex.prefix(16))
  }

  /// - Throws: `badResponse` if the path does not make a URL.
  func url(_ path: String) throws(GiftClientError) -> URL {
    guard path.hasPrefix("/"), !path.hasPrefix("//"), let url = URL(string: base + path) else {
      throw .badResponse("\(brief(path)) is not a path")
    }
    return url
  }
}

/// A server's address, perhaps a second one, and which of them is asked first.
actor ServerAddresses {
  /// The one that an app named.
  nonisolated let first: ServerAddress
  private nonisolated let second: ServerAddress?
  /// The uptime until which the second is asked first, because it alone has answered.
  private var secondUntil: TimeInterval = -.infinity

  init(_ first: ServerAddress, fallback second: ServerAddress?) {
    self.first = first
    self.second = second == first ? nil : second
  }

  /// Both, in the order in which they are asked at an uptime.
  func order(at uptime: TimeInterval) -> [ServerAddress] {
    guard let second else { return [first] }
    return uptime < secondUntil ? [second, first] : [first, second]
  }

  /// Notes which one has answered after another had not.
  func answered(_ address: ServerAddress, at uptime: TimeInterval) {
    secondUntil = address == first ? -.infinity : uptime + ClientLimits.fallback
  }
}
