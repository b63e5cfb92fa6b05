import GiftDomain
import GiftStore
import StoreSupport
import Support
import Testing

/// Animations as they are stored and read.
@Suite(.timeLimit(.minutes(5)))
struct AssetTests {
  private static let codings = [ContentCoding.gzip: [1, 2], .brotli: [3]] as AssetCodings

  @Test func `bytes are read with their codings, and what is not there is left out`()
    async throws
  {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    let plain = try await store.add("plain", [7], [:])
    let coded = try await store.add("coded", [1, 2, 3], Self.codings)
    let half = try await store.add("half", [1, 2, 4], [.brotli: [9]])
    let unknown = try SHA256Digest(bytes: sha256([99]))
    let read = try await store.assets([half, coded, unknown, plain, half])
    #expect(read.map(\.digest) == [plain, coded, half].sorted { $0.hex < $1.hex })
    let found = Dictionary(uniqueKeysWithValues: read.map { ($0.digest, $0) })
    #expect(found[coded]?.bodies[.identity] == [1, 2, 3])
    #expect(found[coded]?.bodies[.gzip] == [1, 2])
    #expect(found[coded]?.bodies[.brotli] == [3])
    #expect(found[plain]?.bodies[.identity] == [7])
    #expect(found[plain]?.bodies[.gzip] == nil)
    #expect(found[plain]?.bodies[.brotli] == nil)
    #expect(found[half]?.bodies[.gzip] == nil)
    #expect(found[half]?.bodies[.brotli] == [9])
    #expect(try await store.assets([]).isEmpty)
    #expect(try await store.asset(coded) == [1, 2, 3])
    #expect(try await store.assetsPresent(among: [unknown, plain, plain]) == [plain])
    #expect(try await store.assetsPresent(among: []).isEmpty)
  }

  @Test func `bytes that are there keep the codings that they have`() async throws {
    let store = try await StoreFixture.migrated().store()
    let digest = try await store.add("first", [1, 2, 3], Self.codings)
    let before = try await store.assets([digest])
    try await store.add("second", [1, 2, 3], [.gzip: [5]])
    #expect(try await store.assets([digest]) == before)
  }

  @Test func `as many as a call may ask for are one answer`() async throws {
    let store = try await StoreFixture.migrated().store()
    var digests: [SHA256Digest] = []
    for number in 0..<UInt8(StoreLimits.assetsAtOnce) {
      digests.append(try await store.add("gift-\(number)", [number, 0, 0], Self.codings))
    }
    #expect(Set(try await store.assets(digests).map(\.digest)) == Set(digests))
  }

  @Test func `bytes that no coding makes smaller have none`() async throws {
    let fixture = try await StoreFixture.migrated()
    try await fixture.script("INSERT INTO asset VALUES (sha256('old'), 'old')")
    let digest = try SHA256Digest(bytes: sha256(Array("old".utf8)))
    let found = try #require(try await fixture.store().assets([digest]).first)
    #expect(found.bodies[.identity] == Array("old".utf8))
    #expect(found.bodies[.gzip] == nil)
    #expect(found.bodies[.brotli] == nil)
  }
}

extension GiftStore {
  /// A gift whose first version has these bytes; their digest.
  @discardableResult
  fileprivate func add(
    _ gift: String, _ bytes: [UInt8], _ codings: AssetCodings
  ) async throws -> SHA256Digest {
    let digest = try SHA256Digest(bytes: sha256(bytes))
    let candidate = try AnimationCandidate(
      asset: digest, byteCount: Int64(bytes.count), facts: try Upload(byte: 0).candidate.facts,
      playback: .once, chosen: .none)
    let upload = Upload(candidate: candidate, bytes: bytes, codings: codings, findings: "[]")
    guard case .add(_, let patch) = try GiftAction.add() else { return digest }
    try await edit(.add(upload, patch), of: try GiftID(gift))
    return digest
  }
}
