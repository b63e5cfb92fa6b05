import GiftDomain
import NIOCore
import Testing

@testable import Delivery
@testable import GiftAPI

struct LoopRouterTests {
  @Test func `what a loop remembers is not what was served before`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    try await stock.api.refresh()
    let route = stock.api.responder.makeRouter()
    let head = try parsedHead("GET /rose.json HTTP/1.1\r\nHost: gifts\r\n\r\n")
    var (first, second) = (route(head).response, route(head).response)
    // Within the second of an edit responses say for how long they hold.
    while first !== second { (first, second) = (second, route(head).response) }
    #expect(first?.body == ByteBuffer(string: "{}"))
    // In other words it is another request, for all the loop knows.
    let other = try parsedHead("HEAD /v1/catalogue HTTP/1.1\r\nHost: gifts\r\n\r\n")
    #expect(route(other).response !== first)
    #expect(route(head).response === first)

    _ = try await stock.add(rose, "{\"v\":2}")
    _ = try await stock.publish(rose)
    try await stock.api.refresh()
    #expect(route(head).response?.body == ByteBuffer(string: "{\"v\":2}"))
  }

  @Test func `a replaced snapshot is freed`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    try await stock.api.refresh()
    weak let old = stock.api.publisher.served()?.snapshot
    #expect(old != nil)
    _ = try await stock.publish(rose)
    try await stock.api.refresh()
    #expect(old == nil)
  }
}

extension Routing {
  /// The response, if it is in memory.
  var response: Response? {
    if case .ready(let response) = self { response } else { nil }
  }
}
