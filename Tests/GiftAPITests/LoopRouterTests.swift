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
    var (first, second) = (response(route(head)), response(route(head)))
    // Within the second of an edit responses say for how long they hold.
    while first !== second { (first, second) = (second, response(route(head))) }
    #expect(first?.body == ByteBuffer(string: "{}"))
    // In other words it is another request, for all the loop knows.
    let other = try parsedHead("HEAD /v1/catalogue HTTP/1.1\r\nHost: gifts\r\n\r\n")
    #expect(response(route(other)) !== first)
    #expect(response(route(head)) === first)

    _ = try await stock.add(rose, "{\"v\":2}")
    _ = try await stock.publish(rose)
    try await stock.api.refresh()
    #expect(response(route(head))?.body == ByteBuffer(string: "{\"v\":2}"))
  }

  @Test func `what is served no more is freed`() async throws {
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

  private func response(_ routing: Routing) -> Response? {
    if case .ready(let response) = routing { response } else { nil }
  }
}
