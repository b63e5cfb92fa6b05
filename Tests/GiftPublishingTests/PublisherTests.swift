import GiftDomain
import GiftPublishing
import GiftStore
import Hashing
import Lottie
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PublisherTests {
  private let rose: GiftID

  init() throws { rose = try GiftID("rose") }

  @Test func `each verb carries out the domain's decision`() async throws {
    let publisher = try await StoreFixture().publisher
    let (first, second) = (try Fixtures.bytes("rose.json"), try Fixtures.bytes("heart.json"))
    let added = try await publisher.add(rose, animation: first, patch(), request(.add))
    let draft = try #require(added.outcome.gifts.first)
    #expect(draft.before == GiftState(gift: rose, definition: nil, versions: [], base: .empty))
    #expect(draft.after.versions.map(\.asset.bytes) == [sha256(first)])
    #expect(draft.after.versions.map(\.byteCount) == [Int64(first.count)])
    #expect(draft.after.definition?.latestVersion == .first)

    let published = try await publisher.publish(
      rose, version: nil, from: nil, until: nil, replacing: false, request(.publish))
    let live = try #require(published.gifts.first)
    #expect(
      live.after
        == (try live.before.publishing(
          nil, in: Window(from: published.at), now: published.at, replacing: false)))

    let renamed = try await publisher.add(
      rose, animation: second, patch(name: "Rosa"), request(.add)
    ).outcome
    let changed = try #require(renamed.gifts.first)
    #expect(changed.after.base == live.after.base)
    #expect(changed.after.versions.count == 2)

    let retired = try await publisher.retire(rose, at: nil, request(.retire))
    let gone = try #require(retired.gifts.first)
    #expect(gone.after == (try gone.before.retiring(at: retired.at, now: retired.at)))

    let back = try await publisher.rollBack(rose, to: nil, request(.rollback))
    let restored = try #require(back.gifts.first)
    #expect(restored.after == restored.before.rollingBack(to: changed.after, now: back.at))
    #expect(try await publisher.store.record(of: rose)?.current() == restored.after)
    #expect(
      try await publisher.store.changes(of: rose, before: nil, limit: 9).map(\.record.verb)
        == [.rollback, .retire, .add, .publish, .add])
  }

  @Test func `a window is taken as it is named`() async throws {
    let publisher = try await StoreFixture().publisher
    _ = try await publisher.add(
      rose, animation: Fixtures.bytes("rose.json"), patch(), request(.add))
    let from = try Timestamp(rfc3339: "2090-01-01T00:00:00Z")
    let until = try Timestamp(rfc3339: "2090-02-01T00:00:00Z")
    let outcome = try await publisher.publish(
      rose, version: .first, from: from, until: until, replacing: false, request(.publish))
    #expect(
      outcome.gifts.first?.after.base.entries
        == [TimelineEntry(window: try Window(from: from, until: until), version: .first)])
    let error = await failure {
      try await publisher.publish(
        rose, version: nil, from: until, until: from, replacing: false, request(.publish))
    }
    #expect(error?.rejection == .invalid(.emptyWindow(from: until, until: from)))
  }

  @Test func `what the check refuses is not stored`() async throws {
    let fixture = try await StoreFixture()
    let error = await failure {
      try await fixture.publisher.add(
        rose, animation: Array(#"{"v":"5.7.4"}"#.utf8), patch(), request(.add))
    }
    guard case .refused(let report) = error else {
      Issue.record("\(String(describing: error)) is no refusal")
      return
    }
    #expect(report.verdict == .refused)
    #expect(!report.findings.isEmpty)
    #expect(try await fixture.isEmpty())
  }

  @Test func `the limits of the check are the publisher's`() async throws {
    let fixture = try await StoreFixture()
    let bytes = try Fixtures.bytes("rose.json")
    var policy = CheckPolicy.gift
    policy.limits.maxBytes = bytes.count - 1
    let strict = Publisher(store: fixture.store, policy: policy)
    guard
      case .refused = await failure(of: {
        try await strict.add(rose, animation: bytes, patch(), request(.add))
      })
    else {
      Issue.record("a file above the limit was taken")
      return
    }
    policy.limits.maxBytes = bytes.count
    let fitting = Publisher(store: fixture.store, policy: policy)
    #expect(
      try await fitting.add(rose, animation: bytes, patch(), request(.add)).outcome.change != nil)
  }

  @Test func `the same bytes again are unchanged, and one asset under two gifts`() async throws {
    let fixture = try await StoreFixture()
    let bytes = try Fixtures.bytes("rose.json")
    let publisher = fixture.publisher
    _ = try await publisher.add(rose, animation: bytes, patch(), request(.add))
    let again = try await publisher.add(rose, animation: bytes, patch(), request(.add))
    #expect(again.outcome.change == nil)
    #expect(again.report?.verdict == .accepted)
    _ = try await publisher.add(GiftID("heart"), animation: bytes, patch(), request(.add))
    #expect(try await fixture.assetCount() == 1)
    #expect(try await fixture.store.asset(SHA256Digest(bytes: sha256(bytes))) == bytes)
  }

  @Test func `what the check says is kept with the version`() async throws {
    let publisher = try await StoreFixture().publisher
    // A note quotes the name of an asset that nobody uses, which databases and terminals dislike.
    let spoilt = String(decoding: try Fixtures.bytes("rose.json"), as: UTF8.self)
      .replacing(
        #""assets":[]"#, with: #""assets":[{"id":"'\u0000\u202e\ud83c\udf39","layers":[]}]"#,
        maxReplacements: 1)
    let report = Lottie.check(Array(spoilt.utf8))
    try #require(report.verdict == .accepted)
    try #require(!report.findings.isEmpty)
    let added = try await publisher.add(
      rose, animation: Array(spoilt.utf8), patch(), request(.add))
    #expect(added.report?.findings.count == report.findings.count)
    let stored = try #require(try await publisher.store.recordWithFindings(of: rose)?.findings)
    let kept = FindingsText.decode(try #require(stored[.first]))
    #expect(kept == report.findings.map { FindingDocument($0) })
  }

  @Test func `an expected change guards every verb`() async throws {
    let publisher = try await StoreFixture().publisher
    _ = try await publisher.add(
      rose, animation: Fixtures.bytes("rose.json"), patch(), request(.add))
    let rejection = Rejection.changedSince(rose, expected: .zero, actual: ChangeNumber.zero.next)
    let stale = { (verb: Verb) throws in try request(verb, expected: .zero) }
    let errors = [
      await failure {
        try await publisher.add(rose, animation: nil, patch(price: 11), stale(.add))
      },
      await failure {
        try await publisher.publish(
          rose, version: nil, from: nil, until: nil, replacing: false, stale(.publish))
      },
      await failure { try await publisher.rollBack(rose, to: nil, stale(.rollback)) },
    ]
    #expect(errors.map { $0?.rejection } == [rejection, rejection, rejection])
  }
}
