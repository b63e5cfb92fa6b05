import Foundation
import Testing

@testable import GiftKit

/// JSON that anybody may have written: it is valid, or it is a bad response, and never a crash.
struct CatalogueDocumentTests {
  @Test func `unknown members are ignored, and gifts are sorted by order, then by id`() throws {
    let document = try SampleGifts.whole(
      token(1),
      [
        SampleGifts.json("cc", order: 2), SampleGifts.json("bb", order: 2),
        SampleGifts.json("aa", order: 3), SampleGifts.json("dd", order: -1),
      ])
    guard case .whole(let catalogue) = document else {
      Issue.record("it is not a whole catalogue")
      return
    }
    #expect(catalogue.gifts.map(\.id.text) == ["dd", "bb", "cc", "aa"])
  }

  @Test(arguments: [
    "", "{", "null", "[]", "{}", "\"\"", "1", "{\"catalogue\":\"1-aaaaaaaaaaaa-1\"}",
    "{\"catalogue\":\"1-aaaaaaaaaaaa-1\",\"gifts\":{},\"asOf\":\"2026-11-26T16:54:57Z\"}",
    "{\"catalogue\":\"x\",\"gifts\":[],\"asOf\":\"2026-11-26T16:54:57Z\"}",
    "{\"catalogue\":\"1-aaaaaaaaaaaa-1\",\"gifts\":[],\"asOf\":\"yesterday\"}",
    "{\"catalogue\":\"1-aaaaaaaaaaaa-1\",\"gifts\":[],\"asOf\":\"2026-11-26T16:54:57Z\"",
    "{\"from\":\"1-aaaaaaaaaaaa-1\",\"to\":\"2-aaaaaaaaaaaa-1\",\"changed\":[],"
      + "\"removed\":[\"..\"],\"asOf\":\"2026-11-26T16:54:57Z\"}",
    "{\"from\":\"1-aaaaaaaaaaaa-1\",\"to\":\"2-aaaaaaaaaaaa-1\",\"changed\":[],"
      + "\"removed\":[\"aa\",\"aa\"],\"asOf\":\"2026-11-26T16:54:57Z\"}",
    "\u{feff}{}", "<html></html>",
  ])
  func `what is not a document is a bad response`(text: String) {
    expectBad { () throws(GiftClientError) in _ = try CatalogueDocument.decode(Data(text.utf8)) }
  }

  @Test func `neither depth nor length nor broken text ends the program`() {
    let bodies = [
      Data(repeating: UInt8(ascii: "["), count: 1_000_000),
      Data(String(repeating: "{\"a\":", count: 100_000).utf8),
      Data("{\"asOf\":\"".utf8) + Data(repeating: 0xff, count: 100), Data([0, 0, 0, 0]),
      Data("{\"asOf\":\"\(String(repeating: "9", count: 1_000_000))\"}".utf8),
      Data("{\"price\":1e999999,\"asOf\":-0}".utf8),
      Data("{\"gifts\":[".utf8) + Data(String(repeating: "{},", count: 300_000).utf8),
      Data("{\"catalogue\":\"\(String(repeating: "~", count: 1_000_000))\"}".utf8),
    ]
    for body in bodies {
      expectBad { () throws(GiftClientError) in _ = try CatalogueDocument.decode(body) }
    }
  }

  static let malformed: [(String, @Sendable () -> Any?)] = [
    ("id", { "../etc" }), ("id", { nil }), ("id", { 7 }), ("price", { -1 }),
    ("price", { 10_000_001 }), ("price", { 1e30 }), ("price", { 1.5 }), ("price", { "10" }),
    ("order", { 1_000_001 }), ("category", { "Two Words" }), ("names", { [String: String]() }),
    ("names", { ["en": ""] }), ("names", { ["en": String(repeating: "x", count: 3000)] }),
    ("fallback", { "de" }), ("tags", { (0..<21).map { "t\($0)" } }),
    ("from", { "now" }), ("until", { 5 }),
    ("animation", { nil }), ("animation", { [String: String]() }), ("streakable", { 1.5 }),
    ("poster", { ["byteCount": 1] }),
  ]

  @Test(arguments: malformed.indices)
  func `a malformed gift is left out, and the others stay`(index: Int) throws {
    let (name, value) = Self.malformed[index]
    var gift = SampleGifts.json("rose")
    gift[name] = value()
    try expectLeftOut(gift)
  }

  /// The rose with an animation that has another member.
  private static func animated(_ name: String, _ value: Any) -> [String: Any] {
    var gift = SampleGifts.json("rose")
    var animation = gift["animation"] as? [String: Any] ?? [:]
    animation[name] = value
    gift["animation"] = animation
    return gift
  }

  @Test(arguments: [
    ("width", 1, 2_147_483_647), ("height", 1, 2_147_483_647), ("durationMs", 0, 1_000_000_000_000),
    ("frameCount", 1, 9_007_199_254_740_992), ("frameRate", 1, 9_007_199_254_740_992),
  ])
  func `numbers of an animation have limits at both ends`(name: String, least: Int, most: Int)
    throws
  {
    for value in [least, most] {
      _ = try SampleGifts.whole(token(1), [Self.animated(name, value)])
    }
    for value in [least - 1, most + 2, Int.max, Int.min] {
      try expectLeftOut(Self.animated(name, value))
    }
  }

  /// The rose with this playback.
  private static func played(_ loop: Any, _ segments: [[String: Any]]) -> [String: Any] {
    animated("playback", ["loop": loop, "segments": segments])
  }

  private static var main: [String: Any] { ["name": "main", "first": 30, "last": 59.5] }

  @Test func `an animation says how it is played`() throws {
    let segment = Playback.Segment(name: "main", first: 30, last: 59.5)
    let cases: [(Any, Playback.Loop)] = [
      (false, .never), (true, .always), (3, .times(3)), ("main", .segment("main")),
    ]
    for (value, loop) in cases {
      let document = try SampleGifts.whole(token(1), [Self.played(value, [Self.main])])
      guard case .whole(let catalogue) = document else { return }
      #expect(
        catalogue.gifts.first?.animation.playback == Playback(loop: loop, segments: [segment]))
      let saved = try JSONEncoder().encode(catalogue.gifts.map(GiftRecord.init))
      let records = try decodeJSON([GiftRecord].self, from: saved)
      #expect(try records.map { try $0.gift() } == catalogue.gifts)
    }
  }

  @Test func `a gift with a playback that cannot be is left out`() throws {
    let long = String(repeating: "x", count: 257)
    let cases: [(Any, [[String: Any]])] = [
      (1, []), (1001, []), (2.5, []), ("main", []), (false, [Self.main, Self.main]),
      (false, [["name": "main", "first": 2, "last": 2]]),
      (false, [["name": long, "first": 1, "last": 2]]),
      (false, [["name": "", "first": 1, "last": 2]]),
      (false, (0...50).map { ["name": "s\($0)", "first": 0, "last": 1] }),
    ]
    for (loop, segments) in cases {
      try expectLeftOut(Self.played(loop, segments))
    }
  }

  @Test func `a viewer reads the name of the first language that has one, or of the fallback`()
    throws
  {
    let gift = SampleGifts.json(
      "rose",
      ["names": ["en": "Rose", "de": "Röschen", "zh-Hant": "玫瑰"], "fallback": "en"])
    guard case .whole(let catalogue) = try SampleGifts.whole(token(1), [gift]) else { return }
    let rose = try #require(catalogue.gifts.first)
    for (languages, name) in [
      (["de-AT", "en"], "Röschen"), (["fr", "DE"], "Röschen"), (["zh-Hant-TW-x-a"], "玫瑰"),
      (["zh"], "Rose"), ([], "Rose"), (["", "-", "fr-FR"], "Rose"),
    ] {
      #expect(rose.name(for: languages) == name, "\(languages)")
    }
  }

  @Test func `a gift that occurs twice makes the response bad`() {
    expectBad { () throws(GiftClientError) in
      _ = try SampleGifts.whole(token(1), [SampleGifts.json("rose"), SampleGifts.json("rose")])
    }
  }

  @Test func `a poster comes with a preview, or not at all`() throws {
    let picture: [String: Any] = [
      "byteCount": 7168, "height": 256, "sha256": SampleGifts.digest, "width": 256,
      "url": "/v1/pictures/\(SampleGifts.digest).webp",
    ]
    try expectLeftOut(SampleGifts.json("rose", ["poster": picture]))
    let both = SampleGifts.json("rose", ["poster": picture, "preview": picture])
    _ = try SampleGifts.whole(token(1), [both])
  }

  @Test func `what is saved is what was read`() throws {
    let gift = SampleGifts.json("rose", ["until": "2027-02-14T23:00:00.000001Z"])
    guard case .whole(let catalogue) = try SampleGifts.whole(token(1), [gift]) else { return }
    let saved = try JSONEncoder().encode(catalogue.gifts.map(GiftRecord.init))
    let records = try decodeJSON([GiftRecord].self, from: saved)
    #expect(try records.map { try $0.gift() } == catalogue.gifts)
  }

  /// A gift that is left out of a catalogue, beside another one that stays.
  private func expectLeftOut(_ gift: [String: Any]) throws {
    let document = try SampleGifts.whole(token(1), [SampleGifts.json("heart"), gift])
    guard case .whole(let catalogue) = document else { return }
    #expect(catalogue.gifts.map(\.id) == ["heart"])
    #expect(catalogue.faults.count == 1)
  }

  private func expectBad(_ body: () throws(GiftClientError) -> Void) {
    do throws(GiftClientError) {
      try body()
      Issue.record("it was accepted")
    } catch .badResponse {
      return
    } catch {
      Issue.record("\(error)")
    }
  }
}
