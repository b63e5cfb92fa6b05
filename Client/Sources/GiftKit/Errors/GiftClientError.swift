public import Foundation

/// Why the library could not do what an app asked for.
public enum GiftClientError: Error, Sendable, Hashable {
  /// The server's URL is not an http or https URL of a host, perhaps with a port and a path.
  case invalidServer(URL)
  /// The app's version is not one to four numbers with dots between them.
  case invalidClient(String)
  /// No server answered completely; the text is the system's reason.
  case unreachable(String)
  /// The server's certificate was refused, or the app's by the server; the text is the system's
  /// reason.
  case tlsFailed(String)
  /// There is no such gift or asset: its id, or its path.
  case notFound(String)
  /// The server has no such placement, or has retired it; the catalogue then has no gifts.
  case placementNotFound(Placement)
  /// The gift was live once.
  case retired(GiftID)
  /// The server asks to come back later, after this many seconds if it said so.
  case unavailable(retryAfter: TimeInterval?)
  /// The bytes that arrived do not have this digest; they were dropped.
  case digestMismatch(AssetDigest)
  /// The response does not follow the protocol; the text says where.
  case badResponse(String)
  /// The cache's folder cannot be used: its path, and the system's reason.
  case cacheUnusable(path: String, reason: String)
  /// The calling task was cancelled, or the client was closed.
  case cancelled
}

extension GiftClientError: LocalizedError, CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .invalidServer(let url):
      "\(url) is not a server's URL. Use http or https, a host, and no query."
    case .invalidClient(let version):
      "\(version) is not an app's version. Use one to four numbers with dots between them, as 8.3."
    case .unreachable(let reason):
      "No complete answer came from the server: \(reason). Check the network, then try again."
    case .tlsFailed(let reason):
      "There is no secure connection to the server: \(reason). Check the server's certificate, "
        + "what the app trusts, and the device's clock."
    case .notFound(let name):
      "The server does not know \(name). Take ids and references from the current catalogue."
    case .placementNotFound(let placement):
      "The server has no placement \(placement). Check its name; it may have been retired."
    case .retired(let id):
      "\(id) has been retired. Take ids from the current catalogue."
    case .unavailable(.some(let seconds)):
      "The server cannot answer now. Try again in \(Self.wholeSeconds(seconds)) s."
    case .unavailable(.none):
      "The server cannot answer now. Try again later."
    case .digestMismatch(let digest):
      "The bytes that arrived are not those of \(digest), and were dropped. Try again; if it "
        + "happens again, a cache or proxy on the way changes content."
    case .badResponse(let reason):
      "The server's response does not follow the protocol: \(reason). Check the server's URL."
    case .cacheUnusable(let path, let reason):
      "The cache folder \(path) cannot be used: \(reason). Choose one that the app can write to."
    case .cancelled:
      "The request was cancelled."
    }
  }

  /// Rounded up, within `ClientLimits.wait`: apps can build errors, too.
  private static func wholeSeconds(_ seconds: TimeInterval) -> Int {
    seconds.isNaN ? 0 : Int(min(max(0, seconds), ClientLimits.wait).rounded(.up))
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

/// The beginning of a text that came from outside: 80 bytes, as a character may have any number.
func brief(_ text: String) -> String { String(decoding: text.utf8.prefix(80), as: UTF8.self) }
