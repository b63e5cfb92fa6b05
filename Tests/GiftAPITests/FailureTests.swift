import GiftAPI
import GiftStore
import HTTPTypes
import StoreSupport
import Support
import Testing

struct FailureTests {
  @Test(arguments: ["host=/nowhere dbname=secret", "host=/nowhere dbname=secret sslmode=sure"])
  func `a database that is not there is 503, and says nothing about it`(conninfo: String) async {
    let store = GiftStore(conninfo: conninfo, role: .reader, applicationName: "test")
    let answer = await api(over: store).answer("/v1/catalogue")
    #expect(answer.status == .serviceUnavailable)
    #expect(answer.fields[.retryAfter] == "2")
    #expect(answer.fields[.cacheControl] == "no-store")
    #expect(answer.fields[.accessControlAllowOrigin] == "*")
    #expect(
      answer.text == """
        {"code":"database_unreachable","detail":"The database cannot be reached at the moment.",\
        "status":503,"title":"Service Unavailable"}
        """)
  }

  @Test func `a database without a catalogue is 503`() async throws {
    let conninfo = try await TestCluster.shared().createDatabase()
    let store = GiftStore.patient(conninfo: conninfo, role: .reader)
    let answer = await api(over: store).answer("/v1/catalogue")
    #expect(answer.status == .serviceUnavailable)
    #expect(answer.text.contains("\"code\":\"database_not_ready\""))
  }

  private func api(over store: GiftStore) -> GiftAPI { GiftAPI(store: store, logger: .silent) }
}
