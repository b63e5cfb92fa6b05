import GiftAPI
import GiftStore
import HTTPTypes
import Logging
import StoreSupport
import Testing

struct FirstReadTests {
  @Test func `of many who ask at once before anything was read, one reads`() async throws {
    let stock = try await StockedCatalogue()
    let store = GiftStore.patient(conninfo: stock.conninfo, role: .reader)
    let api = GiftAPI(store: store)
    await withTaskGroup(of: HTTPResponse.Status.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await api.answer(
            to: HTTPRequest(
              method: .get, scheme: "http", authority: "gifts", path: "/v1/catalogue"),
            logger: stock.logger
          ).status
        }
      }
      for await status in group { #expect(status == .ok) }
    }
    // Each reader would have opened one, up to the pool's four.
    #expect(await store.connections().open == 1)
    await store.close()
  }

  @Test func `when the one who reads fails, all are told`() async {
    let store = GiftStore(conninfo: "host=/nowhere", role: .reader, applicationName: "test")
    let api = GiftAPI(store: store)
    await withTaskGroup(of: HTTPResponse.Status.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await api.answer(
            to: HTTPRequest(
              method: .get, scheme: "http", authority: "gifts", path: "/v1/catalogue"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
          ).status
        }
      }
      for await status in group { #expect(status == .serviceUnavailable) }
    }
  }
}
