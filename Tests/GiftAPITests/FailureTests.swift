import GiftAPI
import GiftStore
import HTTPTypes
import Logging
import StoreSupport
import Support
import Testing

struct FailureTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test func `a database that is not there is 503, and says nothing about it`() async {
    let store = GiftStore(
      conninfo: "host=/nowhere dbname=secret", role: .reader, applicationName: "test")
    let answer = await GiftAPI(store: store).answer(to: request("/v1/catalogue"), logger: logger)
    #expect(answer.status == .serviceUnavailable)
    #expect(answer.fields[.retryAfter] == "2")
    #expect(answer.fields[.cacheControl] == "no-store")
    #expect(answer.fields[.accessControlAllowOrigin] == "*")
    #expect(
      answer.text == """
        {"code":"database_unreachable","detail":"The database cannot be reached at the moment.",\
        "status":503,"title":"Service Unavailable"}
        """)
    let operations = OperationsAPI(api: GiftAPI(store: store), probe: store, metrics: noMetrics)
    let ready = await operations.answer(to: request("/readyz"), logger: logger)
    #expect(ready.status == .serviceUnavailable)
    #expect(ready.text == "The database cannot be reached at the moment.\n")
    let live = await operations.answer(to: request("/livez"), logger: logger)
    #expect(live.status == .ok)
  }

  @Test func `a database without a catalogue is 503 and not ready`() async throws {
    let conninfo = try await TestCluster.shared().createDatabase()
    let store = GiftStore.patient(conninfo: conninfo, role: .reader)
    let answer = await GiftAPI(store: store).answer(to: request("/v1/catalogue"), logger: logger)
    #expect(answer.status == .serviceUnavailable)
    #expect(answer.text.contains("\"code\":\"database_not_ready\""))
    let ready = await OperationsAPI(api: GiftAPI(store: store), probe: store, metrics: noMetrics)
      .answer(to: request("/readyz"), logger: logger)
    #expect(ready.status == .serviceUnavailable)
    #expect(ready.text == "The database has no catalogue yet.\n")
  }

  @Test func `a migrated database is ready`() async throws {
    let conninfo = try await TestCluster.shared().createMigratedDatabase()
    let probe = GiftStore.patient(conninfo: conninfo, role: .reader)
    let ready = await OperationsAPI(api: GiftAPI(store: probe), probe: probe, metrics: noMetrics)
      .answer(to: request("/readyz"), logger: logger)
    #expect(ready.status == .ok)
    #expect(ready.text == "Change 0 is served. The database answers.\n")
  }

  private func request(_ target: String, _ method: HTTPRequest.Method = .get) -> HTTPRequest {
    HTTPRequest(method: method, scheme: "http", authority: "gifts", path: target)
  }
}
