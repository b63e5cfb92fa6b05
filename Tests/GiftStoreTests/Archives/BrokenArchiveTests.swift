import GiftDomain
import GiftStore
import StoreSupport
import Testing

/// What does not fit together is refused as a whole.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BrokenArchiveTests {
  private let empty = Archive.empty

  @Test func `the draft that is broken below is whole`() async throws {
    let store = try await StoreFixture.migrated().store()
    #expect(try await store.restore(ArchiveDraft().archive(), bytes: sampleBytes))
  }

  @Test(arguments: BrokenArchive.all)
  func `a broken archive is refused by name, and nothing is stored`(
    broken: BrokenArchive
  ) async throws {
    var draft = ArchiveDraft()
    broken.spoil(&draft)
    let archive = try draft.archive()
    let fault = try broken.fault(of: GiftID("rose"))
    #expect(throws: fault) { try archive.validate() }
    let store = try await StoreFixture.migrated().store()
    await #expect(throws: StoreError.archiveBroken(fault)) {
      try await store.restore(archive, bytes: sampleBytes)
    }
    #expect(try await store.archive() == empty)
  }

  @Test func `animations that are missing or other bytes are refused`() async throws {
    let store = try await StoreFixture.migrated().store()
    let archive = try ArchiveDraft().archive()
    let second = try #require(archive.assets.last)
    await #expect(throws: StoreError.archiveBroken(.assetMissing(second))) {
      try await store.restore(archive) { $0 == second ? nil : sampleBytes($0) }
    }
    await #expect(throws: StoreError.archiveBroken(.assetDiffers(second))) {
      try await store.restore(archive) { $0 == second ? [77] : sampleBytes($0) }
    }
    #expect(try await store.archive() == empty)
  }

  @Test func `a version that lies about its size is refused`() async throws {
    let store = try await StoreFixture.migrated().store()
    var draft = ArchiveDraft()
    draft.byteCount = 2
    let archive = try draft.archive()
    let first = try #require(archive.assets.first { !archive.pictures.contains($0) })
    await #expect(throws: StoreError.archiveBroken(.assetDiffers(first))) {
      try await store.restore(archive, bytes: sampleBytes)
    }
    #expect(try await store.archive() == empty)
  }

  @Test func `a picture that is not one is refused`() async throws {
    let store = try await StoreFixture.migrated().store()
    let bytes = Array("<svg onload=x>".utf8)
    var draft = ArchiveDraft()
    draft.pictureBytes = bytes
    let archive = try draft.archive()
    let picture = try #require(archive.pictures.first)
    await #expect(throws: StoreError.archiveBroken(.assetDiffers(picture))) {
      try await store.restore(archive) { $0 == picture ? bytes : sampleBytes($0) }
    }
    #expect(try await store.archive() == empty)
  }

  @Test func `what only the database sees is refused by its constraint`() async throws {
    let store = try await StoreFixture.migrated().store()
    var draft = ArchiveDraft()
    draft.versions[1].byte = draft.versions[0].byte
    let archive = try draft.archive()
    await #expect(throws: StoreError.constraintHolds(name: "animation_version_is_new")) {
      try await store.restore(archive, bytes: sampleBytes)
    }
    #expect(try await store.archive() == empty)
  }
}
