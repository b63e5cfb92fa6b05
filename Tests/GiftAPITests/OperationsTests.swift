import GiftAPI
import GiftStore
import HTTPTypes
import Logging
import NIOCore
import Testing

struct OperationsTests {
  private let api = OperationsAPI(
    api: GiftAPI(store: Self.nowhere), probe: Self.nowhere, metrics: noMetrics)

  private static let nowhere = GiftStore(
    conninfo: "host=/nowhere", role: .reader, applicationName: "test")

  @Test(arguments: ["/livez", "/livez?x=1", "/live%7A", "http://gifts/livez", "/metrics"])
  func `an address is read as on the public port`(target: String) async {
    #expect(await answer(target).status == .ok)
  }

  @Test(arguments: ["/", "/v1/catalogue", "/livez/", "/livezz", "/metrics/livez"])
  func `there are three routes`(target: String) async {
    #expect(await answer(target).status == .notFound)
    #expect(await answer(target, .post).status == .notFound)
    #expect(await answer(target, .options).status == .notFound)
  }

  @Test func `what is no address is refused`() async {
    #expect(await answer("/%00").status == .badRequest)
    #expect(await answer("/livez?" + String(repeating: "x", count: 9_000)).status == .uriTooLong)
  }

  @Test(arguments: ["/livez", "/readyz", "/metrics"])
  func `what Allow lists is what there is`(target: String) async throws {
    let options = await answer(target, .options)
    #expect(options.status == .noContent)
    #expect(options.fields[.accessControlAllowMethods] == nil)
    let refusal = await answer(target, .post)
    #expect(refusal.status == .methodNotAllowed)
    let allowed = try #require(options.fields[.allow])
    #expect(refusal.fields[.allow] == allowed)
    for method in allowed.split(separator: ", ").compactMap({ HTTPRequest.Method(String($0)) }) {
      #expect(await answer(target, method).status != .methodNotAllowed)
    }
  }

  @Test func `HEAD has no body`() async {
    #expect(await answer("/livez", .head).body == ByteBuffer())
  }

  @Test func `the public port has none of them`() async throws {
    let stock = try await StockedCatalogue()
    #expect(try await stock.get("/livez").status == .notFound)
    #expect(try await stock.get("/readyz").status == .notFound)
    #expect(try await stock.get("/metrics").status == .notFound)
  }

  private func answer(_ target: String, _ method: HTTPRequest.Method = .get) async -> Answer {
    await api.answer(
      to: HTTPRequest(method: method, scheme: "http", authority: "gifts", path: target),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }
}

/// An empty page.
let noMetrics: @Sendable () async -> MetricsText = { MetricsText("", contentType: "text/plain") }
