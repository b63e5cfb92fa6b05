import GiftDomain
import Testing

@testable import GiftPublishing

/// Text that is no manifest, and why.
struct BadManifest: Sendable, CustomTestStringConvertible {
  let text: String
  let fault: ManifestFault
  var testDescription: String { text }

  private init(_ text: String, _ fault: ManifestFault) {
    self.text = text
    self.fault = fault
  }

  /// A manifest of one gift with more members.
  private init(entry members: String, _ fault: ManifestFault) {
    self.init("{\"gifts\":[{\"id\":\"rose\",\(members)}]}", fault)
  }

  static let all = wholes + members + kinds + values

  private static let wholes = [
    BadManifest("", .noJSON(at("", 1), what: "The file is empty")),
    BadManifest(
      "{\n \"gifts\":[],\n}",
      .noJSON(
        ManifestPlace(gift: nil, pointer: "", line: 2, column: 12),
        what: "Nothing follows this comma")),
    BadManifest("[]", .otherKind(at("", 1), expected: .object)),
    BadManifest("{}", .memberMissing(at("", 1), name: "gifts")),
    BadManifest(#"{"gifts":null}"#, .memberMissing(at("", 1), name: "gifts")),
    BadManifest(#"{"gifts":{}}"#, .otherKind(at("/gifts", 10), expected: .list)),
    BadManifest(#"{"gifts":[],"gift":1}"#, .memberUnknown(at("/gift", 13), known: wholeMembers)),
    BadManifest(#"{"gifts":[{}]}"#, .memberMissing(at("/gifts/0", 11, in: nil), name: "id")),
    BadManifest(
      #"{"gifts":[{"id":null}]}"#, .memberMissing(at("/gifts/0", 11, in: nil), name: "id")),
  ]

  private static let members = [
    BadManifest(
      entry: #""prices":10"#, .memberUnknown(at("/gifts/0/prices", 24), known: giftMembers)),
    BadManifest(
      entry: #""Price":10"#, .memberUnknown(at("/gifts/0/Price", 24), known: giftMembers)),
    BadManifest(entry: #""id":"heart""#, .memberRepeated(at("/gifts/0/id", 24))),
    BadManifest(entry: #""price":1,"price":2"#, .memberRepeated(at("/gifts/0/price", 34))),
    BadManifest(
      entry: #""names":{"en":"A","en":"B"}"#, .memberRepeated(at("/gifts/0/names/en", 42))),
    BadManifest(
      entry: #""from":"2026-12-01T10:00:00Z""#, .publishMissing(at("/gifts/0/from", 31))),
    BadManifest(
      entry: #""publish":false,"until":"2026-12-01T10:00:00Z""#,
      .publishMissing(at("/gifts/0/until", 48))),
    BadManifest(entry: #""version":2"#, .publishMissing(at("/gifts/0/version", 34))),
    BadManifest(
      entry: #""windows":[{"from":"2026-12-01T10:00:00Z"}]"#,
      .memberMissing(at("/gifts/0/windows/0", 35), name: "until")),
    BadManifest(
      entry: #""windows":[{"until":"2026-12-01T10:00:00Z"}]"#,
      .memberMissing(at("/gifts/0/windows/0", 35), name: "from")),
    BadManifest(
      entry: #""publish":true,"retire":"2026-12-01T10:00:00Z""#,
      .memberMissing(at("/gifts/0", 11), name: "from")),
    BadManifest(
      entry: #""windows":[{"from":"2026-12-01T10:00:00Z","until":"2026-12-02T10:00:00Z","#
        + #""hide":true,"version":2}]"#,
      .versionHidden(at("/gifts/0/windows/0/version", 119))),
    BadManifest(
      entry: #""windows":[{"up":1}]"#,
      .memberUnknown(at("/gifts/0/windows/0/up", 36), known: windowMembers)),
    BadManifest(
      entry: #""windows":["# + Array(repeating: "{}", count: 101).joined(separator: ",") + "]",
      .tooManyWindows(at("/gifts/0/windows", 34))),
  ]

  private static let kinds = [
    BadManifest(
      entry: #""names":["Rose"]"#, .otherKind(at("/gifts/0/names", 32), expected: .object)),
    BadManifest(
      entry: #""names":{"en":1}"#, .otherKind(at("/gifts/0/names/en", 38), expected: .text)),
    BadManifest(
      entry: #""price":"ten""#, .otherKind(at("/gifts/0/price", 32), expected: .wholeNumber)),
    BadManifest(
      entry: #""price":1.5"#, .otherKind(at("/gifts/0/price", 32), expected: .wholeNumber)),
    BadManifest(
      entry: #""order":1e19"#, .otherKind(at("/gifts/0/order", 32), expected: .wholeNumber)),
    BadManifest(entry: #""tags":"red""#, .otherKind(at("/gifts/0/tags", 31), expected: .list)),
    BadManifest(entry: #""tags":[5]"#, .otherKind(at("/gifts/0/tags/0", 32), expected: .text)),
    BadManifest(
      entry: #""publish":"yes""#, .otherKind(at("/gifts/0/publish", 34), expected: .truth)),
    BadManifest(entry: #""until":5"#, .otherKind(at("/gifts/0/until", 32), expected: .text)),
  ]

  private static let values = [
    BadManifest(
      #"{"gifts":[{"id":"Rose"}]}"#,
      .invalid(at("/gifts/0/id", 17, in: "Rose"), .malformed(.giftID, text: "Rose"))),
    BadManifest(
      entry: #""names":{"e":"A"}"#,
      .invalid(at("/gifts/0/names/e", 37), .malformed(.localeTag, text: "e"))),
    BadManifest(
      entry: #""names":{"en":"A\u0007"}"#,
      .invalid(at("/gifts/0/names/en", 38), .malformed(.giftName, text: "A\u{7}"))),
    BadManifest(
      entry: #""only":["ios:8"]"#,
      .invalid(at("/gifts/0/only/0", 32), .malformed(.platformRule, text: "ios:8"))),
    BadManifest(
      entry: #""regions":["DE","XX"]"#,
      .invalid(at("/gifts/0/regions/1", 40), .malformed(.region, text: "XX"))),
    BadManifest(
      entry: #""order":1,"places":["gifts:2"]"#,
      .invalid(at("/gifts/0", 11), .repeated(.order, text: "2"))),
    BadManifest(
      entry: #""publish":true,"from":"2026-12-01 10:00""#,
      .zoneMissing(at("/gifts/0/from", 46), "2026-12-01 10:00")),
    BadManifest(
      entry: #""retire":"tomorrow""#,
      .invalid(at("/gifts/0/retire", 33), .malformed(.instant, text: "tomorrow"))),
    BadManifest(
      #"{"gifts":[],"placements":[{"name":"splash","choose":"one"}]}"#,
      .invalid(at("/placements/0/choose", 53), .malformed(.choice, text: "one"))),
    BadManifest(
      #"{"gifts":[],"categories":[{"id":"love","order":1e15}]}"#,
      .invalid(
        at("/categories/0/order", 48),
        .outOfRange(.order, value: 1_000_000_000_000_000, allowed: Order.range))),
    BadManifest(
      #"{"gifts":[{"id":"rose"},{"id":"rose"}]}"#, .giftRepeated(at("/gifts/1", 25))),
  ]

  private static let wholeMembers = ["$schema", "gifts", "zone", "placements", "categories"]
  private static let giftMembers = [
    "id", "file", "loop", "segments", "names", "fallback", "price", "category", "order",
    "places", "only", "regions", "tags", "streakable", "note", "publish", "version", "from",
    "until", "windows", "retire",
  ]
  private static let windowMembers = ["from", "until", "version", "hide", "price", "order"]

  /// A place on the first line; in the first gift, unless it is elsewhere.
  private static func at(
    _ pointer: String, _ column: Int, in gift: String? = "rose"
  ) -> ManifestPlace {
    ManifestPlace(
      gift: pointer.hasPrefix("/gifts/") ? gift : nil, pointer: pointer, line: 1, column: column)
  }
}
