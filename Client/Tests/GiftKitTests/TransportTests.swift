import Foundation
import Testing

@testable import GiftKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How an app says in which way its server is reached.
struct TransportTests {
  private static let content = Data(String(repeating: "{\"v\":1}", count: 300).utf8)
  private static let asset = AssetReference(of: content, kind: .animation)

  /// What a server answers that has one gift, below a path.
  private static func answers(below base: String = "") -> [String: Data] {
    [
      "\(base)/v1/catalogue": SampleGifts.data([
        "asOf": "2026-11-26T16:54:57Z", "catalogue": token(3),
        "gifts": [SampleGifts.json("rose", content: content)],
      ]),
      base + asset.path: content,
    ]
  }

  private static func client(
    _ server: URL, _ transport: TransportConfiguration = TransportConfiguration()
  ) throws -> GiftClient {
    try GiftClient(
      server: server, cache: .init(memoryLimit: .megabytes(1)), transport: transport,
      updates: .polling, pace: 1)
  }

  /// The discard port: nobody listens.
  private static let nobody = URL(string: "http://127.0.0.1:9")

  @Test func `requests carry the fields of the app, and those of the client win`() async throws {
    try await RecordingServer.run(Self.answers()) { server in
      let transport = TransportConfiguration(
        headers: { ["User-Agent": "Party/8.3", "X-Api-Key": "k", "Accept-Encoding": "br"] },
        session: {
          let configuration = URLSessionConfiguration.ephemeral
          configuration.httpAdditionalHeaders = ["X-From": "session", "Accept-Encoding": "br"]
          return configuration
        })
      let client = try Self.client(server.url, transport)
      defer { client.close() }
      _ = try await client.refresh()
      let fields = try #require(await server.requests().first).fields
      #expect(fields["user-agent"] == "Party/8.3")
      #expect(fields["x-api-key"] == "k")
      #expect(fields["x-from"] == "session")
      #if os(Linux)
        #expect(fields["accept-encoding"] == "identity")
      #endif
    }
  }

  @Test func `a base path is in front of every path`() async throws {
    try await RecordingServer.run(Self.answers(below: "/gifts")) { server in
      let client = try Self.client(server.url.appendingPathComponent("gifts/"))
      defer { client.close() }
      #expect(try await client.refresh().gifts.map(\.id) == ["rose"])
      #expect(try await client.animation(for: "rose").data == Self.content)
    }
  }

  @Test func `a second address serves what the first cannot`() async throws {
    try await RecordingServer.run(Self.answers()) { server in
      let nobody = try #require(Self.nobody)
      let client = try Self.client(nobody, TransportConfiguration(fallback: server.url))
      defer { client.close() }
      var events = client.events.makeAsyncIterator()
      #expect(try await client.refresh().gifts.count == 1)
      #expect(try await client.animation(for: "rose").data == Self.content)
      client.close()
      var failed = 0
      while let event = await events.next(isolation: #isolation) {
        if case .requestFailed = event { failed += 1 }
      }
      // After it has answered, it is asked first.
      #expect(failed == 1)
      #expect(try await server.requests().count == 2)
    }
  }

  @Test(arguments: [
    ("503 Service Unavailable", true), ("200 OK", false), ("404 Not Found", false),
  ])
  func `a second address is asked if the first has no answer`(
    status: String, isAsked: Bool
  ) async throws {
    try await RecordingServer.run(Self.answers(), status: status) { first in
      try await RecordingServer.run(Self.answers()) { second in
        let client = try Self.client(first.url, TransportConfiguration(fallback: second.url))
        defer { client.close() }
        // A page that a proxy made is no answer of a server, nor a reason to go elsewhere.
        _ = try? await client.refresh()
        #expect(try await first.requests().count == 1)
        #expect(try await second.requests().isEmpty != isAsked)
      }
    }
  }

  @Test func `a second address without TLS beside one with it is refused`() throws {
    let first = try #require(URL(string: "https://gifts.example"))
    let second = try #require(URL(string: "http://gifts.example"))
    #expect(throws: GiftClientError.invalidServer(second)) {
      try Self.client(first, TransportConfiguration(fallback: second))
    }
  }

  @Test func `a first address is asked again after a while`() async throws {
    let first = try ServerAddress(try #require(Self.nobody))
    let second = try ServerAddress(try #require(URL(string: "https://b.example")))
    let servers = ServerAddresses(first, fallback: second)
    #expect(await servers.order(at: 0) == [first, second])
    await servers.answered(second, at: 10)
    #expect(await servers.order(at: 309) == [second, first])
    #expect(await servers.order(at: 310) == [first, second])
    await servers.answered(second, at: 310)
    await servers.answered(first, at: 320)
    #expect(await servers.order(at: 321) == [first, second])
    #expect(await ServerAddresses(first, fallback: first).order(at: 0) == [first])
  }

  @Test func `a certificate that is not trusted is a failure of its own`() async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let file = folder.url.appendingPathComponent("both.pem")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-subj", "/CN=127.0.0.1", "-keyout", file.path, "-out", file.path + ".crt",
    ]
    process.standardError = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    let certificate = URL(fileURLWithPath: file.path + ".crt")
    try (Data(contentsOf: file) + Data(contentsOf: certificate)).write(to: file)
    try await RecordingServer.run(Self.answers(), certificate: file) { server in
      let client = try Self.client(server.url)
      defer { client.close() }
      do throws(GiftClientError) {
        _ = try await client.refresh()
        Issue.record("it was trusted")
      } catch {
        if case .tlsFailed = error {} else { Issue.record("\(error)") }
      }
    }
  }

  @Test func `the progress of a download rises to the whole`() async throws {
    let large = Data(String(repeating: "{}", count: 100_000).utf8)
    let asset = AssetReference(of: large, kind: .animation)
    try await RecordingServer.run([asset.path: large]) { server in
      let client = try Self.client(server.url)
      let progress = client.assetProgress
      #expect(try await client.animation(asset).data == large)
      client.close()
      var received: [AssetProgress] = []
      for await step in progress { received.append(step) }
      #expect(received.count > 1)
      #expect(received.map(\.received) == received.map(\.received).sorted())
      #expect(received.last?.fraction == 1)
      #expect(received.allSatisfy { $0.digest == asset.digest && $0.total == large.count })
    }
  }

  @Test(arguments: [true, false])
  func `the cache says how much it keeps, and is cleared`(isOnDisk: Bool) async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    try await RecordingServer.run(Self.answers()) { server in
      let cache =
        isOnDisk
        ? CacheConfiguration(directory: folder.url, limit: .megabytes(1))
        : CacheConfiguration(memoryLimit: .megabytes(1))
      let client = try GiftClient(server: server.url, cache: cache, updates: .polling, pace: 1)
      defer { client.close() }
      _ = try await client.animation(for: "rose")
      #expect(await client.cacheSize.bytes == Self.content.count)
      await client.clearCache()
      #expect(await client.cacheSize.bytes == 0)
      _ = try await client.animation(for: "rose")
      #expect(try await server.requests().filter { $0.path == Self.asset.path }.count == 2)
    }
  }

  @Test func `a catalogue beyond the limit of the app is refused`() async throws {
    try await RecordingServer.run(Self.answers()) { server in
      var cache = CacheConfiguration(memoryLimit: .megabytes(1))
      cache.catalogueLimit = ByteCount(bytes: 100)
      let client = try GiftClient(server: server.url, cache: cache, updates: .polling, pace: 1)
      defer { client.close() }
      let error = GiftClientError.badResponse("the body is longer than its limit")
      await #expect(throws: error) { try await client.refresh() }
    }
  }
}
