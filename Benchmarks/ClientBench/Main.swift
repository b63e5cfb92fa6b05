// ClientBench owns one client that asks for the catalogue again and again: a GiftClient, or one
// that fetches all of it each time. It must not know what changes meanwhile.

import Foundation
import GiftKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches the catalogue once for each line of standard input, and answers with a line of JSON: how
/// many gifts there are, and the processor's time for it, in microseconds.
@main
struct Main {
  /// Arguments: the server's URL, and `gift-client` or `whole`.
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 3, let server = URL(string: words[1]) else {
      print("usage: ClientBench URL gift-client|whole")
      exit(64)
    }
    let fetch = try words[2] == "whole" ? whole(server) : giftClient(server)
    while readLine() != nil {
      let before = processorMicroseconds()
      let count = try await fetch()
      print("{\"gifts\": \(count), \"processorUs\": \(processorMicroseconds() - before)}")
      fflush(nil)
    }
  }

  private static func giftClient(_ server: URL) throws -> () async throws -> Int {
    let client = try GiftClient(
      server: server, cache: CacheConfiguration(memoryLimit: .megabytes(1)),
      prefetchesUpcoming: false)
    return { try await client.refresh().gifts.count }
  }

  /// Decodes no more of a gift than an app shows in a list.
  private struct Document: Decodable {
    struct Gift: Decodable {
      let id: String
      let names: [String: String]
      let price: Int
    }

    let gifts: [Gift]
  }

  private static func whole(_ server: URL) -> () async throws -> Int {
    let session = URLSession(configuration: .ephemeral)
    let url = server.appendingPathComponent("v1/catalogue")
    return {
      var request = URLRequest(url: url)
      request.cachePolicy = .reloadIgnoringLocalCacheData
      // As GiftKit asks on Linux: what differs is what each asks for, not how it is coded.
      request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      let (data, _) = try await session.data(for: request)
      return try JSONDecoder().decode(Document.self, from: data).gifts.count
    }
  }

  private static func processorMicroseconds() -> Int {
    Int(clock()) * 1_000_000 / Int(CLOCKS_PER_SEC)
  }
}
