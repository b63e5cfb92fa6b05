import Foundation
import Testing

@testable import GiftKit

/// Loading assets one by one, and early.
struct AssetLoaderTests {
  private static let content = Data("{\"v\":1}".utf8)
  private static let digest = AssetDigest(of: content)

  /// An environment that tells how long it was asked to wait, and waits only for what is longer
  /// than any pause between attempts.
  private func environment(
    _ pauses: AsyncStream<TimeInterval>.Continuation, pace: Double = 1
  ) -> ClientEnvironment {
    let system = ClientEnvironment.system
    return ClientEnvironment(
      wall: system.wall, uptime: system.uptime, random: { $0.lowerBound },
      sleep: { seconds in
        if seconds >= ClientLimits.response { return try await system.sleep(seconds) }
        pauses.yield(seconds)
      }, pace: pace)
  }

  private func http(_ server: URL, _ environment: ClientEnvironment) throws -> HTTPClient {
    HTTPClient(
      servers: ServerAddresses(try ServerAddress(server), fallback: nil),
      transport: TransportConfiguration(), environment: environment
    ) { _ in }
  }

  private func reference(byteCount: Int) throws -> AssetReference {
    try AssetReference(
      kind: .animation, digest: Self.digest, byteCount: byteCount,
      path: AssetKind.animation.path(of: Self.digest))
  }

  @Test(arguments: [1.0, 0.5])
  func `attempts that were refused are a second apart, at the client's pace`(
    pace: Double
  ) async throws {
    let (pauses, report) = AsyncStream<TimeInterval>.makeStream()
    // The discard port: nobody listens.
    let server = try #require(URL(string: "http://127.0.0.1:9"))
    let http = try http(server, environment(report, pace: pace))
    defer { http.close() }
    let cache = AssetCache(folder: nil, bundle: nil, memoryLimit: 1000) { _ in }
    let loader = AssetLoader(http: http, cache: cache) { _ in }
    await #expect(throws: GiftClientError.self) {
      try await loader.load(try reference(byteCount: Self.content.count))
    }
    report.finish()
    #expect(await pauses.reduce(into: []) { $0.append($1) } == [pace, pace])
  }

  @Test func `attempts that brought other bytes follow at once`() async throws {
    let (pauses, report) = AsyncStream<TimeInterval>.makeStream()
    try await HostileServer.run(.wrong, catalogue: Data(), content: Self.content) { server in
      let http = try http(server, environment(report))
      defer { http.close() }
      let cache = AssetCache(folder: nil, bundle: nil, memoryLimit: 1000) { _ in }
      let loader = AssetLoader(http: http, cache: cache) { _ in }
      await #expect(throws: GiftClientError.digestMismatch(Self.digest)) {
        try await loader.load(try reference(byteCount: Self.content.count))
      }
    }
    report.finish()
    #expect(await pauses.reduce(0) { count, _ in count + 1 } == 0)
  }

  @Test func `a reference with a wrong size fails alone`() async throws {
    let (_, report) = AsyncStream<TimeInterval>.makeStream()
    // What it adds belongs to the content here.
    let whole = Self.content + Data(" ".utf8)
    let digest = AssetDigest(of: whole)
    try await HostileServer.run(.longer, catalogue: Data(), content: Self.content) { server in
      let http = try http(server, environment(report))
      defer { http.close() }
      let cache = AssetCache(folder: nil, bundle: nil, memoryLimit: 1000) { _ in }
      let loader = AssetLoader(http: http, cache: cache) { _ in }
      let references = try [1, whole.count, 99].map { byteCount in
        try AssetReference(
          kind: .animation, digest: digest, byteCount: byteCount,
          path: AssetKind.animation.path(of: digest))
      }
      let loaded = await withTaskGroup(of: Data?.self) { group in
        // Those that lie about the size fail.
        for reference in references { group.addTask { try? await loader.load(reference) } }
        return await group.reduce(into: [Data]()) { $0 += $1.map { [$0] } ?? [] }
      }
      #expect(loaded == [whole])
    }
  }

  @Test(arguments: [(10_000, 3), (6_000, 3), (5_999, 2), (1_999, 0), (0, 0)])
  func `what is upcoming takes half of the cache at most, from the beginning of the list`(
    capacity: Int, count: Int
  ) async throws {
    let (_, report) = AsyncStream<TimeInterval>.makeStream()
    let items = (1...4).map { number in
      let digest = String(repeating: "0\(number)", count: 32)
      // The last alone would fit again.
      return [
        "kind": "picture", "url": "/v1/pictures/\(digest).webp", "sha256": digest,
        "byteCount": number == 4 ? 100_000_000 : 1000,
      ] as [String: Any]
    }
    let list = SampleGifts.data(["upcoming": items])
    try await HostileServer.run(.longer, catalogue: Data(), content: list) { server in
      let environment = environment(report)
      let http = try http(server, environment)
      defer { http.close() }
      let cache = AssetCache(folder: nil, bundle: nil, memoryLimit: capacity) { _ in }
      let upcoming = UpcomingAssets(
        query: CatalogueQuery(placement: .gifts),
        http: http, loader: AssetLoader(http: http, cache: cache) { _ in }, cache: cache,
        environment: environment)
      #expect(try await upcoming.list().assets.count == count)
    }
  }
}
