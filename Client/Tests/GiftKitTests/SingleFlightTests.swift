import Foundation
import Testing

@testable import GiftKit

@Suite(.timeLimit(.minutes(1)))
struct SingleFlightTests {
  /// Counts, and is told from anywhere.
  private actor Counter {
    private(set) var count = 0
    func add() { count += 1 }
  }

  @Test func `many callers are one operation`() async throws {
    let flights = SingleFlight<Int, Int>()
    let counter = Counter()
    let values = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await flights.value(for: 1) {
            await counter.add()
            while await flights.flights[1]?.waiters.count != 50 { await Task.yield() }
            return .success(7)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 7, count: 50))
    #expect(await counter.count == 1)
    #expect(await flights.flights.isEmpty)
  }

  @Test func `a caller that is cancelled leaves the others theirs`() async throws {
    let flights = SingleFlight<Int, Int>()
    let (started, start) = AsyncStream<Void>.makeStream()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let operation: @Sendable () async -> Result<Int, GiftClientError> = {
      start.yield()
      for await _ in gate { break }
      return Task.isCancelled ? .failure(.cancelled) : .success(7)
    }
    let first = Task { try await flights.value(for: 1, operation) }
    for await _ in started { break }
    let second = Task { try await flights.value(for: 1, operation) }
    first.cancel()
    await #expect(throws: GiftClientError.cancelled) { try await first.value }
    open.yield()
    // Whether it joined the first or came after it: it has its value.
    #expect(try await second.value == 7)
  }

  @Test func `when the last caller has left, the operation is cancelled`() async throws {
    let flights = SingleFlight<Int, Int>()
    let (started, start) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Bool>.makeStream()
    let caller = Task {
      try await flights.value(for: 1) {
        start.yield()
        // A stream that nobody feeds ends when the task is cancelled.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        end.yield(Task.isCancelled)
        return .failure(.cancelled)
      }
    }
    for await _ in started { break }
    caller.cancel()
    await #expect(throws: GiftClientError.cancelled) { try await caller.value }
    for await isCancelled in ended {
      #expect(isCancelled)
      break
    }
    #expect(try await flights.value(for: 1) { .success(8) } == 8)
  }

  @Test func `no more run at once than the limit, and one that is cancelled takes no place`()
    async throws
  {
    let limit = ConcurrencyLimit(1)
    try await limit.acquire()
    let waiting = Task { try await limit.acquire() }
    waiting.cancel()
    await #expect(throws: GiftClientError.cancelled) { try await waiting.value }
    let next = Task { try await limit.acquire() }
    await limit.release()
    try await next.value
    await limit.release()
    try await limit.acquire()
  }

  @Test func `a stream begins with the last value, and a slow reader has only the newest`() async {
    let broadcaster = Broadcaster<Int>(buffer: 1, replay: { $0 * 100 })
    broadcaster.send(1)
    var reader = broadcaster.stream(keeping: 0).makeAsyncIterator()
    #expect(await reader.next(isolation: #isolation) == 100)
    for number in 2...9 { broadcaster.send(number) }
    broadcaster.send(10, isNews: false)
    broadcaster.finish()
    var last: Int?
    while let value = await reader.next(isolation: #isolation) { last = value }
    #expect(last == 9)
    var late = broadcaster.stream(keeping: 0).makeAsyncIterator()
    #expect(await late.next(isolation: #isolation) == nil)
  }

  @Test func `readers are counted`() async {
    let broadcaster = Broadcaster<Int>(buffer: 1)
    var counts = broadcaster.counts.makeAsyncIterator()
    let reader = Task {
      for await _ in broadcaster.stream(keeping: 0) {}
    }
    #expect(await counts.next(isolation: #isolation) == 1)
    reader.cancel()
    #expect(await counts.next(isolation: #isolation) == 0)
  }
}
