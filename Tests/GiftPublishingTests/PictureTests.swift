import DrawProtocol
import GiftDomain
import GiftPublishing
import GiftStore
import Lottie
import Pictures
import StoreSupport
import Support
import SystemPackage
import Testing

/// Gifts are added with their pictures, and pictures are made again.
@Suite(.timeLimit(.minutes(5)))
struct PictureTests {
  private let fixture: StoreFixture
  private let rose: GiftID
  private let bytes: [UInt8]

  init() async throws {
    fixture = try await StoreFixture()
    rose = try GiftID("rose")
    bytes = try Fixtures.bytes("rose.json")
  }

  /// What there is to see is outside the composition, and nothing else is wrong.
  private static let blank = """
    {"v":"5.5.7","fr":30,"ip":0,"op":30,"w":64,"h":64,"nm":"","ddd":0,"assets":[],"layers":[{"ddd":\
    0,"ind":1,"ty":4,"nm":"","sr":1,"ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":\
    [99,99,0]},"a":{"a":0,"k":[0,0,0]},"s":{"a":0,"k":[100,100,100]}},"ao":0,"shapes":[{"ty":"gr",\
    "it":[{"ty":"el","s":{"a":0,"k":[40,40]},"p":{"a":0,"k":[0,0]},"nm":""},{"ty":"fl","c":{"a":0,\
    "k":[1,0,0]},"o":{"a":0,"k":100},"r":1,"nm":""},{"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,\
    "k":[0,0]},"s":{"a":0,"k":[100,100]},"r":{"a":0,"k":0},"o":{"a":0,"k":100}}],"nm":""}],"ip":0,\
    "op":30,"st":0,"bm":0}]}
    """

  private func drawing(_ path: String? = nil) throws -> PictureDrawing {
    let path = try path ?? Places.builtProduct("giftdraw")
    return PictureDrawing(DrawingTool(path: FilePath(path)), atOnce: 2)
  }

  private func publisher(
    _ path: String? = nil, _ policy: CheckPolicy = .gift
  ) throws -> Publisher {
    Publisher(store: fixture.store, policy: policy, drawing: try drawing(path))
  }

  private func add(
    _ animation: [UInt8]? = nil, with publisher: Publisher, isDryRun: Bool = false
  ) async throws -> Addition {
    try await publisher.add(
      [rose], animation: animation ?? bytes, patch(), request(.add, isDryRun: isDryRun))
  }

  private func pictures(of gift: GiftID) async throws -> [VersionPictures?] {
    let record = try #require(try await fixture.store.record(of: gift))
    return try record.current().versions.map(\.pictures)
  }

  private func update(
    _ gifts: [GiftID]? = nil, path: String? = nil, isDryRun: Bool = false, limit: Int = 10
  ) async throws -> PictureUpdate {
    try await fixture.publisher.updatePictures(
      of: gifts, request(.pictures, isDryRun: isDryRun), with: drawing(path), limit: limit
    ) { _ in }
  }

  @Test func `a version is added with its pictures in one change, and only once`() async throws {
    let added = try await add(with: publisher())
    #expect(added.outcome.change == ChangeNumber.zero.next)
    #expect(added.drawingFailure == nil)
    let pair = try #require(try await pictures(of: rose).first??.pair)
    #expect(pair.poster.byteCount <= 20_000 && pair.preview.byteCount <= 60_000)
    #expect((pair.poster.width, pair.preview.width) == (256, 192))
    for picture in pair.all {
      let stored = try #require(try await fixture.store.asset(picture.asset))
      #expect(Picture.isWebP(stored) && Int64(stored.count) == picture.byteCount)
    }
    #expect(try await add(with: publisher()).outcome.change == nil)
    #expect(try await fixture.assetCount() == 3)
  }

  @Test func `the same bytes under another gift have the same pictures, undrawn`() async throws {
    _ = try await add(with: publisher())
    let heart = try GiftID("heart")
    _ = try await publisher("/nowhere/giftdraw")
      .add([heart], animation: bytes, patch(), request(.add))
    #expect(try await pictures(of: heart) == pictures(of: rose))
    #expect(try await pictures(of: heart).first??.pair != nil)
  }

  @Test func `a dry run tells of the pictures, and stores nothing`() async throws {
    let trial = try await add(with: publisher(), isDryRun: true).outcome
    #expect(try await fixture.isEmpty())
    let outcome = try await add(with: publisher()).outcome
    #expect(trial.difference.gifts.map(\.after) == outcome.difference.gifts.map(\.after))
    #expect(outcome.difference.gifts.first?.after.versions.first?.pictures?.pair != nil)
  }

  @Test func `what could not be drawn is tried again, and drawn pictures are not replaced`()
    async throws
  {
    _ = try await add(with: publisher())
    let drawn = try #require(try await pictures(of: rose).first ?? nil)
    let late = VersionPictures(maker: drawn.maker, outcome: .undrawn(.late))
    let digest = try SHA256Digest(bytes: sha256(bytes))
    func set(_ pictures: VersionPictures, replace: Bool) async throws -> EditOutcome {
      try await fixture.store.commit(
        [.setPictures(gift: rose, animation: digest, pictures: pictures, replace: replace)],
        request(.pictures))
    }
    #expect(try await set(late, replace: false).change == nil)
    _ = try await set(late, replace: true)
    #expect(try await update().drawnCount == 1)
    #expect(try await pictures(of: rose) == [drawn])
    _ = try await set(late, replace: true)
    #expect(try await add(with: publisher()).outcome.change != nil)
    #expect(try await pictures(of: rose) == [drawn])
  }

  @Test func `the frame that a marker chose is that of the poster when it is drawn again, too`()
    async throws
  {
    let marked = String(decoding: bytes, as: UTF8.self)
      .replacing(#"{"tm":44,"cm":"open""#, with: #"{"tm":3,"cm":"poster""#)
    // More bytes than are accepted by default.
    let large = Array(marked.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 2 << 20)
    var policy = CheckPolicy.gift
    policy.limits.maxBytes = 4 << 20
    _ = try await add(large, with: publisher(nil, policy))
    let drawn = try await pictures(of: rose)
    _ = try await fixture.store.commit(
      [
        .setPictures(
          gift: rose, animation: try SHA256Digest(bytes: sha256(large)),
          pictures: try .drawn(1, settings: 99), replace: true)
      ], request(.pictures),
      pictures: [try PictureFile(sample: 1), try PictureFile(sample: 2)])
    #expect(try await update().drawnCount == 1)
    #expect(try await pictures(of: rose) == drawn)
    _ = try await publisher().add(
      [try GiftID("plain")], animation: bytes, patch(), request(.add))
    #expect(
      try await pictures(of: GiftID("plain")).first??.pair?.poster
        != drawn.first??.pair?.poster)
  }

  @Test func `where nothing can be drawn, a version is stored undrawn, and drawn by an update`()
    async throws
  {
    let path = "/nowhere/giftdraw"
    let added = try await add(with: publisher(path))
    #expect(added.drawingFailure == .notFound(path: path))
    #expect(added.outcome.change != nil)
    #expect(try await pictures(of: rose) == [nil])
    let error = await failure { try await update(path: path) }
    guard case .drawing(.notFound, nil) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let trial = try await update(isDryRun: true)
    #expect(trial.drawnCount == 1 && trial.outcome.difference.gifts.count == 1)
    #expect(try await pictures(of: rose) == [nil])
    #expect(try await update().outcome.change != nil)
    #expect(try await pictures(of: rose).first??.pair != nil)
    let again = try await update()
    #expect(again.outcome.change == nil && again.drawnCount == 0)
  }

  @Test func `a drawing that fails stores nothing, and never becomes a finding`() async throws {
    let error = await failure { try await add(with: publisher("/bin/true")) }
    guard case .drawing(.exited(0), nil) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await fixture.isEmpty())
  }

  @Test func `what cannot be drawn is stored with the reason, where the profile allows it`()
    async throws
  {
    let blank = Array(Self.blank.utf8)
    let strict = try publisher(nil, CheckPolicy(.rlottie))
    guard case .refused(let report) = await failure(of: { try await add(blank, with: strict) })
    else {
      Issue.record("a blank animation was taken for rlottie")
      return
    }
    #expect(report.findings.contains { $0.code == "draw.blank" && $0.severity == .error })
    let added = try await add(blank, with: publisher())
    #expect(added.report?.findings.contains { $0.code == "draw.blank" } == true)
    #expect(try await pictures(of: rose).map { $0?.outcome } == [.undrawn(.blank)])
    let findings = try await fixture.store.record(of: rose)?.findings[.first]
    #expect(findings?.contains("draw.blank") == true)
    let again = try await update()
    #expect(again.drawnCount == 0 && again.undrawableCount == 1 && again.outcome.change == nil)
  }

  @Test func `pictures of other settings are made again, some gifts or a part at a time`()
    async throws
  {
    let names = ["rose", "heart", "teddy"]
    for name in names {
      _ = try await fixture.publisher.add(
        [try GiftID(name)], animation: Fixtures.bytes("\(name).json"), patch(), request(.add))
    }
    let digest = try SHA256Digest(bytes: sha256(bytes))
    let old = try VersionPictures.drawn(1, settings: 99)
    _ = try await fixture.store.commit(
      [.setPictures(gift: rose, animation: digest, pictures: old, replace: true)],
      request(.pictures),
      pictures: [try PictureFile(sample: 1), try PictureFile(sample: 2)])
    let one = try await update([rose])
    #expect(one.drawnCount == 1 && one.outcome.difference.gifts.map(\.after.gift) == [rose])
    #expect(try await pictures(of: rose) != [old])
    let part = try await update(limit: 1)
    #expect(part.drawnCount == 1 && part.remainingCount == 1)
    #expect(try await update().remainingCount == 0)
    for name in names {
      #expect(try await pictures(of: GiftID(name)).first??.pair != nil)
    }
    let missing = try GiftID("tulip")
    #expect(await failure { try await update([missing]) }?.rejection == .giftNotFound(missing))
  }

  @Test func `an import is drawn once for each animation, and refused as a whole`() async throws {
    let entries = try Fixtures.manifest().gifts
    let read: @Sendable (String) -> Result<[UInt8], FileFault> = { name in
      name == "rose.json" ? .success(Array(Self.blank.utf8)) : Fixtures.read(name)
    }
    let strict = try publisher(nil, CheckPolicy(.rlottie))
    let error = await failure {
      try await strict.plan(Manifest(gifts: entries), for: request(.import), read: read) { _ in }
    }
    #expect(error?.problems.map(\.id) == ["rose"])
    let publisher = try publisher()
    let plan = try await publisher.plan(Manifest(gifts: entries), for: request(.import), read: read)
    { _ in }
    #expect(plan.drawingFailures.isEmpty)
    let outcome = try await publisher.carryOut(plan, request(.import)) { _ in }
    let versions = outcome.difference.gifts.flatMap(\.after.versions)
    #expect(versions.count == entries.count)
    #expect(versions.filter { $0.pictures?.pair == nil }.map(\.gift) == [rose])
    #expect(try await publisher.carryOut(plan, request(.import)) { _ in }.change == nil)
  }

  @Test func `an archive has the pictures, and restores them`() async throws {
    _ = try await add(with: publisher())
    let archive = try await fixture.store.archive()
    #expect(archive.pictures.count == 2)
    #expect(try Archive(text: archive.text()) == archive)
    let files = try await fixture.files(of: archive)
    #expect(files.keys.count { $0.hasPrefix("pictures/") } == 2)
    let copy = try await StoreFixture()
    #expect(try await copy.publisher.restore(archive) { files[$0] })
    #expect(try await copy.store.archive() == archive)
    #expect(try await copy.files(of: archive) == files)
  }
}
