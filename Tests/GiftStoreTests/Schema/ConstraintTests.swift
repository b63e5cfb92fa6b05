import Postgres
import Testing

/// A row that breaks a rule, and the constraint that says which.
struct BrokenRow: Sendable, CustomTestStringConvertible {
  let constraint: String
  let sql: String
  var testDescription: String { constraint }

  init(_ constraint: String, _ sql: String) {
    self.constraint = constraint
    self.sql = sql
  }

  static let all = [
    BrokenRow("change_number_is_positive", change(0)),
    BrokenRow("change_verb_is_known", change(9, verb: "paint")),
    BrokenRow("change_pkey", change(1)),
    BrokenRow("change_follows_the_last", change(5)),
    BrokenRow("change_follows_the_last", change(4, at: "'2020-01-01'")),
    BrokenRow("change_has_a_digest", change(4, digest: "'x'")),
    BrokenRow("head_is_one", "INSERT INTO head VALUES (false, 1, now())"),
    BrokenRow("head_pkey", "INSERT INTO head VALUES (true, 1, now())"),
    BrokenRow("tick_is_one", "INSERT INTO tick VALUES (false)"),
    BrokenRow("gift_id_is_a_slug", "INSERT INTO gift VALUES ('a', 1)"),
    BrokenRow("gift_id_is_a_slug", "INSERT INTO gift VALUES ('Rose', 1)"),
    BrokenRow("gift_id_is_a_slug", "INSERT INTO gift VALUES ('red--rose', 1)"),
    BrokenRow("gift_id_is_a_slug", "INSERT INTO gift VALUES (repeat('a', 65), 1)"),
    BrokenRow("gift_has_a_change", "INSERT INTO gift VALUES ('tulip', 9)"),
    BrokenRow("gift_pkey", "INSERT INTO gift VALUES ('rose', 2)"),
    BrokenRow("gift_change_has_a_gift", "INSERT INTO gift_change VALUES ('tulip', 1)"),
    BrokenRow("rows_are_of_this_change", "INSERT INTO gift_change VALUES ('rose', 9)"),
    BrokenRow("asset_is_named_by_its_bytes", "INSERT INTO asset VALUES (sha256('a'), 'b')"),
    BrokenRow(
      "asset_coding_is_smaller", "INSERT INTO asset_coding VALUES (sha256('a'), 'gzip', 'x')"),
    BrokenRow(
      "asset_coding_is_known", "INSERT INTO asset_coding VALUES (sha256('a'), 'lzma', '')"),
    BrokenRow(
      "asset_coding_has_an_asset", "INSERT INTO asset_coding VALUES (sha256('c'), 'gzip', '')"),
    BrokenRow("animation_version_has_an_asset", version(2, asset: "'x'")),
    BrokenRow("animation_version_is_new", version(2, asset: "sha256('a')")),
    BrokenRow("animation_version_number_is_in_range", version(0)),
    BrokenRow("animation_version_has_a_size", version(2, height: 0)),
    BrokenRow("animation_version_plays", version(2, frameRate: "0")),
    BrokenRow("animation_version_plays", version(2, frameRate: "'NaN'")),
    BrokenRow("animation_version_playback_is_one", version(2, playback: "'[]'")),
    BrokenRow("animation_version_playback_is_one", version(2, playback: "'{}'")),
    BrokenRow("definition_stands_once", definition(since: 2)),
    BrokenRow("definition_has_a_name", definition(since: 2, until: "3", locales: "'{}'")),
    BrokenRow("definition_has_a_name", definition(since: 2, until: "3", locales: "'{de,en}'")),
    BrokenRow(
      "definition_names_have_a_fallback", definition(since: 2, until: "3", fallback: "de")),
    BrokenRow("definition_price_is_in_range", definition(since: 2, until: "3", price: "-1")),
    BrokenRow("definition_price_is_in_range", definition(since: 2, until: "3", price: "10000001")),
    BrokenRow("definition_has_a_version", definition(since: 2, until: "3", version: "7")),
    BrokenRow(
      "definition_names_can_be_read", definition(since: 2, until: "3", locales: "'{NULL}'")),
    BrokenRow(
      "definition_names_can_be_read", definition(since: 2, until: "3", locales: "'{e!}'")),
    BrokenRow(
      "definition_names_can_be_read", definition(since: 2, until: "3", locales: "'{\"de,en\"}'")),
    BrokenRow(
      "definition_for_sale_has_a_price", definition(since: 2, until: "3", price: "NULL")),
    BrokenRow(
      "definition_places_have_numbers",
      definition(since: 2, until: "3", places: "'{gifts}', '{1000001}'")),
    BrokenRow(
      "definition_places_have_numbers",
      definition(since: 2, until: "3", places: "'{gifts}', '{1,2}'")),
    BrokenRow(
      "definition_places_have_numbers", definition(since: 2, until: "3", places: "'{}', '{}'")),
    BrokenRow(
      "definition_places_have_numbers",
      definition(since: 2, until: "3", places: "'{gifts,Splash}', '{1,2}'")),
    BrokenRow(
      "definition_places_have_numbers",
      definition(since: 2, until: "3", places: "'{gifts,NULL}', '{1,2}'")),
    BrokenRow("definition_platforms_are_rules", audience("'{tv}', '{}'")),
    BrokenRow("definition_platforms_are_rules", audience("'{ios,NULL}', '{}'")),
    BrokenRow("definition_platforms_are_rules", audience("'{ios>8}', '{}'")),
    BrokenRow("definition_platforms_are_rules", audience("'{ios>=8.1.2.3.4}', '{}'")),
    BrokenRow("definition_platforms_are_rules", audience("'{\"ios>=8,\"}', '{}'")),
    BrokenRow("definition_platforms_are_rules", audience("'{{ios},{web}}', '{}'")),
    BrokenRow(
      "definition_platforms_are_rules", audience("array_fill('ios'::text, '{9}'), '{}'")),
    BrokenRow("definition_platforms_are_rules", audience("'{\"\"}', '{}'")),
    BrokenRow("definition_platforms_are_rules", audience("'{\"ios,android\"}', '{}'")),
    BrokenRow("definition_platforms_are_rules", audience("'{\"ios|android\"}', '{}'")),
    BrokenRow("definition_regions_are_codes", audience("'{}', '{\"\"}'")),
    BrokenRow("definition_regions_are_codes", audience("'{}', '{de}'")),
    BrokenRow("definition_regions_are_codes", audience("'{}', '{DEU}'")),
    BrokenRow("definition_regions_are_codes", audience("'{}', '{DE,NULL}'")),
    BrokenRow("definition_regions_are_codes", audience("'{}', array_fill('DE'::text, '{251}')")),
    BrokenRow("gift_group_kind_is_known", group(kind: "shelf")),
    BrokenRow("gift_group_name_is_a_slug", group(name: "Splash")),
    BrokenRow("gift_group_has_a_change", group(since: 9)),
    BrokenRow("gift_group_pkey", group() + ";" + group()),
    BrokenRow(
      "gift_group_settings_are_its_kinds",
      group(settings: "'{\"choose\":\"all\",\"x\":\"' || repeat('x', 262144) || '\"}'")),
    BrokenRow("gift_group_settings_are_its_kinds", group(settings: "'{\"choose\":\"some\"}'")),
    BrokenRow("gift_group_settings_are_its_kinds", group(settings: "'{}'")),
    BrokenRow("gift_group_settings_are_its_kinds", group(kind: "category")),
    BrokenRow(
      "gift_group_settings_are_its_kinds",
      group(
        kind: "category",
        settings: "'{\"names\":{\"de\":\"Blumen\"},\"fallback\":\"en\",\"order\":1}'")),
    BrokenRow("gift_group_gifts_is_fixed", group(name: "gifts")),
    BrokenRow("definition_category_is_a_slug", definition(since: 2, until: "3", category: "Roses")),
    BrokenRow(
      "definition_category_is_a_slug",
      definition(since: 2, until: "3", category: String(repeating: "a", count: 65))),
    BrokenRow("definition_tags_are_slugs", definition(since: 2, until: "3", tags: "'{a,-b}'")),
    BrokenRow("definition_tags_are_slugs", definition(since: 2, until: "3", tags: "'{NULL}'")),
    BrokenRow("definition_tags_are_slugs", definition(since: 2, until: "3", tags: "'{\"\"}'")),
    BrokenRow("definition_tags_are_slugs", definition(since: 2, until: "3", tags: "'{\"a,b\"}'")),
    BrokenRow("definition_tags_are_slugs", definition(since: 2, until: "3", tags: "'{{a},{b}}'")),
    BrokenRow(
      "definition_tags_are_slugs",
      definition(since: 2, until: "3", tags: "ARRAY['b', repeat('a', 65)]")),
    BrokenRow("definition_ends_later", definition(since: 2, until: "2")),
    BrokenRow("definition_ends_with_a_change", definition(since: 2, until: "9")),
    BrokenRow("availability_is_alone", availability(from: "2026-01-31", until: "'2026-03-01'")),
    BrokenRow("availability_stands_once", availability(from: "2025-01-01", until: "NULL")),
    BrokenRow("availability_is_not_empty", availability(from: "2026-05-01", until: "'2026-05-01'")),
    BrokenRow("availability_has_instants", availability(from: "10000-01-01", until: "NULL")),
    BrokenRow("availability_has_instants", availability(from: "infinity", until: "NULL")),
    BrokenRow("availability_has_instants", availability(from: "2026-05-01", until: "'infinity'")),
    BrokenRow(
      "availability_has_a_version",
      availability(version: 2, from: "2026-05-01", until: "NULL")),
    BrokenRow(
      "availability_is_superseded_later",
      availability(from: "2026-05-01", until: "NULL", untilChange: "2")),
    BrokenRow(
      "availability_terms_are_of_a_window",
      availability(from: "2026-05-01", until: "NULL", terms: "3, NULL")),
    BrokenRow(
      "availability_terms_are_of_a_window",
      availability(version: nil, from: "2026-05-01", until: "'2026-06-01'", terms: "NULL, 3")),
    BrokenRow(
      "availability_terms_are_in_range",
      availability(from: "2026-05-01", until: "'2026-06-01'", terms: "-1, NULL")),
    BrokenRow(
      "availability_terms_are_in_range",
      availability(from: "2026-05-01", until: "'2026-06-01'", terms: "NULL, 1000001")),
    BrokenRow("version_picture_stands_once", picture(since: 2)),
    BrokenRow("version_picture_has_a_version", picture(version: 2, since: 2)),
    BrokenRow("version_picture_ends_with_a_change", picture(since: 2, until: "9")),
    BrokenRow("version_picture_is_superseded_later", picture(since: 2, until: "2")),
    BrokenRow("version_picture_has_a_maker", picture(since: 2, until: "3", renderer: "'x'")),
    BrokenRow("version_picture_has_a_maker", picture(since: 2, until: "3", settings: 0)),
    BrokenRow("version_picture_has_a_poster", picture(since: 2, until: "3", poster: "'x'")),
    BrokenRow("version_picture_has_a_preview", picture(since: 2, until: "3", preview: "'x'")),
    BrokenRow(
      "version_picture_is_drawn_or_not", picture(since: 2, until: "3", obstacle: "'late'")),
    BrokenRow("version_picture_is_drawn_or_not", picture(since: 2, until: "3", poster: "NULL")),
    BrokenRow(
      "version_picture_obstacle_is_known",
      "INSERT INTO version_picture (gift, version, since_change, until_change, renderer, "
        + "settings, obstacle) VALUES ('rose', 1, 2, 3, repeat('a', 40), 1, 'ugly')"),
    BrokenRow("version_picture_has_a_size", picture(since: 2, until: "3", width: 0)),
    BrokenRow("version_picture_has_a_size", picture(since: 2, until: "3", width: 1_025)),
    BrokenRow("version_picture_has_a_size", picture(since: 2, until: "3", byteCount: 1_048_577)),
  ]

  static func version(
    _ number: Int, asset: String = "sha256('b')", height: Int = 1, frameRate: String = "1",
    playback: String = "'{\"loop\":false,\"segments\":[]}'"
  ) -> String {
    """
    INSERT INTO animation_version VALUES
    ('rose', \(number), \(asset), 1, 1, \(height), \(frameRate), 1, 1, '[]', 1, \(playback))
    """
  }

  static func picture(
    version: Int = 1, since: Int, until: String = "NULL", renderer: String = "repeat('a', 40)",
    settings: Int = 1, poster: String = "sha256('a')", byteCount: Int = 1, width: Int = 1,
    preview: String = "sha256('b')", obstacle: String = "NULL"
  ) -> String {
    """
    INSERT INTO version_picture
    VALUES (
      'rose', \(version), \(since), \(until), \(renderer), \(settings), \(poster),
      \(byteCount), \(width), 1, \(preview), 1, 1, 1, \(obstacle))
    """
  }

  static func change(
    _ number: Int, at: String = "now()", verb: String = "add", digest: String = "sha256('')"
  ) -> String {
    """
    INSERT INTO change (number, at, actor, verb, alters_catalogue, digest)
    VALUES (\(number), \(at), 'a', '\(verb)', true, \(digest))
    """
  }

  static func definition(
    since: Int, until: String = "NULL", locales: String = "'{en}'", price: String = "1",
    category: String = "c", tags: String = "'{a,b-1}'", version: String = "1",
    fallback: String = "en", places: String = "'{gifts}', '{0}'",
    audience: String = "'{}', '{}'"
  ) -> String {
    """
    INSERT INTO definition
    VALUES (
      'rose', \(since), \(until), \(locales), '{Rose}', '\(fallback)', \(price), '\(category)',
      \(places), true, \(tags), \(audience), \(version), NULL)
    """
  }

  static func audience(_ lists: String) -> String {
    definition(since: 2, until: "3", audience: lists)
  }

  static func group(
    kind: String = "placement", name: String = "splash", since: Int = 2,
    settings: String = "'{\"choose\":\"all\"}'"
  ) -> String {
    "INSERT INTO gift_group VALUES ('\(kind)', '\(name)', \(since), \(settings))"
  }

  static func availability(
    version: Int? = 1, from: String, until: String, since: Int = 2,
    untilChange: String = "NULL", terms: String = "NULL, NULL"
  ) -> String {
    """
    INSERT INTO availability
    (gift, version, from_at, until_at, since_change, until_change, price, sort_order)
    VALUES (
      'rose', \(version.map(String.init) ?? "NULL"), '\(from)', \(until), \(since),
      \(untilChange), \(terms))
    """
  }
}

@Suite(.timeLimit(.minutes(5)))
struct ConstraintTests {
  /// Three changes, and a gift with one of everything.
  private static let rose = """
    INSERT INTO change (number, at, actor, verb, alters_catalogue, digest)
    SELECT n, now(), 'tester', 'add', true, sha256('') FROM generate_series(1, 3) AS n;
    INSERT INTO gift VALUES ('rose', 1);
    INSERT INTO asset VALUES (sha256('a'), 'a'), (sha256('b'), 'b');
    \(BrokenRow.version(1, asset: "sha256('a')"));
    \(BrokenRow.definition(since: 1));
    \(BrokenRow.availability(from: "2026-01-01", until: "'2026-02-01'", since: 1));
    \(BrokenRow.availability(from: "2025-01-01", until: "NULL", since: 1));
    \(BrokenRow.picture(since: 1));
    """

  @Test(arguments: BrokenRow.all)
  func `a constraint is named after the fact that it keeps`(row: BrokenRow) async throws {
    let error = await #expect(throws: PostgresError.self) { try await Self.attempt(row.sql) }
    guard case .server(_, let constraint, _, _) = error else {
      Issue.record("\(String(describing: error)) is no answer of the server")
      return
    }
    #expect(constraint == row.constraint)
  }

  @Test(
    arguments: [
      BrokenRow.availability(from: "2026-02-01", until: "NULL"),
      BrokenRow.availability(from: "2025-12-01", until: "'2026-01-01'"),
      BrokenRow.availability(from: "2026-01-10", until: "NULL", untilChange: "3"),
      BrokenRow.availability(from: "2026-05-01", until: "'2026-06-01'", terms: "0, -5"),
      BrokenRow.definition(since: 2, until: "3"),
      BrokenRow.definition(since: 2, until: "3", price: "NULL", places: "'{b-1,splash}', '{1,2}'"),
      BrokenRow.audience("'{android,ios>=8.2,ios>=8.2.0.1<900000000,web<9}', '{AT,DE}'"),
      BrokenRow.group() + ";" + BrokenRow.group(since: 3, settings: "NULL"),
      BrokenRow.group(name: "gifts-2"),
      BrokenRow.group(
        kind: "category", name: "gifts",
        settings: "'{\"fallback\":\"en\",\"names\":{\"en\":\"Gifts\"},\"order\":-1}'"),
      BrokenRow.change(4, at: "'2020-01-01'", verb: "repair"),
    ])
  func `neighbours and the superseded stand beside each other, and a repair may go back`(
    sql: String
  ) async throws {
    try await Self.attempt(sql)
  }

  private static func attempt(_ sql: String) async throws(PostgresError) {
    let connection: Connection
    do {
      connection = try await StoreFixture.untouchedConnection()
    } catch {
      throw .unreachable(reason: "no database: \(error)")
    }
    try await connection.transaction(ending: .rollback) {
      session in
      try session.script(rose)
      try session.script(sql)
    }
  }
}
