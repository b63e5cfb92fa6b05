import GiftDomain
import GiftStore
import HTTPTypes
import StoreSupport
import Support
import Testing

@testable import GiftAPI

/// What clients get of animations that were withdrawn: nothing, from wherever it would come.
struct WithdrawalTests {
  private static let nowhere = GiftStore(
    conninfo: "host=/nowhere", role: .reader, applicationName: "test")

  private let rose: GiftID

  init() throws { rose = try GiftID("rose") }

  private func isGone(_ answer: Answer) -> Bool {
    answer.status == .gone && answer.fields[.cacheControl] == "no-store"
      && answer.text.contains("\"code\":\"withdrawn\"")
  }

  @Test(arguments: [true, false])
  func `withdrawn bytes and pictures are gone, live ones and others`(isLive: Bool) async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    // Drawn again: the first pictures are read from the database, and kept in memory.
    _ = try await stock.draw("rose", "{}", 3, settings: 2)
    if !isLive { _ = try await stock.retire(rose) }
    let targets = try [animationURL("{}"), pictureURL(1), pictureURL(2), pictureURL(3)]
    for target in targets { #expect(try await stock.get(target).status == .ok) }
    let before = try await stock.get("/v1/catalogue")
    _ = try await stock.withdraw(rose, "{}")
    // Without a search of all plans for what is to be kept in memory.
    try await stock.api.follower.refresh(rescansAssets: false)
    let after = await stock.answer("/v1/catalogue")
    #expect(after.fields[.eTag] != before.fields[.eTag])
    #expect(!after.text.contains("rose"))
    for target in targets + ["/rose.json", "/animation/rose"] {
      for coding in ["identity", "gzip", "br"] {
        let answer = await stock.answer(
          target, unless: "\"\(target.filter(\.isHexDigit))\"", fields: [.acceptEncoding: coding])
        #expect(isGone(answer), "\(target) \(answer.status)")
      }
      #expect(await stock.answer(target, .head).status == .gone)
    }
    let gift = try await stock.get("/v1/gifts/rose")
    #expect(gift.status == .ok && gift.text.contains("\"withdrawn\":true"))
    #expect(!gift.text.contains("poster"))
  }

  @Test func `the list names what is withdrawn, and catalogues name the list`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    let none = try await stock.get("/v1/withdrawn")
    #expect(none.text == "{\"withdrawn\":[]}")
    #expect(!(try await stock.get("/v1/catalogue")).text.contains("withdrawn"))
    let token = try #require(
      try await stock.get("/v1/catalogue").text.split(separator: "\"catalogue\":\"").last?
        .prefix { $0 != "\"" })
    _ = try await stock.withdraw(rose, "{}")
    let list = try await stock.get("/v1/withdrawn")
    for digest in try [
      sha256(Array("{}".utf8)), sha256(PictureFile(sample: 1).bytes),
      sha256(PictureFile(sample: 2).bytes),
    ] {
      #expect(list.text.contains(try SHA256Digest(bytes: digest).hex))
    }
    let animation = try SHA256Digest(bytes: sha256(Array("{}".utf8))).hex
    let name = try SHA256Digest(bytes: sha256(Array(animation.utf8))).hex.prefix(32)
    for target in ["/v1/catalogue", "/v1/catalogue?since=\(token)"] {
      #expect(try await stock.get(target).text.contains("\"withdrawn\":\"\(name)\""), "\(target)")
    }
    _ = try await stock.withdraw(rose, "{}", false)
    #expect(try await stock.get("/v1/withdrawn").text == none.text)
    #expect(try await stock.get(try animationURL("{}")).status == .ok)
    #expect(try await stock.get(try pictureURL(1)).status == .ok)
    #expect(try await stock.get("/rose.json").text.contains("gift_retired"))
  }

  @Test func `a picture that another animation has, too, stays`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    try await stock.addDrawn("lily", "{ }", 1)
    _ = try await stock.withdraw(rose, "{}")
    #expect(isGone(try await stock.get(try animationURL("{}"))))
    for sample: UInt8 in [1, 2] {
      #expect(try await stock.get(try pictureURL(sample)).status == .ok)
    }
  }

  @Test func `drafts that are withdrawn are no client's business`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("lily", "{ }", 3)
    _ = try await stock.add(rose, "{}")
    let before = try await stock.get("/v1/catalogue")
    _ = try await stock.withdraw(rose, "{}")
    // Heads tell of time that passes.
    let after = try await stock.get("/v1/catalogue")
    #expect(after.text == before.text && after.fields[.eTag] == before.fields[.eTag])
    #expect(try await stock.get("/v1/withdrawn").text == "{\"withdrawn\":[]}")
    #expect(try await stock.get(try animationURL("{}")).status == .notFound)
  }

  @Test func `a server that starts from its file serves nothing that was withdrawn`() async throws {
    let stock = try await StockedCatalogue()
    try await stock.addDrawn("rose", "{}", 1)
    try await stock.addDrawn("lily", "{ }", 3)
    #expect(try await stock.get(try animationURL("{}")).status == .ok)
    _ = try await stock.withdraw(rose, "{}")
    try await stock.api.follower.refresh(rescansAssets: false)
    let file = try await stock.kept()
    #expect(!contains(file, try PictureFile(sample: 1).bytes))
    let api = GiftAPI(store: Self.nowhere, logger: .silent)
    #expect(try await api.restore(file, now: hostTime()) != nil)
    for target in try [animationURL("{}"), pictureURL(1), pictureURL(2), "/rose.json"] {
      #expect(isGone(await api.answer(target)), "\(target)")
    }
    #expect(await api.answer(try animationURL("{ }")).status == .ok)
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }
}

extension StockedCatalogue {
  /// Withdraws the versions of a gift with these bytes, or allows them again.
  func withdraw(
    _ gift: GiftID, _ content: String, _ isWithdrawn: Bool = true
  ) async throws -> EditOutcome {
    try await commit(
      isWithdrawn ? .withdraw : .restoreAsset,
      [
        .setWithdrawn(
          gift: gift, animation: try SHA256Digest(bytes: sha256(Array(content.utf8))),
          withdrawn: isWithdrawn)
      ])
  }
}
