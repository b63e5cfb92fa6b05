import GiftDomain
import GiftStore
import HTTPTypes
import NIOCore
import Support
import Testing

@testable import GiftAPI

/// What is at `/v1/catalogue?since=TOKEN`.
struct DeltaTests {
  @Test func `what changed is JSON of exactly this form`() async throws {
    let stock = try await StockedCatalogue(shelf: ["crown", "heart", "rose", "teddy"])
    let before = try await stock.token
    let rose = try await stock.retire(try GiftID("rose"))
    _ = try await stock.add(try GiftID("heart"), "{ }")
    let heart = try await stock.publish(try GiftID("heart"), for: 3_600_000_000)
    let until = try #require(heart.window?.until)
    let after = try await stock.token
    let answer = try await stock.get("/v1/catalogue?since=\(before)")
    let gift = try #require(try await stock.gifts.first { $0.contains("\"id\":\"heart\"") })
    #expect(answer.status == .ok)
    #expect(rose.at < heart.at)
    #expect(
      answer.text == """
        {"asOf":"\(heart.at)","changed":[\(gift)],"from":"\(before)","removed":["rose"],\
        "to":"\(after)","until":"\(until)"}
        """)
    #expect(answer.fields[.eTag] == "\"\(before)..\(after)\"")
    #expect(answer.fields[.contentType] == "application/json")
    #expect(answer.fields[.vary] == "Accept-Encoding")
    #expect(answer.fields[.accessControlAllowOrigin] == "*")
    #expect(answer.fields[.contentLocation] == nil)
  }

  @Test func `nothing changed is 200 with empty lists, and ends at the boundary`() async throws {
    let stock = try await StockedCatalogue(shelf: ["rose"])
    let lily = try GiftID("lily")
    _ = try await stock.add(lily, "{ }")
    let planned = try await stock.publish(lily, for: 9_000_000)
    let until = try #require(planned.window?.until)
    let token = try await stock.token
    let answer = try await stock.get("/v1/catalogue?since=\(token)")
    #expect(
      answer.text == """
        {"asOf":"\(planned.at)","changed":[],"from":"\(token)","removed":[],"to":"\(token)",\
        "until":"\(until)"}
        """)
    #expect(try #require(answer.maxAge) <= 8)
    let tag = try #require(answer.fields[.eTag])
    let again = try await stock.get("/v1/catalogue?since=\(token)", unless: tag)
    #expect(again.status == .notModified)
    #expect(again.fields[.eTag] == tag)
    #expect(again.body.readableBytes == 0)
    // What names the whole catalogue does not stand for what changed.
    let whole = try await stock.get("/v1/catalogue?since=\(token)", unless: "\"\(token)\"")
    #expect(whole.status == .ok)
  }

  @Test(arguments: [
    "since=", "since", "since=x", "since=1", "since=1-0", "since=9-9-9", "since=%zz", "since=%00",
    "since=99-000000000000-0", "since=0-000000000000-1",
    "since=0-000000000000-253402300799999999", "since=9223372036854775808-000000000000-0",
    "since=0-000000000000-9223372036854775807", "%73ince=x&a=b",
    "since=0-000000000000-0~12ab~34cd",
  ])
  func `a token that names nothing gets all of it, which says so`(query: String) async throws {
    let stock = try await StockedCatalogue(shelf: ["crown", "rose"])
    let whole = try await stock.get("/v1/catalogue")
    for _ in 0..<2 {
      var answer = try await stock.get("/v1/catalogue?\(query)")
      #expect(answer.fields[.contentLocation] == "/v1/catalogue")
      answer.fields[.contentLocation] = nil
      #expect(answer.undated == whole.undated)
    }
  }

  @Test func `a token twice gets all of it, and other parameters are not looked at`() async throws {
    let stock = try await StockedCatalogue(shelf: ["crown", "rose"])
    let token = try await stock.token
    let twice = try await stock.get("/v1/catalogue?since=\(token)&since=\(token)")
    #expect(twice.fields[.contentLocation] == "/v1/catalogue")
    let one = try await stock.get("/v1/catalogue?since=\(token)")
    #expect(one.text.contains("\"changed\":[]"))
    for query in [
      "x=1&since=\(token)&y", "%zz&since=\(token)", "&&%73%69nce=\(token)&",
      "Since=x&since=\(token)",
    ] {
      let answer = try await stock.get("/v1/catalogue?\(query)")
      #expect(answer.undated == one.undated, "\(query)")
    }
    let whole = try await stock.get("/v1/catalogue")
    for query in ["", "sinc=\(token)", "x=since=\(token)", "SINCE=\(token)"] {
      let answer = try await stock.get("/v1/catalogue?\(query)")
      #expect(answer.undated == whole.undated, "\(query)")
    }
  }

  @Test func `what is no shorter than all of it is all of it`() async throws {
    let stock = try await StockedCatalogue(shelf: ["rose"])
    let token = try await stock.token
    _ = try await stock.retire(try GiftID("rose"))
    let crown = try GiftID("crown")
    _ = try await stock.add(crown, "{}")
    _ = try await stock.publish(crown)
    let answer = try await stock.get("/v1/catalogue?since=\(token)")
    #expect(answer.fields[.contentLocation] == "/v1/catalogue")
    #expect(answer.body == (try await stock.get("/v1/catalogue")).body)
  }

  @Test func `a long delta comes in gzip, and HEAD has its fields`() async throws {
    let names = (10..<30).map { "gift-\($0)" }
    let stock = try await StockedCatalogue(shelf: names)
    let before = try await stock.token
    for name in names.prefix(8) {
      _ = try await stock.add(try GiftID(name), "{ \"\(name)\":2}")
      _ = try await stock.publish(try GiftID(name))
    }
    let target = "/v1/catalogue?since=\(before)"
    let plain = try await stock.get(target)
    let coded = try await stock.get(target, fields: [.acceptEncoding: "gzip"])
    #expect(coded.fields[.contentEncoding] == "gzip")
    #expect(coded.body.readableBytes < plain.body.readableBytes / 2)
    let tag = try #require(plain.fields[.eTag])
    #expect(coded.fields[.eTag] == "\(tag.dropLast())-gzip\"")
    var head = try await stock.get(target, .head)
    #expect(head.body.readableBytes == 0)
    head.body = plain.body
    #expect(head.undated == plain.undated)
    let refused = try await stock.get(target, fields: [.acceptEncoding: "br, identity;q=0"])
    #expect(refused.status == .notAcceptable)
  }

  @Test func `two servers answer the same bytes, whatever they remember`() async throws {
    let stock = try await StockedCatalogue(shelf: (10..<20).map { "gift-\($0)" })
    var tokens = [try await stock.token]
    for index in 10..<18 {
      let gift = try GiftID("gift-\(index)")
      _ = index % 3 == 0 ? try await stock.retire(gift) : try await stock.add(gift, "{\"v\":2}")
      if index % 3 != 0 { _ = try await stock.publish(gift) }
      tokens.append(try await stock.token)
    }
    let other = stock.another()
    try await other.follower.refresh()
    var (deltas, compressed) = (0, 0)
    for token in tokens {
      let target = "/v1/catalogue?since=\(token)"
      let first = try await stock.get(target)
      let second = await stock.answer(target, from: other)
      #expect(first.undated == second.undated)
      let coding: HTTPFields = [.acceptEncoding: "gzip"]
      let coded = await stock.answer(target, fields: coding, from: other)
      #expect(await stock.answer(target, fields: coding).undated == coded.undated)
      if coded.fields[.contentEncoding] == "gzip" { compressed += 1 }
      if first.fields[.contentLocation] == nil { deltas += 1 }
    }
    #expect(Set(tokens).count == 9)
    #expect(deltas >= 5)
    #expect(compressed >= 2)
  }

  @Test func `a crowd with old catalogues does not wait for the database`() async throws {
    let stock = try await StockedCatalogue(shelf: (10..<20).map { "gift-\($0)" })
    var old: [String] = []
    for name in ["gift-10", "gift-11", "gift-12"] {
      old.append(try await stock.token)
      _ = try await stock.retire(try GiftID(name))
    }
    let other = stock.another()
    try await other.follower.refresh()
    async let holder = stock.holdDefinitions()
    try await stock.awaitHolder()
    let (oldest, older) = (old[0], old[1])
    async let first = stock.answer("/v1/catalogue?since=\(oldest)", from: other)
    async let second = stock.answer("/v1/catalogue?since=\(older)", from: other)
    try await stock.wait(for: 2, "wait_event_type = 'Lock' AND query LIKE '%FROM definition%'")
    let third = await stock.answer("/v1/catalogue?since=\(old[2])", from: other)
    #expect(third.fields[.contentLocation] == "/v1/catalogue")
    try await stock.releaseDefinitions()
    _ = try await holder
    #expect(await first.text.contains("\"removed\":[\"gift-10\",\"gift-11\",\"gift-12\"]"))
    #expect(await second.text.contains("\"removed\":[\"gift-11\",\"gift-12\"]"))
    let again = await stock.answer("/v1/catalogue?since=\(old[2])", from: other)
    #expect(again.text.contains("\"removed\":[\"gift-12\"]"))
  }

  @Test func `what was served not long ago is compared though the database is gone`() async throws {
    let server = try await TestCluster.private()
    let stock = try await StockedCatalogue(in: server, shelf: ["crown", "heart", "rose", "teddy"])
    let old = try await stock.token
    _ = try await stock.retire(try GiftID("rose"))
    let before = try await stock.token
    _ = try await stock.retire(try GiftID("heart"))
    let now = try await stock.token
    let other = stock.another()
    try await other.follower.refresh()
    try await server.stop()
    let answer = await stock.answer("/v1/catalogue?since=\(old)")
    #expect(answer.text.contains("\"removed\":[\"heart\",\"rose\"]"))
    #expect(
      await stock.answer("/v1/catalogue?since=\(before)").text.contains("\"removed\":[\"heart\"]"))
    #expect(await stock.answer("/v1/catalogue?since=\(now)").text.contains("\"removed\":[]"))
    // One that never served it answers with all there is, soon.
    let whole = await stock.answer("/v1/catalogue?since=\(old)", from: other)
    #expect(whole.fields[.contentLocation] == "/v1/catalogue")
    #expect(whole.text.contains("\"catalogue\":\"\(now)\""))
    try await server.start()
    // It asks again, after it has rested.
    let late = await eventually {
      let late = await stock.answer("/v1/catalogue?since=\(old)", from: other)
      return late.fields[.contentLocation] == nil ? late : nil
    }
    #expect(late?.undated == answer.undated)
    try server.end()
  }
}
