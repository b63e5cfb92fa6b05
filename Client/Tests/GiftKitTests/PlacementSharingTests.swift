import Foundation
import Testing

@testable import GiftKit

/// What clients of several placements share.
struct PlacementSharingTests {
  private func state() -> FollowState {
    FollowState(
      query: CatalogueQuery(placement: .gifts), maximumAge: nil, keepsFiles: false,
      isBundled: false, schedule: PollSchedule(random: { $0.lowerBound }, pace: 1), at: moment(0))
  }

  private func moment(_ uptime: TimeInterval) -> FollowState.Moment {
    FollowState.Moment(uptime: uptime, wall: Date(timeIntervalSince1970: 1_795_258_074 + uptime))
  }

  private func requests(_ outputs: [FollowState.Output]) -> Int {
    outputs.count { if case .request = $0 { true } else { false } }
  }

  /// A state that holds the change 3 since the uptime 1, and is read.
  private func held() throws -> FollowState {
    var state = state()
    #expect(requests(state.handle(.read(true), at: moment(0))) == 1)
    let answer = FollowState.Answer(
      head: ResponseHead(status: 200, fields: [:]),
      document: try SampleGifts.whole(token(3), [SampleGifts.json("rose")]), sentAt: 0,
      receivedAt: 1, isFromFallback: false)
    _ = state.handle(.answered(answer), at: moment(1))
    return state
  }

  private func named(_ text: String, at uptime: TimeInterval) throws -> FollowState.Input {
    .namedElsewhere(try #require(CatalogueToken(text)), receivedAt: uptime)
  }

  @Test func `a state that another placement confirms is asked for later`() throws {
    var state = try held()
    for second in stride(from: 20.0, through: 200, by: 20) {
      let outputs = state.handle(
        try named(token(3) + "~bbbbbbbbbbbb", at: second), at: moment(second))
      #expect(requests(outputs) == 0)
      #expect(state.age(at: moment(second + 1)) == 1)
      #expect(requests(state.handle(.woke, at: moment(second + 19))) == 0)
    }
    #expect(requests(state.handle(.woke, at: moment(240))) == 1)
  }

  @Test(arguments: [token(4), token(3, 2), token(1, history: "bbbbbbbbbbbb")])
  func `a state that another placement names is asked for soon`(text: String) throws {
    var state = try held()
    let outputs = state.handle(try named(text, at: 5), at: moment(5))
    #expect(requests(outputs) == 1)
  }

  @Test func `an older state that another placement names changes nothing`() throws {
    var state = try held()
    #expect(requests(state.handle(try named(token(2), at: 5), at: moment(5))) == 0)
    #expect(state.age(at: moment(6)) == 5)
  }

  @Test func `a placement that is gone is not confirmed by another`() throws {
    var state = try held()
    _ = state.handle(.asked, at: moment(5))
    _ = state.handle(.failed(.placementNotFound(.gifts)), at: moment(6))
    _ = state.handle(try named(token(3), at: 7), at: moment(7))
    #expect(state.shown(at: moment(8))?.gifts.isEmpty == true)
  }

  @Test func `a state that was refused is not told to other placements`() throws {
    var state = try held()
    for (change, isTold) in [(2, false), (4, true)] {
      _ = state.handle(.asked, at: moment(5))
      let answer = FollowState.Answer(
        head: ResponseHead(status: 200, fields: [:]),
        document: try SampleGifts.whole(token(change), []), sentAt: 5, receivedAt: 6,
        isFromFallback: false)
      let outputs = state.handle(.answered(answer), at: moment(6))
      #expect(outputs.contains { if case .share = $0 { true } else { false } } == isTold)
    }
  }

  @Test func `placements are asked for apart, and end together`() async throws {
    let answers = Dictionary(
      uniqueKeysWithValues: ["gifts", "splash"].map { name in
        (
          name == "gifts" ? "/v1/catalogue" : "/v1/catalogue?placement=\(name)",
          SampleGifts.data([
            "asOf": "2026-11-26T16:54:57Z", "placement": name,
            "catalogue": token(3) + (name == "gifts" ? "" : "~bbbbbbbbbbbb"),
            "choose": "all", "categories": [Any](), "gifts": [SampleGifts.json("rose")],
          ])
        )
      })
    try await RecordingServer.run(answers) { server in
      let gifts = try GiftClient(
        server: server.url, cache: .init(memoryLimit: .megabytes(1)), updates: .polling, pace: 1)
      let splash = gifts.client(for: "splash")
      var first = gifts.catalogues.makeAsyncIterator()
      var second = splash.catalogues.makeAsyncIterator()
      #expect(await first.next(isolation: #isolation)?.placement == .gifts)
      #expect(await second.next(isolation: #isolation)?.placement == "splash")
      let paths = try await server.requests().map(\.path).sorted()
      #expect(paths == ["/v1/catalogue", "/v1/catalogue?placement=splash"])
      gifts.close()
      #expect(await second.next(isolation: #isolation) == nil)
      await #expect(throws: GiftClientError.cancelled) { try await splash.refresh() }
    }
  }
}
