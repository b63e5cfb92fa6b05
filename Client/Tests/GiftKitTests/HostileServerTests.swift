import Foundation
import Testing

@testable import GiftKit

/// What a client does with answers that break the rules of HTTP or of the protocol.
struct HostileServerTests {
  private static let content = Data(String(repeating: "{\"v\":1}", count: 300).utf8)
  private static let digest = AssetDigest(of: content)

  private static func catalogue() -> Data {
    SampleGifts.data([
      "asOf": "2026-11-26T16:54:57Z", "catalogue": token(3),
      "gifts": [SampleGifts.json("rose", content: content)],
    ])
  }

  private static func run(
    _ answer: HostileServer.Answer, updates: GiftClient.Updates = .polling,
    _ body: @escaping @Sendable (GiftClient) async throws -> Void
  ) async throws {
    try await HostileServer.run(answer, catalogue: catalogue(), content: content) { url in
      let client = try GiftClient(
        server: url, cache: .init(memoryLimit: .megabytes(1)), updates: updates, pace: 1)
      defer { client.close() }
      _ = try await client.refresh()
      try await body(client)
    }
  }

  /// The error that an answer is; nil: any that says that the server could not be reached.
  private static func error(of answer: HostileServer.Answer, path: String) -> GiftClientError? {
    switch answer {
    case .redirect: .badResponse("status 302; redirects are not followed")
    case .endless, .longer: .badResponse("the body is longer than its limit")
    case .bomb, .cutgzip: .badResponse("the body has a content coding")
    case .html, .wrong: .digestMismatch(digest)
    case .failure: .unavailable(retryAfter: nil)
    case .busy: .unavailable(retryAfter: 600)
    case .missing: .notFound(path)
    case .cut, .garbage, .nothing, .forever: nil
    }
  }

  @Test(arguments: HostileServer.Answer.allCases.filter { $0 != .forever })
  func `no byte of a bad answer is an animation`(answer: HostileServer.Answer) async throws {
    try await Self.run(answer) { client in
      do throws(GiftClientError) {
        _ = try await client.animation(for: "rose")
        Issue.record("it was loaded")
      } catch {
        if let expected = Self.error(of: answer, path: "/v1/animations/\(Self.digest).json") {
          #expect(error == expected)
        } else if case .unreachable = error {
          return
        } else {
          Issue.record("\(error)")
        }
      }
    }
  }

  @Test(arguments: HostileServer.Answer.allCases.filter { $0 != .forever })
  func `a bad answer leaves the catalogue as it was`(answer: HostileServer.Answer) async throws {
    try await Self.run(answer) { client in
      await #expect(throws: GiftClientError.self) { try await client.refresh() }
      #expect(await client.current?.gifts.map(\.id) == ["rose"])
      #expect(await client.current?.token.description == token(3))
    }
  }

  @Test func `a request that is never answered ends when its caller is cancelled`() async throws {
    try await Self.run(.forever) { client in
      var events = client.events.makeAsyncIterator()
      let caller = Task { try await client.animation(for: "rose") }
      while let event = await events.next(isolation: #isolation) {
        if case .requestSent = event { break }
      }
      caller.cancel()
      await #expect(throws: GiftClientError.cancelled) { try await caller.value }
    }
  }

  @Test func `an event stream without lines is left`() async throws {
    try await Self.run(.endless, updates: .events) { client in
      var events = client.events.makeAsyncIterator()
      var catalogues = client.catalogues.makeAsyncIterator()
      _ = await catalogues.next(isolation: #isolation)
      while let event = await events.next(isolation: #isolation) {
        if case .notListening(let error) = event {
          #expect(error == .badResponse("a line of the event stream is too long"))
          break
        }
      }
    }
  }
}
