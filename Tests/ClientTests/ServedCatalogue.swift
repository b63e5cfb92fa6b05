import DaemonSupport
import Foundation
import Support
import Testing

/// What a giftd has, as it says itself.
struct ServedCatalogue: Decodable, Sendable {
  struct Gift: Decodable, Sendable {
    struct Animation: Decodable, Sendable {
      let url: String
      let sha256: String
      let byteCount: Int
    }

    let id: String
    let animation: Animation
  }

  let catalogue: String
  let gifts: [Gift]

  static func read(port: Int) async throws -> ServedCatalogue {
    let reply = try #require(try await get("/v1/catalogue", port: port))
    return try JSONDecoder().decode(ServedCatalogue.self, from: Data(reply.body))
  }
}

extension ServedCatalogue {
  private struct Withdrawn: Decodable {
    struct Item: Decodable {
      let sha256: String
    }
    let withdrawn: [Item]
  }

  /// The digests that a giftd has withdrawn.
  static func withdrawn(port: Int) async throws -> Set<String> {
    let reply = try #require(try await get("/v1/withdrawn", port: port))
    return Set(
      try JSONDecoder().decode(Withdrawn.self, from: Data(reply.body)).withdrawn.map(\.sha256))
  }
}

/// A digest as URLs have it.
func hexDigest(_ bytes: [UInt8]) -> String {
  sha256(bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
