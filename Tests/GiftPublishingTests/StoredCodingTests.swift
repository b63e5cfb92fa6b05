import Compression
import GiftDomain
import GiftPublishing
import Lottie
import StoreSupport
import Support
import Synchronization
import Testing

@testable import GiftStore

/// What is stored compressed beside an animation's bytes.
@Suite(.timeLimit(.minutes(5)))
struct StoredCodingTests {
  /// A file in which gzip finds nothing to save, accepted by profiles that need nothing to see.
  private static let terse = Array(
    (#"{"h":7,"w":9,"op":3,"ip":0,"fr":8,"#
      + #""layers":[{"ks":{},"st":1,"ty":3,"ip":-2,"op":40}],"v":"4.9.1"}"#).utf8)

  private static func publisher(_ fixture: StoreFixture) -> Publisher {
    Publisher(store: fixture.store, policy: CheckPolicy(.spec), drawing: nil)
  }

  /// Without and with a check that has to know what gzip makes of the bytes.
  @Test(arguments: [nil, 65_536])
  func `new bytes are stored with codings that decode to them`(maxGzipBytes: Int?) async throws {
    let fixture = try await StoreFixture()
    var policy = CheckPolicy.gift
    policy.limits.maxGzipBytes = maxGzipBytes
    let bytes = try Fixtures.bytes("rose.json")
    _ = try await Publisher(store: fixture.store, policy: policy, drawing: nil)
      .add([GiftID("rose")], animation: bytes, patch(), request(.add))
    let stored = try #require(try await fixture.asset(of: bytes))
    #expect(stored.bodies[.identity] == bytes)
    for (tool, coding) in [("gzip", ContentCoding.gzip), ("brotli", .brotli)] {
      let coded = try #require(stored.bodies[coding])
      #expect(coded.count < bytes.count / 2)
      let decoded = try await runProcess(tool, ["-dc"], input: coded)
      #expect(decoded.status == .exited(0), "\(decoded.errorText)")
      #expect(decoded.output == bytes)
    }
  }

  @Test func `a coding that is not shorter than the bytes is left out`() async throws {
    let fixture = try await StoreFixture()
    _ = try await Self.publisher(fixture).add(
      [GiftID("terse")], animation: Self.terse, patch(), request(.add))
    let stored = try #require(try await fixture.asset(of: Self.terse))
    #expect(stored.bodies[.identity] == Self.terse)
    #expect(stored.bodies[.gzip] == nil)
    // Brotli alone makes something of so few bytes.
    #expect(stored.bodies[.brotli]?.count ?? 0 < Self.terse.count)
  }

  @Test(arguments: [0, 1, 20, 4_096])
  func `bytes without any pattern have no coding`(count: Int) {
    // Digests of digests: nothing that a compressor can shorten.
    var bytes: [UInt8] = []
    var digest = sha256([])
    while bytes.count < count {
      bytes += digest
      digest = sha256(digest)
    }
    #expect(AssetCodings(compressing: Array(bytes.prefix(count))).isEmpty)
  }

  @Test func `bytes that are stored already are not compressed again`() async throws {
    let fixture = try await StoreFixture()
    let bytes = try Fixtures.bytes("rose.json")
    let gift = try GiftID("old")
    // As a row from before there were codings.
    let upload = try Upload(uncompressed: bytes)
    _ = try await fixture.store.commit(
      [.define(gift: gift, patch: patch()), .addVersion(gift: gift, animation: upload.candidate)],
      request(.add),
      uploads: [upload])
    let old = try #require(try await fixture.asset(of: bytes))
    #expect(old.bodies[.gzip] == nil)
    _ = try await fixture.publisher.add(
      [GiftID("rose")], animation: bytes, patch(), request(.add))
    #expect(try await fixture.asset(of: bytes) == old)
    #expect(try await fixture.assetCount() == 1)
  }

  @Test func `an import compresses each new animation once, and a dry run none`() async throws {
    let fixture = try await StoreFixture()
    let (rose, heart) = (try Fixtures.bytes("rose.json"), try Fixtures.bytes("heart.json"))
    _ = try await fixture.publisher.add(
      [GiftID("rose")], animation: rose, patch(), request(.add))
    let before = try await fixture.asset(of: rose)
    let text = """
      {"gifts":[{"id":"one","file":"heart.json","names":{"en":"One"},"price":1},
      {"id":"two","file":"heart.json","names":{"en":"Two"},"price":1},
      {"id":"three","file":"crown.json","names":{"en":"Three"},"price":1},
      {"id":"four","file":"rose.json","names":{"en":"Four"},"price":1}]}
      """
    let plan = try await fixture.publisher.plan(
      Manifest(text: Array(text.utf8)), for: request(.import), read: Fixtures.read
    ) { _ in }
    #expect(try await fixture.compressions(in: plan, isDryRun: true) == [])
    #expect(try await fixture.compressions(in: plan) == ["1 of 2", "2 of 2"])
    #expect(try await fixture.assetCount() == 3)
    #expect(try await fixture.asset(of: rose) == before)
    let stored = try #require(try await fixture.asset(of: heart))
    let codings = AssetCodings(compressing: heart)
    #expect(stored.bodies[.gzip] == codings[.gzip])
    #expect(stored.bodies[.brotli] == codings[.brotli])
    #expect(try await fixture.compressions(in: plan) == [])
  }

  @Test func `a restored archive has the same codings`() async throws {
    let original = try await StoreFixture()
    let animations = try ["rose.json", "heart.json", "crown.json"].map(Fixtures.bytes)
    for bytes in animations + [Self.terse] {
      _ = try await Self.publisher(original).add(
        [GiftID("rose")], animation: bytes, patch(), request(.add))
    }
    let archive = try await original.store.archive()
    // Of the terse one, gzip saves nothing.
    #expect(archive.codings.values.joined().count == animations.count * 2 + 1)
    let files = try await original.files(of: archive)
    let copy = try await StoreFixture()
    #expect(try await copy.publisher.restore(archive, isDryRun: true) { files[$0] })
    #expect(try await copy.isEmpty())
    #expect(try await copy.publisher.restore(archive) { files[$0] })
    let assets = try await original.store.assets(archive.assets)
    #expect(try await copy.store.assets(archive.assets) == assets)
    // The bytes of what is there already are not even asked for.
    #expect(try await !copy.publisher.restore(archive) { _ in nil })
  }

  @Test func `a coding that does not decode to its animation is left out of a restore`()
    async throws
  {
    let original = try await StoreFixture()
    let bytes = try Fixtures.bytes("rose.json")
    _ = try await original.publisher.add(
      [GiftID("rose")], animation: bytes, patch(), request(.add))
    var archive = try await original.store.archive()
    let files = try await original.files(of: archive)
    let digest = try SHA256Digest(bytes: sha256(bytes))
    let other = brotli(Self.terse)
    archive.codings[digest] = try archive.codings[digest]?.map { coding in
      coding.coding == .brotli
        ? ArchivedCoding(coding: .brotli, digest: try SHA256Digest(bytes: sha256(other))) : coding
    }
    let animation = try ArchivedAsset(
      digest: digest, byteCount: Int64(bytes.count), isPicture: false, codings: [])
    let spoilt = ExportFile.name(of: animation, in: .brotli)
    let copy = try await StoreFixture()
    #expect(try await copy.publisher.restore(archive) { $0 == spoilt ? other : files[$0] })
    let stored = try #require(try await copy.asset(of: bytes))
    #expect(Set(stored.bodies.keys) == [.identity, .gzip])
  }

  @Test func `an archive that lacks an animation or a coding, or has another, is refused`()
    async throws
  {
    let original = try await StoreFixture()
    let bytes = try Fixtures.bytes("rose.json")
    _ = try await original.publisher.add(
      [GiftID("rose")], animation: bytes, patch(), request(.add))
    let archive = try await original.store.archive()
    let files = try await original.files(of: archive)
    let digest = try SHA256Digest(bytes: sha256(bytes))
    let animation = try ArchivedAsset(
      digest: digest, byteCount: Int64(bytes.count), isPicture: false, codings: [])
    let copy = try await StoreFixture()
    for (coding, found, fault) in [
      (.identity, nil, .assetMissing(digest)), (.identity, Self.terse, .assetDiffers(digest)),
      (.gzip, nil, .codingsDiffer(digest)), (.gzip, Self.terse, .codingsDiffer(digest)),
      (.brotli, brotli(Self.terse), .codingsDiffer(digest)),
    ] as [(ContentCoding, [UInt8]?, ArchiveFault)] {
      let spoilt = ExportFile.name(of: animation, in: coding)
      let error = await failure {
        try await copy.publisher.restore(archive) { $0 == spoilt ? found : files[$0] }
      }
      guard case .store(.archiveBroken(fault)) = error else {
        Issue.record("\(String(describing: error)) is not \(fault)")
        continue
      }
    }
    #expect(try await copy.isEmpty())
  }

  @Test func `the codings of an import have a limit together`() async throws {
    let digests = try (1...100).map { try SHA256Digest(bytes: sha256([$0])) }
    let coding = [ContentCoding.gzip: [1, 2, 3], .brotli: [4, 5]] as AssetCodings
    let made = await AssetCodings.made(of: digests, maxBytes: 50) { _ in
      coding
    } progress: { _ in
    }
    #expect(Array(made.values) == Array(repeating: coding, count: 10))
    let all = await AssetCodings.made(of: digests, maxBytes: 500) { _ in
      coding
    } progress: { _ in
    }
    #expect(Set(all.keys) == Set(digests))
  }
}

extension StoreFixture {
  /// What is stored under the digest of `bytes`.
  fileprivate func asset(of bytes: [UInt8]) async throws -> StoredAsset? {
    try await store.assets([SHA256Digest(bytes: sha256(bytes))]).first
  }

  /// What carrying a plan out tells of compressing.
  fileprivate func compressions(
    in plan: ImportPlan, isDryRun: Bool = false
  ) async throws -> [String] {
    let steps = Mutex<[String]>([])
    _ = try await publisher.carryOut(plan, request(.import, isDryRun: isDryRun)) { progress in
      guard case .compressed(let done, let total) = progress else { return }
      steps.withLock { $0.append("\(done) of \(total)") }
    }
    return steps.withLock { $0 }
  }
}

extension Upload {
  /// An animation without codings.
  fileprivate init(uncompressed bytes: [UInt8]) throws {
    let candidate = try AnimationCandidate(
      asset: try SHA256Digest(bytes: sha256(bytes)), byteCount: Int64(bytes.count),
      facts: try AnimationFacts(
        width: 1, height: 1, frameRateHz: 1, frameCount: 1, durationMs: 1_000), playback: .once,
      chosen: .none)
    self.init(candidate: candidate, bytes: bytes, findings: "[]")
  }
}
