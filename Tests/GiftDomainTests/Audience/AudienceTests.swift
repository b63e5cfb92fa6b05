import Foundation
import GiftDomain
import Testing

/// Which clients a gift is for.
struct AudienceTests {
  @Test(arguments: [
    ("8.2", "8.10"), ("8", "8.0.0.1"), ("7.99.99.99", "8"), ("2026.11.9", "2026.11.10"),
    ("0", "0.0.0.1"), ("999999998", "999999999"),
  ])
  func `versions are compared number by number`(less: String, more: String) throws {
    let (less, more) = (try AppVersion(less), try AppVersion(more))
    #expect(less < more && !(more < less) && less != more)
  }

  @Test(arguments: [
    ("8.3.0", "8.3"), ("8.0.0.0", "8"), ("0.0", "0"), ("08.03", "8.3"), ("8.0.1", "8.0.1"),
  ])
  func `a version has one normal form`(written: String, normal: String) throws {
    #expect(try AppVersion(written).text == normal)
    #expect(try AppVersion(written) == AppVersion(normal))
    #expect(try Self.readBack(AppVersion(written)) == AppVersion(normal))
  }

  @Test(arguments: [
    "", ".", "8.", ".8", "8..3", "8.3b", "v8", "-1", "1.2.3.4.5", "1234567890", "８",
  ])
  func `what is not numbers with dots is not a version`(text: String) {
    #expect(throws: DomainError.malformed(.appVersion, text: text)) { try AppVersion(text) }
  }

  @Test(arguments: [
    ("ios", "ios"), ("ios>=8.20.0", "ios>=8.20"), ("web<9", "web<9"),
    ("android>=8.2<9.0", "android>=8.2<9"), ("android:9+", "android>=9"),
    ("ios:8.2-8", "ios>=8.2<9"), ("ios:-8", "ios<9"), ("ios:-8.0", "ios<8.1"),
    ("web:0-0.0.0.0", "web>=0<0.0.0.1"), ("ios:9-9", "ios>=9<10"),
  ])
  func `a rule has one normal form`(written: String, normal: String) throws {
    #expect(try PlatformRule(written).text == normal)
    #expect(try PlatformRule(normal) == PlatformRule(written))
  }

  @Test(arguments: [
    "", "tv", "iOS", "ios>", "ios>8", "ios=8", "ios>=", "ios<", "ios<9>=8", "ios>=8>=9",
    "ios>=9<8", "ios>=8<8", "ios >=8", "ios>=8 ", "ios<=9", "ios>=8<9<10", "ios:", "ios:8", "ios:-",
    "ios:+", "ios:8-", "ios:9-8", "ios:8+9", "ios:8.2-8+", "ios:-8-9", "ios:-999999999", "ios:>=8",
    "ios:-99999999999999999999", "ios:-8.", "ios:-.8", "ios:-1.2.3.4.5", "ios: 8+",
  ])
  func `what is not a platform with versions is not a rule`(text: String) {
    #expect(throws: DomainError.malformed(.platformRule, text: text)) { try PlatformRule(text) }
  }

  @Test(arguments: [
    ("ios", "ios"), ("ios>=8.20", "ios:8.20+"), ("web<9", "web:-8"), ("web<9.1", "web:-9.0"),
    ("android>=8.2<9", "android:8.2-8"), ("ios<1.0.1", "ios:-1.0.0"), ("ios<0", "ios<0"),
    ("ios>=8.1.9<8.2", "ios:8.1.9-8.1"),
  ])
  func `a rule is spelled without signs of the shell`(stored: String, spelled: String) throws {
    let rule = try PlatformRule(stored)
    #expect(rule.spelling == spelled)
    #expect(try PlatformRule(spelled) == rule)
  }

  @Test func `random rules are read back from both spellings`() throws {
    var random = SplitMix64(seed: 8)
    func version() -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        String(Int.random(in: 0...11, using: &random))
      }.joined(separator: ".")
    }
    for _ in 0..<5_000 {
      let bounds = [version(), version()]
      let written = ["ios>=\(bounds[0])", "ios<\(bounds[0])", "ios>=\(bounds[0])<\(bounds[1])"]
      for text in written {
        // Bounds without a version between them are none.
        guard let rule = try? PlatformRule(text) else { continue }
        #expect(try PlatformRule(rule.text) == rule, "\(text)")
        #expect(try PlatformRule(rule.spelling) == rule, "\(text)")
      }
    }
  }

  @Test(
    arguments: [
      ("", "", [":", "ios", "android:1", "::DE"], []),
      ("ios:8.2-8", "", ["ios:8.2", "ios:8.99.1"], ["ios:8.1.9", "ios:9", "ios"]),
      ("ios", "", ["ios", "ios:1", "ios:8.3:DE"], ["", "android", "::DE", "web:9"]),
      ("ios>=8.2", "", ["ios:8.2", "ios:8.10"], ["ios", "ios:8.1.9", "android:9"]),
      ("ios<9", "", ["ios:8.99", "ios:0"], ["ios", "ios:9", "ios:9.0.1"]),
      ("ios>=8.2<9,ios>=10,web", "", ["ios:8.2", "ios:10", "web"], ["ios:9", "android"]),
      ("", "DE,AT", ["::DE", "web::AT"], ["", "ios:8", "::CH"]),
      ("android", "DE", ["android::DE"], ["android", "::DE", "ios::DE", "android::AT"]),
    ] as [(String, String, [String], [String])])
  func `one rule and one region fit`(
    rules: String, regions: String, theirs: [String], others: [String]
  ) throws {
    let audience = try Self.audience(rules, regions)
    for client in theirs { #expect(try audience.includes(Self.client(client)), "\(client)") }
    for client in others { #expect(try !audience.includes(Self.client(client)), "\(client)") }
    #expect(try Self.readBack(audience) == audience)
  }

  @Test func `equal audiences are equal however they are written`() throws {
    let one = try Self.audience("ios>=8.2,android", "DE,AT,DE")
    #expect(try one == Self.audience("android,ios>=8.2.0,android", "AT,DE"))
    #expect(one.text == "android,ios>=8.2;AT,DE" && one.phrase == "android, ios:8.2+ in AT, DE")
    #expect(try Self.audience("", "") == .everybody)
    #expect(Audience.everybody.phrase == "everybody")
  }

  @Test func `regions are those that there are, and not too many`() throws {
    #expect(try Region("de").text == "DE")
    #expect(try Region("XK").isAssigned)
    for text in ["", "D", "DEU", "276", "d1", "Ä", "ß", "ﬁ", "ıt", "D ", "@A"] {
      #expect(throws: DomainError.malformed(.region, text: text)) { try Region(text) }
    }
    for text in ["UK", "EU", "ZZ", "AA"] {
      let region = try Region(text)
      #expect(throws: DomainError.malformed(.region, text: text)) {
        try Audience(rules: [], regions: [region])
      }
    }
    let rules = try (1...9).map { try PlatformRule("ios>=\($0)") }
    #expect(throws: DomainError.tooMany(.platformRule, count: 9, limit: 8)) {
      try Audience(rules: rules, regions: [])
    }
  }

  @Test(arguments: ["", "::", "tv", "ios:8:DE:x", ":8", "ios:x", "ios::D", "8.3"])
  func `what does not describe a client is refused`(text: String) {
    #expect(throws: DomainError.self) { try ClientKind(text) }
  }

  private static func readBack<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private static func audience(_ rules: String, _ regions: String) throws -> Audience {
    try Audience(
      rules: rules.split(separator: ",").map { try PlatformRule(String($0)) },
      regions: regions.split(separator: ",").map { try Region(String($0)) })
  }

  private static func client(_ text: String) throws -> ClientKind {
    text.allSatisfy { $0 == ":" } ? .unknown : try ClientKind(text)
  }
}
