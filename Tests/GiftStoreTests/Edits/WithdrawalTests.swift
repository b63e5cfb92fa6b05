import GiftDomain
import GiftStore
import StoreSupport
import Testing

/// Withdrawn bytes: who may read them, and who learns why.
@Suite(.timeLimit(.minutes(5)))
struct WithdrawalTests {
  private let rose: GiftID
  private let heart: GiftID
  private let animation: SHA256Digest

  init() throws {
    (rose, heart) = (try GiftID("rose"), try GiftID("heart"))
    animation = try Upload(byte: 1).candidate.asset
  }

  private func withdraw(
    _ gifts: [GiftID], _ isWithdrawn: Bool = true, in store: GiftStore
  ) async throws -> EditOutcome {
    try await store.commit(
      gifts.map { .setWithdrawn(gift: $0, animation: animation, withdrawn: isWithdrawn) },
      EditRequest(
        verb: isWithdrawn ? .withdraw : .restoreAsset, actor: try Actor("anna"),
        reason: try Remark("Licence expired")))
  }

  @Test func `no login that serves clients can read withdrawn bytes, and editors can`() async throws
  {
    let fixture = try await StoreFixture.migrated()
    let (store, reader) = (fixture.store(), fixture.store(.reader))
    try await store.edit(.add(1), of: rose)
    try await store.edit(.add(2), of: heart)
    for (gift, byte) in [(rose, 1), (heart, 2)] as [(GiftID, UInt8)] {
      try await store.edit(.publish(), of: gift)
      // Both have the same preview, and posters of their own.
      _ = try await store.commit(
        [
          .setPictures(
            gift: gift, animation: try Upload(byte: byte).candidate.asset,
            pictures: try .drawn(byte), replace: true)
        ], EditRequest(verb: .pictures, actor: try Actor("tester")),
        pictures: [try PictureFile(sample: byte), try PictureFile(sample: byte + 1)])
    }
    let (poster, shared) = (
      try PictureFile(sample: 1).picture.asset, try PictureFile(sample: 2).picture.asset
    )
    #expect(try await reader.assets([animation, poster, shared]).count == 3)
    let change = try await withdraw([rose], in: store).change
    #expect(try await reader.assets([animation, poster, shared]).map(\.digest) == [shared])
    #expect(try await store.assets([animation, poster, shared]).count == 3)
    let last = try #require(try await store.changes(of: rose, before: nil, limit: 1).first?.record)
    #expect(last.number == change && last.verb == .withdraw && last.altersCatalogue)
    _ = try await withdraw([rose], false, in: store)
    #expect(try await reader.assets([animation, poster, shared]).count == 3)
  }

  @Test func `bytes that were withdrawn are refused with who withdrew them, and why`() async throws
  {
    let store = try await StoreFixture.migrated().store()
    try await store.edit(.add(1), of: rose)
    let change = try #require(try await withdraw([rose], in: store).change)
    // Other edits of the gift do not change who it was.
    try await store.edit(.add(2, price: 30), of: rose)
    let why = Withdrawal(
      gift: rose, version: .first, change: change, actor: try Actor("anna"),
      reason: try Remark("Licence expired"))
    for gift in [rose, heart] {
      await #expect(throws: StoreError.rejected(.bytesWithdrawn(why)), "\(gift)") {
        try await store.edit(.add(1), of: gift)
      }
    }
    _ = try await withdraw([rose], false, in: store)
    try await store.edit(.add(1), of: heart)
    // Withdrawn again, it is the later one.
    let again = try #require(try await withdraw([rose, heart], in: store).change)
    let holdings = try await store.holdings(of: [animation])
    #expect(holdings.map(\.gift) == [heart, rose])
    #expect(holdings.map(\.withdrawal?.change) == [again, again])
  }

  @Test func `the same bytes of another gift are withdrawn as well, or nothing is`() async throws {
    let store = try await StoreFixture.migrated().store()
    for gift in [rose, heart] { try await store.edit(.add(1), of: gift) }
    await #expect(throws: StoreError.rejected(.bytesElsewhere(rose, others: [heart]))) {
      try await withdraw([rose], in: store)
    }
    _ = try await withdraw([rose, heart], in: store)
    await #expect(throws: StoreError.rejected(.bytesElsewhere(heart, others: [rose]))) {
      try await withdraw([heart], false, in: store)
    }
    #expect(try await withdraw([rose, heart], in: store).change == nil)
    #expect(try await withdraw([rose, heart], false, in: store).change != nil)
  }

  @Test func `a follower learns of what is withdrawn after it was retired`() async throws {
    let fixture = try await StoreFixture.migrated()
    let (store, reader) = (fixture.store(), fixture.store(.reader))
    try await store.edit(.add(1), of: rose)
    try await store.edit(.publish(), of: rose)
    try await store.edit(.retire(), of: rose)
    let before = try await reader.followed(nil)
    let change = try await withdraw([rose], in: store).change
    let after = try await reader.followed(before)
    #expect(after.view.altering == change)
    #expect(after.view.states.first?.withdrawn == [.first])
  }
}
