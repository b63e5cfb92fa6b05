import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import StoreSupport
import Support
import Testing

@testable import GiftAPI

/// Copies of one database that part: a restored one, one that lost an edit; and a standby.
@Suite(.timeLimit(.minutes(5)))
struct OtherHistoryTests {
  private static let nowhere = GiftStore(
    conninfo: "host=/nowhere", role: .reader, applicationName: "test")
  private static let reset = HTTPField.Name("Catalogue-Reset")

  @Test func `two copies that part have no token, tag or difference in common`() async throws {
    let stock = try await StockedCatalogue(shelf: ["crown", "rose"])
    let shared = try await stock.token
    let copy = try await stock.copied()
    #expect(try await copy.token == shared)
    try await stock.reprice("rose", 5)
    try await copy.reprice("rose", 7)
    let (ours, theirs) = (try await stock.token, try await copy.token)
    #expect(ours.prefix { $0 != "-" } == theirs.prefix { $0 != "-" })
    #expect(ours != theirs)
    let whole = try await copy.get("/v1/catalogue")
    #expect(try await stock.get("/v1/catalogue", unless: "\"\(theirs)\"").status == .ok)
    let answer = try await copy.get("/v1/catalogue?since=\(ours)")
    #expect(answer.body == whole.body)
    #expect(answer.fields[try #require(Self.reset)] == "?1")
    #expect(try await stock.get("/v1/catalogue?since=\(shared)").text.contains("\"price\":5"))
    #expect(try await copy.get("/v1/catalogue?since=\(shared)").text.contains("\"price\":7"))
  }

  @Test func `who is farther looks a token up, and who is behind cannot know`() async throws {
    let stock = try await StockedCatalogue(shelf: ["crown", "rose"])
    let copy = try await stock.copied()
    try await stock.reprice("rose", 5)
    for price in 7...9 { try await copy.reprice("rose", Int64(price)) }
    let (ours, theirs) = (try await stock.token, try await copy.token)
    for _ in 0..<2 {
      let farther = try await copy.get("/v1/catalogue?since=\(ours)")
      #expect(farther.fields[try #require(Self.reset)] == "?1")
      #expect(farther.fields[.contentLocation] == "/v1/catalogue")
      let behind = try await stock.get("/v1/catalogue?since=\(theirs)")
      #expect(behind.fields[try #require(Self.reset)] == nil)
      #expect(behind.fields[.contentLocation] == "/v1/catalogue")
    }
  }

  /// A client that has a catalogue of any of the servers asks each of them.
  @Test(arguments: [1, 2] as [UInt64])
  func `whatever server is asked with whatever token, the answer is right`(
    seed: UInt64
  ) async throws {
    let cluster = try await TestCluster.private()
    let stock = try await StockedCatalogue(in: cluster)
    var random = try await RandomCatalogue(stock, seed: seed)
    for _ in 0..<8 { try await random.takeStep() }
    let lost = try await stock.copied()
    let standby = try await Standby(of: cluster)
    let behind = stock.another(over: standby)
    try await behind.follower.refresh()
    for _ in 0..<6 { try await random.takeStep() }
    let restored = try await stock.copied()
    let lagging = stock.another()
    try await lagging.follower.refresh()
    for _ in 0..<6 { try await random.takeStep() }
    for (number, copy) in [lost, restored].enumerated() {
      for step in 0..<Int64(5 * number + 3) {
        let gifts = try await copy.editor.view(at: .now).states.map(\.gift.text)
        let gift = try #require(gifts.isEmpty ? nil : gifts[Int(step) % gifts.count])
        try await copy.reprice(gift, 11 + step + Int64(number))
      }
    }
    for one in [stock, lost, restored] { try await one.api.follower.refresh() }
    try await standby.catchUp()
    let streamed = stock.another(over: standby)
    try await streamed.follower.refresh()
    let started = GiftAPI(store: Self.nowhere, logger: .silent)
    _ = try await started.restore(try await stock.kept(), now: hostTime())
    var known: [CataloguePosition: ClientCatalogue] = [:]
    var histories: [[CataloguePosition]] = []
    for one in [stock, lost, restored] {
      let points = try await one.points()
      for (token, catalogue) in points {
        #expect(known.updateValue(catalogue, forKey: token) ?? catalogue == catalogue)
      }
      histories.append(points.map(\.0))
    }
    let servers = [
      (stock.api, 0), (lagging, 0), (behind, 0), (streamed, 0), (started, 0), (lost.api, 1),
      (restored.api, 2),
    ]
    try await expectDeltas(of: servers.map { ($0, histories[$1]) }, to: known)
    let gifts = (10..<22).flatMap { ["/v1/gifts/gift-\($0)", "/gift-\($0).json"] }
    try await expectTags(of: servers.map(\.0), ["/v1/catalogue"] + gifts)
    try standby.end()
    try cluster.end()
  }

  /// A difference between what a client has and what a server shows makes one of the other, and is
  /// given for tokens of the server's own history alone.
  private func expectDeltas(
    of servers: [(GiftAPI, [CataloguePosition])], to known: [CataloguePosition: ClientCatalogue]
  ) async throws {
    var (deltas, resets) = (0, 0)
    for (api, history) in servers {
      let served = try #require(api.publisher.served())
      let body = served.snapshot.panel.catalogues.everybody.whole.resource.body.identity
      let whole = try ClientCatalogue(Array(buffer: body))
      for (token, catalogue) in known {
        let answer = await api.fallback.changes(
          since: CatalogueToken(token, question: nil),
          of: served.snapshot.panel.catalogues.everybody,
          in: .gifts, for: .unknown, served
        ).resource
        #expect(try catalogue.after(Array(buffer: answer.body.identity)) == whole)
        let isOurs = history.contains(token)
        if answer.location == nil {
          deltas += 1
          #expect(isOurs, "\(token)")
        }
        if answer.isReset {
          resets += 1
          #expect(!isOurs, "\(token)")
        }
      }
    }
    #expect(deltas > 0 && resets > 0)
  }

  /// A tag names the same bytes wherever it was given, and for a client that comes with it a server
  /// sends nothing where it would send just these.
  private func expectTags(of servers: [GiftAPI], _ targets: [String]) async throws {
    var (kept, crossed, changed) = (0, 0, 0)
    for target in targets {
      var answers: [(coding: String, server: Int, whole: Answer)] = []
      var given: [String: (body: ByteBuffer, by: Int)] = [:]
      for coding in ["identity", "gzip", "br"] {
        for (number, server) in servers.enumerated() {
          let whole = await server.answer(target, .get, [.acceptEncoding: coding])
          guard whole.status == .ok else { continue }
          answers.append((coding, number, whole))
          let tag = try #require(whole.fields[.eTag])
          #expect(given[tag, default: (whole.body, number)].body == whole.body)
          given[tag] = given[tag] ?? (whole.body, number)
        }
      }
      for (coding, number, whole) in answers {
        for (tag, client) in given {
          let fields: HTTPFields = [.acceptEncoding: coding, .ifNoneMatch: tag]
          let answer = await servers[number].answer(target, .get, fields)
          let isSame = answer.status == .notModified
          #expect(isSame == (whole.fields[.eTag] == tag), "\(target) \(coding) \(tag)")
          #expect((isSame ? client.body : answer.body) == whole.body)
          if isSame, client.by == number { kept += 1 }
          if isSame, client.by != number { crossed += 1 }
          if !isSame { changed += 1 }
        }
      }
    }
    #expect(kept > 0 && crossed > 0 && changed > 0)
  }
}

extension StockedCatalogue {
  /// Another database with the same history.
  fileprivate func copied() async throws -> StockedCatalogue {
    let copy = try await StockedCatalogue(in: server)
    let archive = try await editor.archive()
    var bytes: [SHA256Digest: [UInt8]] = [:]
    for digest in archive.assets {
      bytes[digest] = try await editor.asset(digest)
    }
    let found = bytes
    _ = try await copy.editor.restore(archive, bytes: { found[$0] })
    return copy
  }

  fileprivate func reprice(_ gift: String, _ price: Int64) async throws {
    var patch = DefinitionPatch()
    patch.price = try Price(coins: price)
    _ = try await commit(.add, [.define(gift: try GiftID(gift), patch: patch)])
  }

  /// The catalogue after each change, by its name.
  fileprivate func points() async throws -> [(CataloguePosition, ClientCatalogue)] {
    var points: [(CataloguePosition, ClientCatalogue)] = []
    for number in 0...(try await editor.view(at: .now).change.value) {
      let view = try await editor.view(at: .change(try ChangeNumber(number)))
      let point = Snapshot(
        of: view, assets: .empty, after: nil, limits: .standard)
      let body = Array(buffer: point.panel.catalogues.everybody.whole.resource.body.identity)
      points.append((point.token, try ClientCatalogue(body)))
    }
    return points
  }
}
