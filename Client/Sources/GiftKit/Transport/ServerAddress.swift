import Foundation

/// Scheme, host and port of a server; every request goes to it, and nothing is followed elsewhere.
struct ServerAddress: Sendable, Hashable {
  /// Such as `https://gifts.example.com`, without a trailing slash.
  let origin: String

  /// - Throws: `invalidServer` unless it is http or https, a host, and nothing else but a port.
  init(_ url: URL) throws(GiftClientError) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host, !host.isEmpty, ["", "/"].contains(parts.path), parts.query == nil,
      parts.fragment == nil, parts.user == nil, parts.password == nil
    else { throw .invalidServer(url) }
    let bare = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    origin = "\(scheme)://\(bare)" + (parts.port.map { ":\($0)" } ?? "")
    guard URL(string: origin) != nil else { throw .invalidServer(url) }
  }

  /// A name for a folder of what only this server says.
  var folderName: String {
    String(AssetDigest(of: Data(origin.utf8)).hex.prefix(16))
  }

  /// - Throws: `badResponse` if the path does not make a URL.
  func url(_ path: String) throws(GiftClientError) -> URL {
    guard path.hasPrefix("/"), !path.hasPrefix("//"), let url = URL(string: origin + path) else {
      throw .badResponse("\(brief(path)) is not a path")
    }
    return url
  }
}
