import GiftStore
import Postgres
import Testing

@testable import GiftDomain

/// A row with other values in some of its columns, and whether the domain has such a value.
struct LimitCase: Sendable, CustomTestStringConvertible {
  let table: String
  let values: [String: String]
  let isAllowed: Bool

  var testDescription: String {
    let shown = values.sorted { $0.key < $1.key }.map { "\($0) = \($1.prefix(60))" }
    return "\(table) \(shown.joined(separator: ", ")) \(isAllowed ? "stands" : "is refused")"
  }

  /// A number at both ends of its range, and beyond them.
  static func number(
    _ table: String, _ column: String, _ range: ClosedRange<Int64>,
    with others: [String: String] = [:]
  ) -> [LimitCase] {
    [
      (range.lowerBound, true), (range.upperBound, true), (range.lowerBound - 1, false),
      (range.upperBound + 1, false),
    ].map { number, isAllowed in
      LimitCase(
        table: table, values: others.merging([column: "\(number)"]) { $1 }, isAllowed: isAllowed)
    }
  }

  /// Text of as many bytes as there may be, and of one more, or none.
  static func line(_ table: String, _ column: String, bytes: Int) -> [LimitCase] {
    [
      ("repeat('x', \(bytes))", true), ("repeat('x', \(bytes + 1))", false), ("''", false),
      ("'a' || chr(7)", false), ("' a'", false), ("'a '", false), ("E'a\\nb'", false),
    ].map { LimitCase(table: table, values: [column: $0], isAllowed: $1) }
  }

  /// As many items as there may be, and one more, in lists that `values` makes.
  static func count(
    _ table: String, most: Int, _ values: (Int) -> [String: String]
  ) -> [LimitCase] {
    [
      LimitCase(table: table, values: values(most), isAllowed: true),
      LimitCase(table: table, values: values(most + 1), isAllowed: false),
    ]
  }

  /// The first and the last instant, and those before and after them.
  static func instant(
    _ table: String, _ column: String, with others: [String: String] = [:],
    form: (String) -> String = { $0 }
  ) -> [LimitCase] {
    let ends = [Timestamp.range.lowerBound, Timestamp.range.upperBound].map {
      "'\(Timestamp(clamping: $0).rfc3339)'::timestamptz"
    }
    return [
      (ends[0], true), (ends[1], true), ("\(ends[0]) - interval '1 microsecond'", false),
      ("\(ends[1]) + interval '1 microsecond'", false), ("'infinity'::timestamptz", false),
    ].map { at, isAllowed in
      LimitCase(
        table: table, values: others.merging([column: form(at)]) { $1 }, isAllowed: isAllowed)
    }
  }

  static func one(_ table: String, _ isAllowed: Bool, _ values: [String: String]) -> LimitCase {
    LimitCase(table: table, values: values, isAllowed: isAllowed)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct LimitTests {
  private static let texts: [[LimitCase]] = [
    LimitCase.line("change", "actor", bytes: Actor.maxBytes),
    LimitCase.line("change", "reason", bytes: Remark.maxBytes),
    LimitCase.line("definition", "note", bytes: Remark.maxBytes),
    ["gift.id", "rotation.name"].flatMap { column in
      let parts = column.split(separator: ".").map(String.init)
      return [("repeat('x', 64)", true), ("repeat('x', 65)", false), ("'x'", false)].map {
        LimitCase.one(parts[0], $1, [parts[1]: $0])
      }
    },
    ["gift_group.name", "definition.category"].flatMap { column in
      let parts = column.split(separator: ".").map(String.init)
      return [("repeat('x', 64)", true), ("repeat('x', 65)", false), ("'-'", false)].map {
        LimitCase.one(parts[0], $1, [parts[1]: $0])
      }
    },
  ]

  private static let numbers: [[LimitCase]] = [
    LimitCase.number("change", "number", 1...ChangeNumber.range.upperBound),
    LimitCase.number("animation_version", "number", VersionNumber.range),
    LimitCase.number("animation_version", "byte_count", AnimationVersion.byteCounts),
    LimitCase.number("animation_version", "width", 1...AnimationFacts.longestSide),
    LimitCase.number("animation_version", "height", 1...AnimationFacts.longestSide),
    LimitCase.number("animation_version", "duration_ms", 0...AnimationFacts.mostCounted),
    [
      LimitCase.one("animation_version", true, ["frame_count": "\(AnimationFacts.mostCounted)"]),
      .one("animation_version", false, ["frame_count": "\(AnimationFacts.mostCounted + 2)"]),
      .one("animation_version", false, ["frame_count": "0"]),
      .one("animation_version", true, ["frame_rate_hz": "1e300"]),
      .one("animation_version", false, ["frame_rate_hz": "'infinity'"]),
      .one("animation_version", false, ["frame_rate_hz": "'NaN'"]),
    ],
    LimitCase.number("definition", "price", Price.range),
    [
      ("'{1,2}'", true), ("'{1000000}'", true), ("'{0}'", false), ("'{1000001}'", false),
      ("'{2,1}'", false), ("'{1,1}'", false), ("'{NULL}'", false),
    ].map { LimitCase.one("definition", $1, ["withdrawn": $0]) },
    LimitCase.number("availability", "price", Price.range, with: window),
    LimitCase.number("availability", "sort_order", Order.range, with: window),
    LimitCase.number("version_picture", "settings", 1...Int64(Int32.max)),
    LimitCase.number("rotation_plan", "cadence_count", Cadence.range),
    LimitCase.number("rotation_plan", "stay_count", Stay.range, with: ["stay_unit": "'day'"]),
    LimitCase.number("rotation_plan", "per_turn", 1...Int64(Lineup.maxPlaces)),
    LimitCase.number("rotation_plan", "anchor_turn", RotationPlan.turns),
    LimitCase.number("rotation_plan", "first_turn", 1...RotationPlan.maxTurn + 1),
    LimitCase.number("rotation_plan", "last_turn", RotationPlan.turns),
    LimitCase.number("announcement", "number", AnnouncementRecord.numbers),
    LimitCase.number(
      "announcement", "turn", RotationPlan.turns, with: ["rotation": "'spring'"]),
    LimitCase.number(
      "rotation_plan", "carried_turn", RotationPlan.turns,
      with: ["carried_from": "now()", "carried_gift": "'{rose}'", "carried_version": "'{1}'"]),
    [1, VersionNumber.range.upperBound, 0, VersionNumber.range.upperBound + 1].map {
      LimitCase.one(
        "rotation_plan", VersionNumber.range.contains($0),
        ["lineup_gift": "'{rose}'", "lineup_version": "'{\($0)}'"])
    },
    [1, RotationPlan.maxTurn, 0, RotationPlan.maxTurn + 1].map {
      LimitCase.one(
        "rotation_plan", RotationPlan.turns.contains($0), ["skipped_turn": "'{\($0)}'"])
    },
    [Order.range.lowerBound, Order.range.upperBound, Order.range.upperBound + 1].map {
      LimitCase.one(
        "definition", Order.range.contains($0),
        ["place_name": "'{gifts}'", "place_number": "'{\($0)}'"])
    },
  ]

  private static let window = ["until_at": "from_at + interval '1 day'", "version": "1"]

  private static let instants: [[LimitCase]] = [
    LimitCase.instant("change", "at"),
    LimitCase.instant("availability", "from_at", with: ["until_at": "NULL"]),
    LimitCase.instant("rotation_plan", "until_at"),
    LimitCase.instant("rotation_plan", "withdrawn_at", with: ["withdrawn_gift": "'{rose}'"]) {
      "ARRAY[\($0)]"
    },
    LimitCase.instant("announcement", "announced_at", with: ["due_at": "'0001-01-01 00:00+00'"]),
    ["anchor_local", "moved_to"].flatMap { column in
      let ends = [LocalTime.range.lowerBound, LocalTime.range.upperBound].map {
        "timestamp 'epoch' + make_interval(days => \($0 / 86_400), secs => \($0 % 86_400))"
      }
      let others = column == "moved_to" ? ["moved_turn": "'{1}'"] : [:]
      return [
        (ends[0], true), (ends[1], true), ("\(ends[0]) - interval '1 second'", false),
        ("\(ends[1]) + interval '1 second'", false), ("\(ends[0]) + interval '0.5 seconds'", false),
      ].map { local, isAllowed in
        let value = column == "moved_to" ? "ARRAY[\(local)]" : local
        return LimitCase.one(
          "rotation_plan", isAllowed, others.merging([column: value]) { $1 })
      }
    },
  ]

  private static let counts: [[LimitCase]] = [
    LimitCase.count("definition", most: 20) { ["tag": list($0)] },
    LimitCase.count("definition", most: 33) {
      ["place_name": list($0), "place_number": "array_fill(1, ARRAY[\($0)])"]
    },
    LimitCase.count("definition", most: LocalNames.maxCount) {
      [
        "name_locale": list($0, "'en-x-' || "), "name_fallback": "'en-x-a000001'",
        "name_text": "array_fill('Rose'::text, ARRAY[\($0)])",
      ]
    },
    LimitCase.count("definition", most: Audience.maxRules) {
      [
        "only_platform":
          "ARRAY(SELECT 'ios>=1.' || n FROM generate_series(1, \($0)) AS n ORDER BY n::text)"
      ]
    },
    LimitCase.count("rotation_plan", most: Lineup.maxPlaces) {
      ["lineup_gift": list($0), "lineup_version": "array_fill(1, ARRAY[\($0)])"]
    },
    LimitCase.count("rotation_plan", most: RotationPlan.maxOverrides) {
      ["skipped_turn": "ARRAY(SELECT generate_series(1, \($0)))"]
    },
    LimitCase.count("rotation_plan", most: RotationPlan.maxOverrides) {
      [
        "skipped_turn": "'{1}'", "moved_turn": "ARRAY(SELECT generate_series(2, \($0)))",
        "moved_to": "array_fill('2026-01-01'::timestamp, ARRAY[\($0) - 1])",
      ]
    },
    LimitCase.count("rotation_plan", most: Lineup.maxPlaces) {
      [
        "swap_turn": "array_fill(1, ARRAY[\($0)])", "swap_out": list($0), "swap_in": list($0),
        "swap_version": "array_fill(1, ARRAY[\($0)])",
      ]
    },
    LimitCase.count("rotation_plan", most: RotationPlan.maxWithdrawals) {
      [
        "withdrawn_gift": list($0),
        "withdrawn_at": "array_fill('2026-01-01'::timestamptz, ARRAY[\($0)])",
      ]
    },
    LimitCase.count("animation_version", most: Playback.maxSegments) {
      [
        "playback": """
        (SELECT '{"loop":true,"segments":[' || string_agg(format(
          '{"first":%s,"last":%s,"name":"s%s"}', n, n + 1, n), ',' ORDER BY n) || ']}'
        FROM generate_series(1, \($0)) AS n)
        """
      ]
    },
    [1, 2, 1_000, 1_001].map {
      LimitCase.one(
        "animation_version", Playback.counts.contains($0),
        ["playback": #"'{"loop":\#($0),"segments":[]}'"#])
    },
  ]

  /// What one column may be, or may not, besides its limits.
  private static let forms: [LimitCase] = [
    .one("definition", false, ["place_name": "'{splash}'", "place_number": "'{0}'"]),
    .one("definition", true, ["place_name": "'{splash}'", "place_number": "'{1}'"]),
    .one(
      "definition", false, ["place_name": "'{gifts,splash}'", "place_number": "'{0,0}'"]),
    .one("change", false, ["commands": #"'[{"x":"\u0000"}]'"#]),
    .one("change", false, ["commands": #"'["\ud800"]'"#]),
    .one("change", false, ["commands": "'{}'"]),
    .one(
      "animation_version", false,
      ["playback": #"'{"loop":true,"segments":[{"first":1.0,"last":3,"name":"a"}]}'"#]),
    .one("animation_version", false, ["playback": #"'{"segments":[],"loop":true}'"#]),
    .one("definition", false, ["tag": "'{b,a}'"]), .one("definition", false, ["tag": "'{a,a}'"]),
    .one("definition", false, ["only_region": "'{ZZ}'"]),
    .one("definition", false, ["only_region": "'{DE,AT}'"]),
    .one("definition", true, ["only_region": "'{AT,XK}'"]),
    .one("definition", false, ["only_platform": "'{ios>=8.0}'"]),
    .one("definition", false, ["only_platform": "'{ios>=9<9}'"]),
    .one("definition", false, ["only_platform": "'{ios>=10<9.5}'"]),
    .one("definition", true, ["only_platform": "'{ios>=9.5<10}'"]),
    .one("definition", false, ["name_locale": "'{de-at}'", "name_fallback": "'de-at'"]),
    .one("definition", true, ["name_locale": "'{zh-Hant-TW}'", "name_fallback": "'zh-Hant-TW'"]),
    .one("rotation_plan", false, ["lineup_gift": "'{rose,rose}'", "lineup_version": "'{1,1}'"]),
    .one("rotation_plan", false, ["skipped_turn": "'{2,1}'"]),
    .one("rotation_plan", false, ["carried_gift": "'{rose}'", "carried_version": "'{1}'"]),
    .one("gift_group", false, ["settings": #"'{"choose":"all","x":1}'"#]),
    .one("gift_group", false, ["settings": #"'{"choose": "all"}'"#]),
    .one(
      "gift_group", true,
      [
        "kind": "'category'",
        "settings": #"'{"fallback":"en","names":{"en":"Flowers"},"order":1000000}'"#,
      ]),
    .one(
      "gift_group", false,
      [
        "kind": "'category'",
        "settings": #"'{"fallback":"en","names":{"en":"Flowers"},"order":1000001}'"#,
      ]),
    .one(
      "gift_group", false,
      [
        "kind": "'category'",
        "settings": #"'{"fallback":"en","names":{"EN":"Flowers"},"order":1}'"#,
      ]),
  ]

  /// How a statement ends that takes back what was allowed.
  private static let divisionByZero = "22012"

  /// One that a scheduler may make, who reads none.
  private static let announcement = """
    (SELECT 1::bigint AS number, now() AS due_at, 'rose'::text AS gift, 'went_off'::text AS event,
      1::bigint AS version, NULL::text AS rotation, NULL::bigint AS turn, 1::bigint AS change,
      now() AS announced_at) AS one
    """

  @Test func `each column takes what the domain has, and nothing beyond`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store()
    try await store.add(["rose"])
    try await store.edit(.publish(), of: try GiftID("rose"))
    let utc = try #require(try await store.zone("UTC"))
    try await store.plan(try .weekly(["rose"], in: utc))
    _ = try await store.commit(
      [.setPlacement(placement: try PlacementName("splash"), choose: .all)],
      EditRequest(verb: .placement, actor: try Actor("anna")))
    await store.close()
    let owner = try await fixture.connection(as: .owner)
    try await owner.script(
      """
      SET session_replication_role = replica;
      INSERT INTO version_picture (gift, version, since_change, renderer, settings, obstacle)
      VALUES ('rose', 1, 1, repeat('a', 40), 1, 'blank');
      INSERT INTO announcement (number, due_at, gift, event, version, change, announced_at)
      VALUES (1, now() - interval '1 hour', 'rose', 'went_off', 1, 1, now())
      """)
    let writers = [
      "announcement": try await fixture.connection(as: .scheduler),
      "": try await fixture.connection(as: .editor),
    ]
    let limits = [Self.texts, Self.numbers, Self.instants, Self.counts].joined().joined()
    for limit in Array(limits) + Self.forms {
      let assignments = limit.values.sorted { $0.key < $1.key }.map { "\($0) = \($1)" }
        .joined(separator: ", ")
      let error = await owner.failure(
        """
        UPDATE \(limit.table) SET \(assignments) WHERE ctid = (
          SELECT min(ctid) FROM \(limit.table));
        SELECT 1 / 0
        """)
      let refusal = limit.values["commands"]?.contains("\\u") == true ? "22P0" : "23514"
      #expect(
        error?.hasPrefix(limit.isAllowed ? Self.divisionByZero : refusal) == true,
        "\(limit.testDescription), \(error ?? "")")
      // Who edits or announces adds no such row either, whatever else would be wrong with it.
      guard !limit.isAllowed, let writer = writers[limit.table] ?? writers[""] else { continue }
      let columns = try await owner.texts(
        """
        SELECT attname AS value FROM pg_attribute
        WHERE attrelid = '\(limit.table)'::regclass AND attnum > 0 AND attgenerated = ''
        """)
      let insertion = await writer.failure(
        """
        INSERT INTO \(limit.table) (\(columns.joined(separator: ", ")))
        SELECT \(columns.map { limit.values[$0] ?? $0 }.joined(separator: ", "))
        FROM \(limit.table == "announcement" ? Self.announcement : limit.table) LIMIT 1
        """)
      #expect(
        insertion?.hasPrefix(refusal) == true || insertion == "23514",
        "\(limit.testDescription), by an editor")
    }
    for connection in [owner] + writers.values { await connection.close() }
  }
}

extension Connection {
  /// The SQLSTATE with which statements fail, which are taken back together; nil if they do not.
  fileprivate func failure(_ sql: String) async -> String? {
    do {
      try await script(sql)
      return nil
    } catch PostgresError.server(let sqlState, _, _, _) {
      return sqlState
    } catch {
      return "\(error)"
    }
  }
}

/// `'{a000001,a000002,…}'`: names in order.
private func list(_ count: Int, _ prefix: String = "") -> String {
  "ARRAY(SELECT \(prefix)'a' || lpad(n::text, 6, '0') FROM generate_series(1, \(count)) AS n)"
}
