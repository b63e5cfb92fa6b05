import GiftAPI
import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import Testing

struct CatalogueTests {
  @Test func `an empty catalogue has a token and no gifts`() async throws {
    let answer = try await StockedCatalogue().get("/v1/catalogue")
    #expect(answer.status == .ok)
    let token = "0-000000000000-0"
    #expect(
      answer.text == """
        {"asOf":"1970-01-01T00:00:00Z","catalogue":"\(token)","categories":[],"choose":"all",\
        "gifts":[],"placement":"gifts"}
        """)
    #expect(answer.fields[.eTag] == "\"\(token)\"")
    #expect(answer.maxAge == 10)
  }

  @Test func `the catalogue is JSON of exactly this form`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    let published = try await stock.publish(rose, for: 3_600_000_000)
    let until = try #require(published.window?.until)
    let mark = try await stock.mark(of: 2)
    let digest = try animationURL("{}").split(separator: "/")[2].dropLast(5)
    let answer = try await stock.get("/v1/catalogue")
    #expect(
      answer.text == """
        {"asOf":"\(published.at)","catalogue":"2-\(mark)-\(published.at.microseconds)",\
        "categories":[],"choose":"all","gifts":[{\
        "animation":{"byteCount":2,"durationMs":3003,"frameCount":90,\
        "frameRate":29.97,"height":256,"playback":{"loop":false,"segments":[]},\
        "sha256":"\(digest)",\
        "url":"/v1/animations/\(digest).json","version":1,"width":512},\
        "category":"flowers","fallback":"en","from":"\(published.at)","id":"rose",\
        "names":{"de":"Röschen","en":"Rose \\"1\\""},"order":0,"price":10,"streakable":true,\
        "tags":["red","valentine"],"until":"\(until)"}],"placement":"gifts","until":"\(until)"}
        """)
    #expect(answer.fields[.eTag] == "\"2-\(mark)-\(published.at.microseconds)\"")
    #expect(answer.fields[.contentType] == "application/json")
    #expect(answer.fields[.accessControlAllowOrigin] == "*")
  }

  @Test func `a version that is not live changes nothing, publishing it everything`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    _ = try await stock.publish(rose)
    let before = try await stock.get("/v1/catalogue")
    _ = try await stock.add(rose, "{ }")
    _ = try await stock.add(try GiftID("draft"), "{  }")
    #expect(try await stock.get("/v1/catalogue").fields[.eTag] == before.fields[.eTag])
    _ = try await stock.publish(rose)
    let after = try await stock.get("/v1/catalogue")
    #expect(after.fields[.eTag] != before.fields[.eTag])
    #expect(after.text.contains(try animationURL("{ }")))
    #expect(!after.text.contains(try animationURL("{}")))
  }

  @Test func `two gifts are in order, then by id`() async throws {
    let stock = try await StockedCatalogue()
    for name in ["teddy", "crown"] {
      _ = try await stock.add(try GiftID(name), "{\"\(name)\":1}")
      _ = try await stock.publish(try GiftID(name))
    }
    let text = try await stock.get("/v1/catalogue").text
    let crown = try #require(text.firstRange(of: "\"id\":\"crown\""))
    let teddy = try #require(text.firstRange(of: "\"id\":\"teddy\""))
    #expect(crown.lowerBound < teddy.lowerBound)
  }

  @Test func `a gift has another price and order while a window lasts`() async throws {
    let stock = try await StockedCatalogue(shelf: ["crown", "rose"])
    let rose = try GiftID("rose")
    let terms = Terms(price: try Price(coins: 3), order: try Order(-7))
    let published = try await stock.publish(rose, for: 3_600_000_000, on: terms)
    let until = try #require(published.window?.until)
    let sale = try ClientCatalogue(Array(buffer: try await stock.get("/v1/catalogue").body))
    #expect(sale.gifts.map(\.id) == ["rose", "crown"] && sale.until == until.rfc3339)
    #expect(sale.gifts.map(\.price) == [3, 10] && sale.gifts.map(\.order) == [-7, 0])
    #expect(sale.gifts.map(\.changes) == [until.rfc3339, nil])
    #expect(sale.gifts.map(\.until) == [nil, nil])
    // A window of an hour is told with what comes after it.
    #expect(sale.gifts[0].next == ClientCatalogue.Gift.Terms(price: 10, order: 0))
    #expect(try await stock.get("/v1/gifts/rose").text.contains("\"price\":3,"))
    // Nothing is edited at its end, which is planned.
    let view = try await stock.editor.view(at: .instant(until)).catalogue
    #expect(view.items.map(\.definition.price?.coins) == [10, 10])
  }

  @Test func `a next price is told an hour before, with a token of its own`() async throws {
    let stock = try await StockedCatalogue(shelf: ["rose"])
    let rose = try GiftID("rose")
    let terms = Terms(price: try Price(coins: 3), order: nil)
    let published = try await stock.publish(rose, for: 9_000_000_000, on: terms)
    let until = try #require(published.window?.until)
    let now = try ClientCatalogue(Array(buffer: try await stock.get("/v1/catalogue").body))
    #expect(now.gifts.map(\.changes) == [until.rfc3339] && now.gifts.map(\.next) == [nil])
    let told = try until.advanced(byMicroseconds: -3_600_000_000)
    #expect(now.until == told.rfc3339)
    let view = try await stock.editor.view(at: .instant(told))
    #expect(view.token(of: view.catalogue).description != now.catalogue)
    #expect(view.catalogue.items.first?.continuation?.terms == .usual)
  }

  @Test func `the catalogue changes at a boundary although nobody edits anything`() async throws {
    let stock = try await StockedCatalogue()
    let rose = try GiftID("rose")
    _ = try await stock.add(rose, "{}")
    let published = try await stock.publish(rose, for: 6_000_000)
    let until = try #require(published.window?.until)
    var seen: [Answer] = []
    repeat {
      seen.append(try await stock.get("/v1/catalogue"))
    } while seen.count < 20_000 && seen.last?.text.contains("\"gifts\":[]") == false
    let live = try #require(seen.first)
    let last = try #require(seen.last)
    let mark = try await stock.mark(of: 2)
    #expect(live.fields[.eTag] == "\"2-\(mark)-\(published.at.microseconds)\"")
    #expect(try #require(live.maxAge) <= 5)
    #expect(Set(seen.map(\.text)).count == 2)
    #expect(
      last.text == """
        {"asOf":"\(until)","catalogue":"2-\(mark)-\(until.microseconds)","categories":[],\
        "choose":"all","gifts":[],"placement":"gifts"}
        """)
    #expect(try await stock.get("/rose.json").status == .gone)
  }
}

extension StockedCatalogue {
  /// What names the history up to a change: the first 12 hexadecimal digits of its digest.
  fileprivate func mark(of change: Int) async throws -> String {
    let sql = "SELECT left(encode(digest, 'hex'), 12) FROM change WHERE number = \(change)"
    return String(try await query(sql).prefix { $0 != "\n" })
  }
}
