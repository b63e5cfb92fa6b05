import Foundation
import Testing

@testable import GiftKit

struct ValueTests {
  @Test(arguments: ["", "a", "Rose", "rose-", "-rose", "ro--se", "rose/..", "róse", "rose\0"])
  func `text without the form of an id is not an id`(text: String) {
    #expect(GiftID(text) == nil)
  }

  @Test func `an asset's URL is the one that its kind and digest give it`() throws {
    let digest = try #require(AssetDigest(hex: String(repeating: "a1", count: 32)))
    let paths = [
      "https://elsewhere.example/v1/animations/\(digest).json", "//elsewhere.example/x",
      "/v1/animations/\(digest).json?x", "/v1/pictures/\(digest).webp", "",
      "/v1/animations/../animations/\(digest).json",
      "/v1/animations/\(String(repeating: "b", count: 64)).json",
    ]
    for path in paths {
      #expect(
        throws: GiftClientError.badResponse(
          "the URL of an asset is not "
            + "/v1/animations/\(digest).json")
      ) {
        try AssetReference(kind: .animation, digest: digest, byteCount: 5, path: path)
      }
    }
    let path = "/v1/animations/\(digest).json"
    #expect(
      try AssetReference(kind: .animation, digest: digest, byteCount: 5, path: path).path == path)
  }

  @Test(arguments: [0, -1, Int.min])
  func `an asset has bytes`(byteCount: Int) throws {
    let digest = try #require(AssetDigest(hex: String(repeating: "0", count: 64)))
    #expect(throws: GiftClientError.badResponse("an asset has \(byteCount) bytes")) {
      try AssetReference(
        kind: .animation, digest: digest, byteCount: byteCount,
        path: AssetKind.animation.path(of: digest))
    }
  }

  @Test(arguments: [16_777_217, Int.max])
  func `a huge animation may be in the catalogue, but is not loaded`(byteCount: Int) async throws {
    let digest = try #require(AssetDigest(hex: String(repeating: "0", count: 64)))
    let reference = try AssetReference(
      kind: .animation, digest: digest, byteCount: byteCount,
      path: AssetKind.animation.path(of: digest))
    let url = try #require(URL(string: "http://127.0.0.1:9"))
    let client = try GiftClient(server: url, cache: .init(memoryLimit: .megabytes(1)))
    defer { client.close() }
    let error = GiftClientError.badResponse(
      "an asset has \(byteCount) bytes; the limit is 16777216")
    await #expect(throws: error) { try await client.animation(reference) }
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("https://gifts.example/", "https://gifts.example"),
    ("HTTPS://gifts.example", "https://gifts.example"), ("http://[::1]:80", "http://[::1]:80"),
    ("https://api.example/gifts", "https://api.example/gifts"),
    ("https://api.example/a%20b/c//", "https://api.example/a%20b/c"),
  ])
  func `a server is a scheme, a host, a port and a path`(text: String, base: String) throws {
    #expect(try ServerAddress(try #require(URL(string: text))).base == base)
  }

  @Test(arguments: [
    "ftp://gifts.example", "file:///etc", "https://gifts.example/../v1",
    "https://gifts.example?x=1",
    "https://gifts.example//v1", "https://gifts.example/./v1",
    "https://user:secret@gifts.example", "https://gifts.example/#a", "gifts.example", "https://",
  ])
  func `anything else is not a server`(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: GiftClientError.invalidServer(url)) {
      try GiftClient(server: url, cache: .init(memoryLimit: .megabytes(1)))
    }
  }

  @Test func `sizes neither overflow nor go below zero`() {
    #expect(ByteCount.megabytes(.max).bytes == .max)
    #expect(ByteCount.kilobytes(-1).bytes == 0)
    #expect(ByteCount.megabytes(2) < .megabytes(3))
  }

  @Test func `every error says what is wrong, and what to do`() throws {
    let digest = try #require(AssetDigest(hex: String(repeating: "0", count: 64)))
    let url = try #require(URL(string: "ftp://x"))
    let errors: [GiftClientError] = [
      .invalidServer(url), .unreachable("x"), .tlsFailed("x"), .notFound("x"), .retired("rose"),
      .unavailable(retryAfter: 1.2), .unavailable(retryAfter: nil), .digestMismatch(digest),
      .badResponse("x"), .cacheUnusable(path: "/x", reason: "x"),
    ]
    for error in errors {
      #expect(error.localizedDescription.split(separator: ". ").count > 1, "\(error)")
    }
    #expect("\(GiftClientError.unavailable(retryAfter: 1.2))".hasSuffix("in 2 s."))
  }
}
