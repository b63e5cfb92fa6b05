import Foundation
import GiftKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Security)
  import Security
#endif

/// The code of the article on reaching a server.
struct TransportSnippets: Sendable {
  let url: URL
  let caches: URL
  let key: String

  func transport() throws -> GiftClient {
    // snippet: transport
    let transport = TransportConfiguration(
      headers: { ["User-Agent": "Party/8.3", "X-Api-Key": key] },
      fallback: URL(string: "https://gifts.example.net"),
      session: {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.allowsCellularAccess = false
        return configuration
      })
    let gifts = try GiftClient(
      server: url, cache: .init(directory: caches, limit: .megabytes(200)), transport: transport)
    // end
    return gifts
  }

  #if canImport(Security)
    func pinned(isPinned: @escaping @Sendable (SecTrust) -> Bool) -> TransportConfiguration {
      // snippet: pinning
      #if canImport(Security)
        let pinned = TransportConfiguration(challengeHandler: { challenge in
          guard let trust = challenge.protectionSpace.serverTrust else {
            return (.performDefaultHandling, nil)
          }
          return isPinned(trust)
            ? (.useCredential, URLCredential(trust: trust)) : (.cancelAuthenticationChallenge, nil)
        })
      #endif
      // end
      return pinned
    }
  #endif
}
