import GiftDomain
import GiftStore
import HTTPTypes
import Logging
import StoreSupport
import Testing

@testable import GiftAPI

/// What is served when the database's clock turns out to have been wrong.
@Suite(.timeLimit(.minutes(5)))
struct ClockCorrectionTests {
  private static let minute: Int64 = 60_000_000

  @Test func `an instant that the database takes back is given up at once`() async throws {
    let scene = try await ClockScene()
    try await scene.clock.stand(at: scene.published.moved(5 * Self.minute))
    try await scene.read()
    let right = try #require(scene.served)
    #expect(right.snapshot.until == scene.end)
    try await scene.clock.stand(at: scene.end.moved(Self.minute))
    try await scene.read()
    let wrong = try #require(scene.served)
    #expect(right.snapshot.token.boundary < wrong.snapshot.token.boundary)
    #expect(
      wrong.snapshot.panel.catalogues.everybody.whole.resource.body
        != right.snapshot.panel.catalogues.everybody.whole.resource.body)
    try await scene.clock.stand(at: scene.published.moved(10 * Self.minute))
    try await scene.read()
    let corrected = try #require(scene.served)
    #expect(corrected.snapshot.token == right.snapshot.token)
    #expect(corrected.snapshot.until == scene.end)
    #expect(
      corrected.snapshot.panel.catalogues.everybody.whole.resource.body
        == right.snapshot.panel.catalogues.everybody.whole.resource.body)
    #expect(await scene.stock.answer("/rose.json").status == .ok)
    // Whoever was shown what is to come is told what that is not yet.
    let back = await scene.stock.answer("/v1/catalogue?since=\(wrong.snapshot.token)")
    #expect(back.text.contains("\"id\":\"rose\""))
  }

  @Test func `a correction is counted and logged once, with its seconds`() async throws {
    let scene = try await ClockScene()
    try await scene.clock.stand(at: scene.published)
    try await scene.read()
    #expect(scene.api.observed().clockCorrections == 0)
    try await scene.clock.go(ahead: 3_600)
    for _ in 0..<3 { try await scene.read() }
    #expect(scene.api.observed().clockCorrections == 1)
    try await scene.clock.go(ahead: 0)
    for _ in 0..<3 { try await scene.read() }
    #expect(scene.api.observed().clockCorrections == 2)
    let seconds = try scene.log.warnings.map { line in
      let words = line.split(separator: "=")
      #expect(words[0] == "warning: the database's clock was corrected seconds")
      return try #require(Double(words[1]))
    }
    #expect(seconds.count == 2)
    #expect((3_599...3_700).contains(try #require(seconds.first)))
    #expect((-3_601 ... -3_599).contains(try #require(seconds.last)))
  }

  @Test func `what answers of different length explain makes nothing go back`() async throws {
    let scene = try await ClockScene()
    try await scene.clock.stand(at: scene.end)
    try await scene.read()
    let ended = try #require(scene.served)
    #expect(await scene.stock.answer("/rose.json").status == .gone)
    try await scene.clock.stand(at: scene.end.moved(-50_000))
    for rescans in [false, true] {
      try await scene.stock.api.follower.refresh(rescansAssets: rescans)
      #expect(scene.served?.snapshot.token == ended.snapshot.token)
      #expect(await scene.stock.answer("/rose.json").status == .gone)
    }
    // Not even with an edit meanwhile.
    _ = try await scene.stock.add(try GiftID("tulip"), "{}")
    try await scene.read()
    #expect(await scene.stock.answer("/rose.json").status == .gone)
  }

  @Test func `a file does not keep what the database has taken back`() async throws {
    let scene = try await ClockScene()
    try await scene.clock.stand(at: scene.end.moved(Self.minute))
    try await scene.read()
    let mark = try scene.api.snapshotFile(now: { .epoch })?.mark
    let wrong = try await scene.stock.kept()
    try await scene.clock.go(ahead: 0)
    // What the database says wins over what a file of then has.
    let late = scene.stock.anotherAPI()
    _ = try await late.restore(wrong, now: hostTime())
    #expect(await scene.stock.answer("/rose.json", from: late).status == .gone)
    try await late.follower.refresh(rescansAssets: false)
    #expect(await scene.stock.answer("/rose.json", from: late).status == .ok)
    #expect(late.observed().clockCorrections == 1)
    // And the file is written again without it.
    try await scene.read()
    #expect(try scene.api.snapshotFile(now: { .epoch }, unlike: mark) != nil)
    let again = scene.stock.anotherAPI()
    _ = try await again.restore(
      try await scene.stock.kept(), now: hostTime())
    #expect(await scene.stock.answer("/rose.json", from: again).status == .ok)
  }

  @Test(arguments: [
    (earlier: 0, later: 0, difference: 90, isExplained: true),
    (earlier: 0, later: 0, difference: -90, isExplained: true),
    (earlier: 0, later: 0, difference: 300, isExplained: false),
    (earlier: 0, later: 0, difference: -300, isExplained: false),
    // Behind by what the first answer took, or by what the second one did.
    (earlier: 400, later: 0, difference: 450, isExplained: true),
    (earlier: 400, later: 0, difference: -450, isExplained: false),
    (earlier: 0, later: 400, difference: -450, isExplained: true),
    (earlier: 0, later: 400, difference: 450, isExplained: false),
  ])
  func `a difference that the answers' times do not explain is a correction`(
    earlier: Int, later: Int, difference: Int64, isExplained: Bool
  ) throws {
    let read = try Timestamp(rfc3339: "2026-12-01T10:00:00Z")
    let at = ContinuousClock.now
    let before = DatabaseClock(read, at: at, lag: .milliseconds(earlier))
    let seconds = 7
    let after = DatabaseClock(
      read.moved(Int64(seconds) * 1_000_000 + difference * 1_000),
      at: at.advanced(by: .seconds(seconds)), lag: .milliseconds(later))
    let correction = before.correction(by: after)
    #expect(correction == (isExplained ? nil : .milliseconds(difference)))
  }
}

/// A rose that is live for half an hour, in a database whose clock is set at will.
private struct ClockScene {
  let stock: StockedCatalogue
  let clock: SettableClock
  let log: RecordedLog
  let published: Timestamp
  let end: Timestamp

  init() async throws {
    log = RecordedLog()
    stock = try await StockedCatalogue(logger: log.logger)
    _ = try await stock.add(try GiftID("rose"), "{\"v\":1}")
    let duration: Int64 = 30 * 60_000_000
    let outcome = try await stock.publish(try GiftID("rose"), for: duration)
    published = outcome.at
    end = try #require(outcome.window?.until)
    clock = try await SettableClock(of: stock.conninfo, in: stock.server)
  }

  var api: GiftAPI { stock.api }
  var served: Served? { stock.api.publisher.served() }

  /// Asks the database as the watch does.
  func read() async throws { try await api.follower.refresh(rescansAssets: false) }
}

extension Timestamp {
  fileprivate func moved(_ microseconds: Int64) -> Timestamp {
    Timestamp(clamping: self.microseconds + microseconds)
  }
}
