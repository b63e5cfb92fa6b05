import GiftDomain
import GiftPublishing
import GiftStore
import Lottie
import StoreSupport
import Support
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PublisherTests {
  private let rose: GiftID

  init() throws { rose = try GiftID("rose") }

  @Test func `what was added is stored as it was handed in`() async throws {
    let publisher = try await StoreFixture().publisher
    let (first, second) = (try Fixtures.bytes("rose.json"), try Fixtures.bytes("heart.json"))
    let added = try await publisher.add([rose], animation: first, patch(), request(.add))
    let draft = try #require(added.outcome.difference.gifts.first)
    #expect(draft.before == GiftState(gift: rose, definition: nil, versions: [], schedule: .empty))
    #expect(draft.after.versions.map(\.asset.bytes) == [sha256(first)])
    #expect(draft.after.versions.map(\.byteCount) == [Int64(first.count)])
    #expect(draft.after.definition?.latestVersion == .first)

    let renamed = try await publisher.add(
      [rose], animation: second, patch(name: "Rosa"), request(.add)
    ).outcome
    let changed = try #require(renamed.difference.gifts.first)
    #expect(changed.after.schedule == draft.after.schedule)
    #expect(changed.after.versions.map(\.asset.bytes) == [sha256(first), sha256(second)])
    #expect(try await publisher.store.record(of: rose)?.current() == changed.after)
    #expect(
      try await publisher.store.changes(of: rose, before: nil, limit: 9).map(\.record.verb)
        == [.add, .add])
  }

  @Test func `what the check refuses is not stored`() async throws {
    let fixture = try await StoreFixture()
    let error = await failure {
      try await fixture.publisher.add(
        [rose], animation: Array(#"{"v":"5.7.4"}"#.utf8), patch(), request(.add))
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
    let strict = Publisher(store: fixture.store, policy: policy, drawing: nil)
    guard
      case .refused = await failure(of: {
        try await strict.add([rose], animation: bytes, patch(), request(.add))
      })
    else {
      Issue.record("a file above the limit was taken")
      return
    }
    policy.limits.maxBytes = bytes.count
    let fitting = Publisher(store: fixture.store, policy: policy, drawing: nil)
    #expect(
      try await fitting.add([rose], animation: bytes, patch(), request(.add)).outcome.change != nil)
  }

  @Test func `the same bytes again are unchanged, and one asset under two gifts`() async throws {
    let fixture = try await StoreFixture()
    let bytes = try Fixtures.bytes("rose.json")
    let publisher = fixture.publisher
    _ = try await publisher.add([rose], animation: bytes, patch(), request(.add))
    let again = try await publisher.add([rose], animation: bytes, patch(), request(.add))
    #expect(again.outcome.change == nil)
    #expect(again.report?.verdict == .accepted)
    _ = try await publisher.add([GiftID("heart")], animation: bytes, patch(), request(.add))
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
      [rose], animation: Array(spoilt.utf8), patch(), request(.add))
    #expect(added.report?.findings.count == report.findings.count)
    let stored = try #require(try await publisher.store.record(of: rose)?.findings)
    let kept = FindingsText.decode(try #require(stored[.first]))
    #expect(kept == report.findings.map { FindingDocument($0, fix: nil) })
  }

  @Test func `an expected change guards what is added`() async throws {
    let publisher = try await StoreFixture().publisher
    _ = try await publisher.add(
      [rose], animation: Fixtures.bytes("rose.json"), patch(), request(.add))
    let error = await failure {
      try await publisher.add(
        [rose], animation: nil, patch(price: 11), request(.add, expected: .zero))
    }
    #expect(
      error?.rejection
        == .changedSince(rose, expected: .zero, actual: ChangeNumber.zero.next))
  }
}
