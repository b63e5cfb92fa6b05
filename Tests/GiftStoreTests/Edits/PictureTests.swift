import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Testing

/// Pictures of versions: rows that an edit adds and supersedes, and assets.
@Suite(.timeLimit(.minutes(5)))
struct PictureTests {
  private let rose: GiftID
  private let animation: SHA256Digest
  private let request: EditRequest

  init() throws {
    rose = try GiftID("rose")
    animation = try Upload(byte: 1).candidate.asset
    request = EditRequest(verb: .pictures, actor: try Actor("tester"))
  }

  private func draw(
    _ sample: UInt8, in store: GiftStore, settings: Int64 = 1
  ) async throws -> EditOutcome {
    try await store.commit(
      [
        .setPictures(
          gift: rose, animation: animation, pictures: try .drawn(sample, settings: settings),
          replace: true)
      ], request,
      pictures: [try PictureFile(sample: sample), try PictureFile(sample: sample + 1)])
  }

  @Test func `pictures are part of a version at each change, and never overwritten`() async throws {
    let store = try await StoreFixture.migrated().store()
    try await store.edit(.add(1), of: rose)
    try await store.edit(.publish(), of: rose)
    #expect(try await draw(1, in: store).change == .number(3))
    #expect(try await draw(1, in: store).change == nil)
    #expect(try await draw(3, in: store, settings: 2).change == .number(4))
    let seen: [VersionPictures?] = [nil, nil, try .drawn(1), try .drawn(3, settings: 2)]
    for (index, pictures) in seen.enumerated() {
      let view = try await store.view(at: .change(try .number(index + 1)))
      #expect(view.states.first?.versions.map(\.pictures) == [pictures])
    }
    let record = try #require(try await store.record(of: rose))
    #expect(record.history.pictures.count == 2)
    #expect(try await store.asset(try PictureFile(sample: 1).picture.asset) != nil)
    #expect(
      try await store.changes(of: nil, before: nil, limit: 9).map(\.record.altersCatalogue)
        == [true, true, true, false])
  }

  @Test func `pictures of an animation are found for any gift, and so is what they picture`()
    async throws
  {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    try await store.edit(.add(1), of: rose)
    #expect(try await store.pictures(of: [animation]).isEmpty)
    _ = try await draw(1, in: store)
    _ = try await draw(3, in: store, settings: 2)
    let current = try VersionPictures.drawn(3, settings: 2)
    #expect(try await store.pictures(of: [animation]) == [animation: current])
    let past = try PictureFile(sample: 1).picture.asset
    #expect(try await store.animations(picturedBy: past) == [animation])
    #expect(try await store.animations(picturedBy: animation).isEmpty)
    // A draft is hidden from readers, its pictures as well as its bytes.
    let reader = fixture.store(.reader)
    #expect(try await reader.assets([past, animation]).isEmpty)
    #expect(try await reader.animations(picturedBy: past).isEmpty)
    try await store.edit(.publish(), of: rose)
    #expect(try await reader.assets([past, animation]).count == 2)
    #expect(try await reader.animations(picturedBy: past) == [animation])
  }

  @Test func `a follower sees pictures as soon as they are there`() async throws {
    let fixture = try await StoreFixture.migrated()
    let (store, reader) = (fixture.store(), fixture.store(.reader))
    try await store.edit(.add(1), of: rose)
    try await store.edit(.publish(), of: rose)
    let before = try await reader.followed(nil)
    _ = try await draw(1, in: store)
    let after = try await reader.followed(before)
    #expect(after.view.states.first?.versions.map(\.pictures) == [try .drawn(1)])
    #expect(after.view.altering == (try .number(3)))
  }

  @Test func `an edit whose picture is missing stores nothing`() async throws {
    let store = try await StoreFixture.migrated().store()
    try await store.edit(.add(1), of: rose)
    let command = Command.setPictures(
      gift: rose, animation: animation, pictures: try .drawn(1), replace: true)
    await #expect(throws: StoreError.self) {
      try await store.commit([command], request, pictures: [try PictureFile(sample: 1)])
    }
    #expect(try await store.record(of: rose)?.history.pictures == [])
    #expect(try await store.asset(try PictureFile(sample: 1).picture.asset) == nil)
  }
}
