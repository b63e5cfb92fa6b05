import GiftDomain
import GiftStore
import HTTPTypes
import Testing

@testable import GiftAPI

/// Tokens that no server has ever given to anybody.
@Suite(.timeLimit(.minutes(5)))
struct InventedTokenTests {
  @Test func `what changed since real catalogues survives ten thousand invented ones`() async throws
  {
    let stock = try await StockedCatalogue(shelf: (10..<20).map { "gift-\($0)" })
    var old: [String] = []
    for name in ["gift-10", "gift-11", "gift-12", "gift-13"] {
      old.append(try await stock.token)
      _ = try await stock.retire(try GiftID(name))
    }
    let other = stock.another()
    try await other.follower.refresh()
    let served = try #require(other.publisher.served())
    var answers: [Answer] = []
    for token in old {
      let answer = await stock.answer("/v1/catalogue?since=\(token)", from: other)
      #expect(answer.text.contains("\"from\":\"\(token)\""))
      answers.append(answer)
    }
    let newest = served.snapshot.token
    for number in 0..<10_000 {
      let invented = CataloguePosition(
        change: try ChangeNumber(Int64(number) % newest.change.value), history: newest.history,
        boundary: Timestamp(clamping: served.now.microseconds - 1 - Int64(number)))
      let answer = await other.fallback.changes(
        since: CatalogueToken(invented, question: nil),
        of: served.snapshot.panel.catalogues.everybody,
        in: .gifts, for: .unknown, served)
      #expect(answer.resource.location == "/v1/catalogue")
    }
    for (token, answer) in zip(old, answers) {
      let ready = try #require(
        served.snapshot.panel.catalogues.everybody.deltas.ready(since: AddressKey(token)))
      #expect(ready.resource.body.identity == answer.body)
    }
  }

  @Test func `a token of another question gets everything, and no reset`() async throws {
    let stock = try await StockedCatalogue(shelf: ["crown", "rose"])
    let token = try await stock.token
    _ = try await stock.retire(try GiftID("rose"))
    let delta = await stock.answer("/v1/catalogue?since=\(token)")
    #expect(delta.text.contains("\"from\":\"\(token)\""))
    let answer = await stock.answer("/v1/catalogue?since=\(token)~0c2f8e5a71b4")
    #expect(answer.fields[.contentLocation] == "/v1/catalogue")
    #expect(answer.fields[try #require(HTTPField.Name("Catalogue-Reset"))] == nil)
  }

  @Test func `what cannot have been served yet costs no look into the database`() async throws {
    let stock = try await StockedCatalogue(shelf: ["crown", "rose"])
    let token = try await stock.token
    let newest = try #require(CataloguePosition(token))
    async let holder = stock.holdDefinitions()
    try await stock.awaitHolder()
    for (change, boundary) in [
      (newest.change.value + 1, 0), (newest.change.value, newest.boundary.microseconds + 1),
      (0, Timestamp.range.upperBound), (ChangeNumber.range.upperBound, 0),
    ] {
      // It would wait for the lock.
      let answer = await stock.answer("/v1/catalogue?since=\(change)-\(newest.history)-\(boundary)")
      #expect(answer.fields[.contentLocation] == "/v1/catalogue")
    }
    #expect(await stock.api.fallback.pastReads.failure == nil)
    try await stock.releaseDefinitions()
    _ = try await holder
  }

  @Test func `what is remembered of invented tokens is bounded, and has a room of its own`() {
    var limits = DeltaLimits()
    limits.maxDeltas = 2
    limits.maxUnknownTokens = 3
    let cache = DeltaCache(limits: limits)
    for name in ["1-1", "2-2", "3-3"] { cache.keep(.whole, since: AddressKey(name)) }
    for number in 0..<10_000 { cache.keep(.unknown, since: AddressKey("0-\(number)")) }
    #expect((0..<10_000).filter { cache[AddressKey("0-\($0)")] != nil } == [9_997, 9_998, 9_999])
    #expect(["1-1", "2-2", "3-3"].map { cache[AddressKey($0)] != nil } == [false, true, true])
  }

  @Test func `reads that find nothing are few a second, and those that find something go on`() {
    let limits = APILimits()
    let start = ContinuousClock.now
    var reads = PastReads()
    var misses = 0
    for step in 0..<10_000 {
      let now = start.advanced(by: .milliseconds(step))
      guard reads.begin(at: now, limits) else { continue }
      misses += 1
      reads.end(.nothing, at: now)
    }
    #expect(misses == 10 * limits.deltas.maxUnknownReadsPerSecond)
    var found = 0
    for step in 20_000..<21_000 {
      let now = start.advanced(by: .milliseconds(step))
      guard reads.begin(at: now, limits) else { continue }
      found += 1
      reads.end(.gifts, at: now)
    }
    #expect(found == 1_000)
  }

  @Test func `reads that run count as if they would find nothing, and a failure brings a rest`() {
    var limits = APILimits()
    limits.deltas.maxPastReads = 9
    limits.deltas.maxUnknownReadsPerSecond = 3
    let start = ContinuousClock.now
    var reads = PastReads()
    var isBegun = (0..<5).map { _ in reads.begin(at: start, limits) }
    #expect(isBegun == [true, true, true, false, false])
    reads.end(.gifts, at: start)
    isBegun = [reads.begin(at: start, limits)]
    reads.end(.nothing, at: start)
    isBegun.append(reads.begin(at: start, limits))
    #expect(isBegun == [true, false])
    reads.end(.failure, at: start)
    let rest = limits.following.databaseRest
    isBegun = [rest - .milliseconds(1), rest].map {
      reads.begin(at: start.advanced(by: $0), limits)
    }
    #expect(isBegun == [false, true])
  }
}
