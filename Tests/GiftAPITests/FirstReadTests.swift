import GiftStore
import HTTPTypes
import Logging
import Support
import Testing

@testable import GiftAPI

struct FirstReadTests {
  @Test func `of many who ask at once before anything was read, one reads`() async throws {
    // It waits for the lock as long as this test takes.
    var limits = APILimits.standard
    limits.following.longestPatience = patience
    let stock = try await StockedCatalogue(limits: limits)
    async let holder = stock.holdDefinitions()
    try await stock.awaitHolder()
    async let statuses = withTaskGroup(of: HTTPResponse.Status.self) { group in
      for _ in 0..<50 { group.addTask { await stock.answer("/v1/catalogue").status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // All others wait for the one that reads, which waits for the lock.
    let count = await eventually {
      let count = await stock.api.follower.waiting.count
      return count == 49 ? count : nil
    }
    #expect(count == 49)
    try await stock.wait(for: 1, "wait_event_type = 'Lock' AND query LIKE '%FROM definition%'")
    try await stock.releaseDefinitions()
    _ = try await holder
    #expect(await statuses == Array(repeating: .ok, count: 50))
  }

  @Test func `when the one who reads fails, all are told`() async {
    let store = GiftStore(conninfo: "host=/nowhere", role: .reader, applicationName: "test")
    let api = GiftAPI(store: store, logger: .silent)
    await withTaskGroup(of: HTTPResponse.Status.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await api.answer(
            "/v1/catalogue"
          ).status
        }
      }
      for await status in group { #expect(status == .serviceUnavailable) }
    }
  }
}
