import Testing

@testable import GiftAPI

@Suite(.timeLimit(.minutes(1)))
struct BellTests {
  @Test func `who waits is woken, whether it rang before or rings meanwhile`() async {
    let bell = Bell()
    bell.ring()
    bell.ring()
    await bell.wait(atMost: .seconds(600))
    for _ in 0..<1_000 {
      async let wait: Void = bell.wait(atMost: .seconds(600))
      bell.ring()
      await wait
    }
  }

  @Test func `a wait ends after its time, and is over`() async {
    let bell = Bell()
    let start = ContinuousClock.now
    await bell.wait(atMost: .milliseconds(20))
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    bell.ring()
    await bell.wait(atMost: .seconds(600))
  }

  @Test func `who is cancelled waits no longer`() async {
    let bell = Bell()
    await withDiscardingTaskGroup { group in
      group.addTask { await bell.wait(atMost: .seconds(600)) }
      group.cancelAll()
    }
  }
}
