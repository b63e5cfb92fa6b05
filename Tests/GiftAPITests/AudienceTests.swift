import Compression
import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import StoreSupport
import Testing

@testable import Delivery
@testable import GiftAPI

/// What each kind of client gets.
@Suite(.timeLimit(.minutes(5)))
struct AudienceTests {
  private let stock: StockedCatalogue

  /// A rose for everybody, a crown for new phones of Apple's, and a heart for two countries.
  init() async throws {
    stock = try await StockedCatalogue()
    for gift in ["rose", "crown", "heart"] {
      let id = try GiftID(gift)
      _ = try await stock.add(id, "{\"\(gift)\":1}")
      _ = try await stock.publish(id)
    }
    try await limit("crown", to: ["ios>=8.2"])
    try await limit("heart", in: ["DE", "AT"])
  }

  private func limit(
    _ gift: String, to rules: [String] = [], in regions: [String] = []
  ) async throws {
    var patch = DefinitionPatch()
    patch.only = try rules.map { text in try PlatformRule(text) }
    patch.regions = try regions.map { text in try Region(text) }
    _ = try await stock.commit(.add, [.define(gift: try GiftID(gift), patch: patch)])
  }

  private func catalogue(_ query: String) async throws -> ClientCatalogue {
    try ClientCatalogue(Array(buffer: try await stock.get("/v1/catalogue?\(query)").body))
  }

  @Test(arguments: [
    ("", ["rose"]), ("platform=android&app=9", ["rose"]), ("platform=ios", ["rose"]),
    ("app=9", ["rose"]),
    ("platform=ios&app=8.1.9", ["rose"]), ("platform=ios&app=8.2", ["crown", "rose"]),
    ("region=DE", ["heart", "rose"]), ("region=CH", ["rose"]), ("region=ZZ", ["rose"]),
    ("region=at&app=8.10&platform=ios", ["crown", "heart", "rose"]),
  ])
  func `a client gets what is for everybody and for its kind`(
    query: String, gifts: [String]
  ) async throws {
    let catalogue = try await catalogue(query)
    #expect(catalogue.gifts.map(\.id).sorted() == gifts)
    // Nothing tells whom a gift is for.
    let text = try await stock.get("/v1/catalogue?\(query)").text
    for word in ["\"only\"", "\"regions\"", ">=8.2", "\"DE\""] { #expect(!text.contains(word)) }
    // By its id and its bytes, all get all.
    for target in ["/v1/gifts/crown", "/crown.json", try animationURL("{\"crown\":1}")] {
      #expect(try await stock.get("\(target)?\(query)").status == .ok)
    }
  }

  @Test func `clients that get the same share a token, and others do not`() async throws {
    let usual = try await catalogue("").catalogue
    let phone = try await catalogue("platform=ios&app=8.2").catalogue
    #expect(try await catalogue("platform=android&region=CH").catalogue == usual)
    #expect(try await catalogue("platform=ios&app=9.9&region=CH").catalogue == phone)
    let german = try await catalogue("region=DE").catalogue
    #expect(Set([usual, phone, german]).count == 3)
    #expect(phone.hasPrefix(usual + "~") && german.hasPrefix(usual + "~"))
    let answer = try await stock.get("/v1/catalogue?platform=ios&app=8.2")
    #expect(answer.fields[.eTag] == "\"\(phone)\"")
    #expect(try await stock.get("/v1/catalogue?region=DE", unless: "\"\(phone)\"").status == .ok)
    let same = try await stock.get("/v1/catalogue?region=AT", unless: "\"\(german)\"")
    #expect(same.status == .notModified)
  }

  @Test func `each has what changed, and a token of another kind gets everything`() async throws {
    let queries = ["", "platform=ios&app=8.3", "region=DE"]
    var clients: [ClientCatalogue] = []
    for query in queries { clients.append(try await catalogue(query)) }
    let old = clients
    // The heart goes from two countries to Android, and the crown to all phones of Apple's.
    try await limit("heart", to: ["android"])
    try await limit("crown", to: ["ios"])
    for index in queries.indices {
      let answer = try await stock.get(
        "/v1/catalogue?\(queries[index])&since=\(clients[index].catalogue)")
      #expect(answer.fields[.contentLocation] == nil)
      clients[index] = try clients[index].after(Array(buffer: answer.body))
      #expect(try await clients[index] == catalogue(queries[index]))
    }
    #expect(clients[2].gifts.map(\.id) == ["rose"])
    for (index, query) in queries.enumerated() {
      // What two kinds got may be the same now.
      for other in queries.indices
      where clients[other].catalogue != clients[index].catalogue {
        for token in [old[other].catalogue, clients[other].catalogue]
        where token != clients[index].catalogue && token != old[index].catalogue {
          let answer = try await stock.get("/v1/catalogue?\(query)&since=\(token)")
          #expect(try ClientCatalogue(Array(buffer: answer.body)) == clients[index])
          #expect(answer.fields[.contentLocation] != nil)
          #expect(answer.fields[try #require(HTTPField.Name("Catalogue-Reset"))] == nil)
        }
      }
    }
  }

  @Test func `deltas of each kind come from the database, too`() async throws {
    let query = "platform=ios&app=8.3&region=AT"
    let client = try await catalogue(query)
    try await limit("heart", to: ["android"])
    _ = try await stock.retire(try GiftID("rose"))
    let other = stock.another()
    try await other.follower.refresh()
    let target = "/v1/catalogue?\(query)&since=\(client.catalogue)"
    let answer = await stock.answer(target, from: other)
    #expect(answer.fields[.contentLocation] == nil)
    #expect(try await client.after(Array(buffer: answer.body)) == catalogue(query))
    let wrong = await stock.answer(
      "/v1/catalogue?region=AT&since=\(client.catalogue)", from: other)
    #expect(wrong.fields[.contentLocation] == "/v1/catalogue")
    // That one was asked in vain changes nothing for others.
    #expect(await stock.answer(target, from: other).body == answer.body)
  }

  @Test func `a catalogue ends at the boundaries of its own gifts`() async throws {
    let now = try await stock.editor.clock()
    let ends = try (1...2).map { try now.advanced(byMicroseconds: $0 * 3_600_000_000) }
    _ = try await stock.commit(.retire, [.retire(gift: try GiftID("heart"), at: ends[0])])
    _ = try await stock.commit(.retire, [.retire(gift: try GiftID("crown"), at: ends[1])])
    #expect(try await catalogue("").until == nil)
    #expect(try await catalogue("region=DE").until == ends[0].rfc3339)
    #expect(try await catalogue("platform=ios&app=9").until == ends[1].rfc3339)
    #expect(try await catalogue("platform=ios&app=9&region=DE").until == ends[0].rfc3339)
    let answer = try await stock.get("/v1/catalogue?region=DE")
    #expect(answer.fields[.cacheControl]?.contains("max-age=10") == true)
  }

  @Test func `what a draft is for changes no token`() async throws {
    let before = try await catalogue("platform=web")
    _ = try await stock.add(try GiftID("draft"), "{\"draft\":1}")
    try await limit("draft", to: ["web"])
    #expect(try await catalogue("platform=web") == before)
    _ = try await stock.publish(try GiftID("draft"))
    #expect(try await catalogue("platform=web").gifts.count == 2)
  }

  @Test func `a parameter that breaks its rule is explained`() async throws {
    for (query, word) in [
      ("platform=tv", "platform"), ("app=8b", "app"), ("platform=ios&app=x", "app"),
      ("region=DEU", "region"), ("region=DE&region=DE", "region"),
    ] {
      for path in ["/v1/catalogue?", "/v1/upcoming?"] {
        let answer = try await stock.get(path + query)
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("\"code\":\"parameter_malformed\""))
        #expect(answer.text.contains("The parameter \(word) is "))
        #expect(answer.fields[.cacheControl] == "no-store")
      }
    }
  }

  @Test func `what is upcoming is for the kind of client that asks`() async throws {
    _ = try await stock.add(try GiftID("moon"), "{\"moon\":1}")
    try await limit("moon", in: ["FR"])
    _ = try await stock.publish(try GiftID("moon"), after: 3_600_000_000)
    _ = try await stock.add(try GiftID("sun"), "{\"sun\":1}")
    _ = try await stock.publish(try GiftID("sun"), after: 7_200_000_000)
    // Who gets the crown has it; others will when it is for them.
    let crown = try animationURL("{\"crown\":1}")
    _ = try await stock.add(try GiftID("tiara"), "{\"crown\":1}")
    _ = try await stock.publish(try GiftID("tiara"), after: 7_200_000_000)
    let (moon, sun) = (try animationURL("{\"moon\":1}"), try animationURL("{\"sun\":1}"))
    for (query, wanted) in [
      ("", [sun, crown]), ("region=FR", [sun, crown, moon]),
      ("platform=ios&app=9", [sun]), ("platform=ios&app=9&region=FR", [sun, moon]),
    ] {
      let text = try await stock.get("/v1/upcoming?\(query)").text
      for url in [sun, crown, moon] {
        #expect(text.contains(url) == wanted.contains(url), "\(query) \(url)")
      }
    }
    #expect(try await stock.get(moon).status == .ok)
  }

  @Test func `a catalogue that many ask for at once is made once`() async throws {
    try await stock.api.follower.refresh()
    let placement = try #require(stock.api.publisher.served()?.snapshot.panel)
    let client = try ClientKind("ios:9:DE")
    #expect(placement.catalogues[client] == nil)
    let made = await withTaskGroup(of: ServedCatalogue.self) { group in
      for _ in 0..<20 {
        group.addTask { await stock.api.maker.catalogue(for: client, in: placement) }
      }
      return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert(ObjectIdentifier($1)) }
    }
    #expect(made == [ObjectIdentifier(try #require(placement.catalogues[client]))])
  }

  @Test func `however many kinds ask, only so many catalogues are kept`() async throws {
    for number in 1...8 {
      let id = try GiftID("gift-\(number)")
      _ = try await stock.add(id, "{\"\(id)\":1}")
      try await limit(id.text, to: ["android>=\(number)<\(number + 1)", "web>=\(number)"])
      _ = try await stock.publish(id)
    }
    var limits = APILimits.standard
    limits.audiences.maxCount = 3
    let api = GiftAPI(
      store: .patient(conninfo: stock.conninfo, role: .reader), limits: limits, logger: .silent)
    try await api.follower.refresh()
    let target = "/v1/catalogue?platform=web&app=8"
    let first = await stock.answer(target, from: api).body
    for number in 1...8 {
      for region in ["DE", "FR"] {
        let query = "platform=android&app=\(number)&region=\(region)"
        let catalogue = try ClientCatalogue(
          Array(buffer: await stock.answer("/v1/catalogue?\(query)", from: api).body))
        #expect(catalogue.gifts.map(\.id).contains("gift-\(number)"))
        // Asked for between the others, it is none of those that are dropped.
        let catalogues = try #require(api.publisher.served()?.snapshot.panel.catalogues)
        #expect(catalogues[try ClientKind("web:8")] != nil)
      }
    }
    let placement = try #require(api.publisher.served()?.snapshot.panel)
    #expect(placement.catalogues.kept.count == 3)
    #expect(placement.catalogues[try ClientKind("android:1")] == nil)
    #expect(await stock.answer(target, from: api).body == first)
  }

  @Test(arguments: ["", "platform=ios&app=9&region=DE"])
  func `a long catalogue is kept coded, and made plain on request`(query: String) async throws {
    // So that it is long enough to be coded.
    for gift in ["lion", "moon", "star"] {
      _ = try await stock.add(try GiftID(gift), "{\"\(gift)\":1}")
      _ = try await stock.publish(try GiftID(gift))
    }
    var limits = APILimits.standard
    limits.memory.maxPlainBytes = 0
    let api = GiftAPI(
      store: .patient(conninfo: stock.conninfo, role: .reader), limits: limits, logger: .silent)
    try await api.follower.refresh()
    let target = "/v1/catalogue?\(query)"
    let plain = try await stock.get(target)
    let coded = await stock.answer(target, fields: [.acceptEncoding: "gzip"], from: api)
    #expect(coded.fields[.contentEncoding] == "gzip")
    let text = Array(buffer: plain.body)
    #expect(gunzip(Array(buffer: coded.body), byteCount: text.count) == text)
    let panel = try #require(api.publisher.served()?.snapshot.panel)
    let catalogue = panel.catalogues.kept.values.first ?? panel.catalogues.everybody
    #expect(catalogue.body.byteCount == coded.body.readableBytes)
    // Who has it, and who asks for less than all of it, needs it not.
    let head = await stock.answer(target, .head, from: api)
    #expect(head.status == .ok && head.fields[.eTag] == plain.fields[.eTag])
    #expect(head.fields[.contentLength] == "\(text.count)")
    let same = await stock.answer(target, unless: plain.fields[.eTag], from: api)
    #expect(same.status == .notModified && same.fields[.eTag] == plain.fields[.eTag])
    let token = try ClientCatalogue(text).catalogue
    _ = await stock.answer("\(target)&since=\(token)", from: api)
    #expect(catalogue.body.byteCount == coded.body.readableBytes)
    for since in ["", "&since=\(token)1"] {
      let answer = await stock.answer(target + since, from: api)
      #expect(answer.status == .ok && answer.body == plain.body)
    }
    #expect(catalogue.body.byteCount == coded.body.readableBytes + text.count)
    let all = [panel.catalogues.everybody] + panel.catalogues.kept.values
    #expect(panel.byteCount == all.reduce(0) { $0 + $1.body.byteCount })
  }

  @Test(arguments: [("", true), ("?platform=ios&app=9&region=DE", false)])
  func `the catalogue for everybody gets brotli, others gzip at once`(
    query: String, isForEverybody: Bool
  ) async throws {
    // So that it is long enough to be coded.
    for gift in ["lion", "moon", "star"] {
      _ = try await stock.add(try GiftID(gift), "{\"\(gift)\":1}")
      _ = try await stock.publish(try GiftID(gift))
    }
    let target = "/v1/catalogue\(query)"
    let plain = try await stock.get(target).body
    let panel = try #require(stock.api.publisher.served()?.snapshot.panel)
    let catalogue = panel.catalogues.kept.values.first ?? panel.catalogues.everybody
    // One loop that always hears the same, as from a proxy.
    let route = stock.api.responder.makeRouter()
    let head = try parsedHead(
      "GET \(target) HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br, gzip\r\n\r\n")
    #expect(route(head).response?.body == catalogue.body[.gzip])
    #expect(catalogue.body.awaitsBrotli == isForEverybody)
    async let _: Void = stock.api.publisher.compressCatalogues()
    while catalogue.body.awaitsBrotli { await Task.yield() }
    let brotli = Compression.brotli(Array(plain.readableBytesView))
    #expect(
      route(head).response?.body
        == (isForEverybody ? ByteBuffer(bytes: brotli) : catalogue.body[.gzip]))
    #expect(catalogue.body.byteCount <= catalogue.body.maxByteCount)
  }

  @Test func `categories are those of a client's own gifts`() async throws {
    var patch = CategoryPatch()
    patch.names[try LocaleTag("en")] = try GiftName("Crowns")
    var change = DefinitionPatch()
    change.category = try Category("crowns")
    _ = try await stock.commit(
      .category,
      [
        .setCategory(category: try Category("crowns"), patch: patch),
        .define(gift: try GiftID("crown"), patch: change),
      ])
    #expect(try await catalogue("").categories.isEmpty)
    #expect(try await catalogue("platform=ios&app=9").categories.map(\.id) == ["crowns"])
  }
}
