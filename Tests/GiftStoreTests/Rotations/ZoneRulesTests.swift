import Foundation
import GiftDomain
import GiftStore
import Postgres
import Support
import Testing

/// What the database says of zones: as the independent judge's files have it, and as it answers
/// when it is asked for single instants.
@Suite(.timeLimit(.minutes(5)))
struct ZoneRulesTests {
  @Test(arguments: try JudgedZone.all())
  func `the rules of the database agree with an independent judge`(zone: JudgedZone) async throws {
    let store = try await StoreFixture.untouched().store()
    let rules = try #require(try await store.zone(zone.name))
    try #require(zone.locals.count >= 60)
    for local in zone.locals {
      let time = try LocalTime(local.text)
      #expect(rules.instant(of: time) == local.instant, "\(local.text)")
      #expect(rules.occasion(of: time) == local.occasion, "\(local.text)")
    }
    let judged = rules.transitions.filter { zone.span.contains($0.at) }
    #expect(judged == zone.transitions)
    await store.close()
  }

  @Test(arguments: 0..<4)
  func `the rules give the local time that the database gives`(part: Int) async throws {
    let fixture = try await StoreFixture.untouched()
    let store = fixture.store()
    let connection = try await fixture.connection()
    let names = try await connection.texts(
      """
      SELECT name AS value FROM pg_timezone_names
      WHERE name LIKE '%/%' AND name !~ '^(posix|right)/' ORDER BY md5(name) LIMIT 40
      """)
    try #require(names.count == 40)
    var draws = ActionDraws(seed: UInt64(part) + 1)
    for name in names[(part * 10)..<(part * 10 + 10)] {
      let rules = try #require(try await store.zone(name))
      // 1970-01-01 to 2099-12-31.
      let random = (0..<200).map { _ in draws.number(0...4_102_444_799) }
      let turns = rules.transitions.flatMap { [$0.at - 1, $0.at] }
      let seconds = random + turns
      let list = seconds.map(String.init).joined(separator: ",")
      let answers = try await connection.texts(
        """
        SELECT to_char(to_timestamp(s.at) AT TIME ZONE '\(name)', 'YYYY-MM-DD HH24:MI:SS') AS value
        FROM unnest(ARRAY[\(list)]::bigint[]) WITH ORDINALITY AS s (at, place) ORDER BY s.place
        """)
      let ours = try seconds.map { second in
        rules.local(at: try Timestamp(microseconds: second * 1_000_000))
      }
      #expect(try answers.map { text in try LocalTime(text) } == ours, "\(name)")
    }
    await store.close()
    await connection.close()
  }

  @Test func `UTC is a zone whose clocks are never turned`() async throws {
    let store = try await StoreFixture.untouched().store()
    let utc = try #require(try await store.zone("UTC"))
    #expect(utc.transitions.isEmpty && utc.firstOffsetSeconds == 0 && utc.name == "UTC")
    await store.close()
  }

  @Test(arguments: [
    "", "Nowhere/Land", "europe/london", "Europe/London ", "Europe/London\0", "EST", "EST5EDT",
    "GMT", "UTC+1", "+01:00", "../etc/passwd", "'; DROP TABLE gift; --",
  ])
  func `what is no place of the IANA database is no zone`(name: String) async throws {
    let store = try await StoreFixture.untouched().store()
    #expect(try await store.zone(name) == nil)
    await store.close()
  }
}

/// A file of `fixtures/rotation`: what an independent judge says of a zone.
struct JudgedZone: Sendable, CustomTestStringConvertible {
  /// A local time, how often it exists, and the instant that it means.
  struct Local: Sendable {
    let text: String
    let occasion: ZoneRules.Occasion
    let instant: Timestamp
  }

  let name: String
  let locals: [Local]
  let transitions: [ZoneRules.Transition]
  /// The seconds of the years 2005 to 2037, of which the file speaks.
  let span: Range<Int64> = 1_104_537_600..<2_145_916_800

  var testDescription: String { name }

  static func all() throws -> [JudgedZone] {
    let folder = Places.packageRoot + "/fixtures/rotation"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    try #require(names.count >= 6)
    return try names.filter { $0.hasSuffix(".txt") }.map { name in
      try JudgedZone(text: String(contentsOfFile: folder + "/" + name, encoding: .utf8))
    }
  }

  /// The first line names the zone: `# Asia/Tehran: …`; the words of the others begin with what
  /// they are about.
  private init(text: String) throws {
    let lines = text.split(separator: "\n")
    let title = try #require(lines.first).dropFirst(2)
    name = String(title.prefix { $0 != ":" })
    var locals: [Local] = []
    var transitions: [ZoneRules.Transition] = []
    for words in lines.map({ $0.split(separator: " ").map(String.init) }) {
      switch words[0] {
      case "local":
        try #require(words.count == 5)
        locals.append(
          Local(
            text: "\(words[1]) \(words[2])",
            occasion: try #require(ZoneRules.Occasion(rawValue: words[3])),
            instant: try .at(words[4])))
      case "transition":
        try #require(words.count == 3)
        transitions.append(
          ZoneRules.Transition(
            at: try Timestamp(rfc3339: words[1]).microseconds / 1_000_000,
            offsetSeconds: try #require(Int64(words[2]))))
      default: break
      }
    }
    self.locals = locals
    self.transitions = transitions
  }
}
