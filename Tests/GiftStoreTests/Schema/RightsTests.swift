import GiftStore
import Postgres
import PostgresCluster
import StoreSupport
import Support
import Testing

/// All rights that there are: who has none of them by name, and who has more than is listed here.
@Suite(.timeLimit(.minutes(5)))
struct RightsTests {
  @Test(
    arguments: [
      (
        "gift_reader",
        [
          "SELECT": """
          animation_version.asset animation_version.byte_count animation_version.duration_ms \
          animation_version.frame_count animation_version.frame_rate_hz animation_version.gift \
          animation_version.height animation_version.number animation_version.playback \
          animation_version.since_change \
          animation_version.width asset asset_coding availability change.alters_catalogue \
          change.at change.begins_anew change.digest change.number definition.category \
          definition.gift definition.name_fallback definition.name_locale \
          definition.name_text definition.only_platform definition.only_region \
          definition.place_name definition.place_number definition.price \
          definition.since_change definition.streakable definition.tag definition.until_change \
          definition.withdrawn \
          gift_change.change gift_change.gift gift_group migration rotation_gift \
          rotation_plan version_picture zone_rules
          """, "USAGE": "gift public",
        ]
      ),
      (
        "gift_scheduler",
        [
          "SELECT": """
          announcement availability change.at change.begins_anew change.number gift_change \
          migration rotation_plan tick zone_rules
          """, "INSERT": "announcement", "UPDATE": "tick.is_tick", "USAGE": "gift public",
          "EXECUTE": "acts_as_owner",
        ]
      ),
      (
        "gift_editor",
        [
          "SELECT": """
          animation_version announcement asset asset_coding availability change definition gift \
          gift_change gift_group head migration rotation rotation_gift rotation_plan tick \
          version_picture zone_rules
          """,
          "INSERT": """
          animation_version announcement asset asset_coding availability change definition gift \
          gift_change gift_group rotation rotation_gift rotation_plan version_picture zone_rules
          """,
          "UPDATE": """
          availability.until_change definition.until_change head.is_head \
          rotation_gift.until_change tick.is_tick version_picture.until_change
          """, "USAGE": "gift public", "EXECUTE": "acts_as_owner",
        ]
      ), (outsider, ["USAGE": "public", "rolcanlogin": outsider]),
    ] as [(String, [String: String])])
  func `nobody has a right that is not listed`(
    role: String, listed: [String: String]
  ) async throws {
    let fixture = try await StoreFixture.closed()
    let connection = try await fixture.connection()
    let rights = try await connection.texts(heldRights(of: role)).map { $0.split(separator: " ") }
    let found = Dictionary(grouping: rights) { $0.dropLast().joined(separator: " ") }
      .mapValues { $0.compactMap(\.last).joined(separator: " ") }
    #expect(found == listed)
    await connection.close()
  }

  @Test func `a login without a role reads and writes no table, and cannot even connect`()
    async throws
  {
    let fixture = try await StoreFixture.closed()
    let owner = try await fixture.connection()
    let tables = try await owner.texts(
      "SELECT tablename::text AS value FROM pg_tables WHERE schemaname = 'gift' ORDER BY 1")
    #expect(tables.count >= 16)
    var settings = fixture.settings()
    settings.role = outsider
    let connection = try await Connection.open(settings)
    for table in tables {
      for sql in [
        "SELECT FROM gift.\(table)", "INSERT INTO gift.\(table) DEFAULT VALUES",
        "DELETE FROM gift.\(table)", "TRUNCATE gift.\(table) CASCADE",
        "LOCK TABLE gift.\(table) IN ACCESS SHARE MODE",
        """
        CREATE TRIGGER extra AFTER INSERT ON gift.\(table)
        EXECUTE FUNCTION gift.changes_move_head()
        """,
      ] {
        #expect(try await !connection.may(sql), "\(sql)")
      }
    }
    for sql in [
      "CREATE TABLE gift.extra (id bigint)", "CREATE TABLE public.extra (id text)",
      "CREATE TEMPORARY TABLE extra (id text REFERENCES gift.gift)",
      "CREATE SCHEMA extra",
    ] {
      #expect(try await !connection.may(sql), "\(sql)")
    }
    settings.role = nil
    settings.conninfo = fixture.cluster.cluster.conninfo(
      database: fixture.database, user: outsider)
    let own = settings
    await #expect {
      try await Connection.open(own)
    } throws: { error in
      "\(error)".contains("permission denied for database")
    }
    for each in [owner, connection] { await each.close() }
  }
}

/// A login to which nobody has granted anything.
private let outsider = "gift_test_outsider"

extension StoreFixture {
  /// A database that was migrated itself, as rights on it are not copied with it; with a login that
  /// has no right.
  fileprivate static func closed() async throws -> StoreFixture {
    let fixture = try await StoreFixture.empty()
    _ = try await fixture.store(.owner).migrate()
    try await fixture.script(
      """
      DO $$ BEGIN
        CREATE ROLE \(outsider) LOGIN;
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN NULL;
      END $$
      """)
    return fixture
  }
}

/// Asks for each right that this server knows, by its name and what it is for.
///
/// Of columns, where it is not one to the whole table. What an extension brings is left out, and
/// what everybody may read of the server itself.
private func heldRights(of role: String) -> String {
  """
  WITH verb (kind, verb) AS (
    SELECT DISTINCT kind, a.privilege_type || option
    FROM unnest(ARRAY['r', 's', 'f', 'n', 'd']::"char"[]) AS kind,
      unnest(ARRAY['', ' WITH GRANT OPTION']) AS option, aclexplode(acldefault(kind, 10)) AS a
  ), place AS (
    SELECT oid, relname AS name, CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END AS kind
    FROM pg_class
    WHERE relnamespace = 'gift'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
  ), held (value) AS (
    SELECT verb || ' ' || name FROM place JOIN verb USING (kind)
    WHERE CASE kind WHEN 's' THEN has_sequence_privilege('\(role)', oid, verb)
      ELSE has_table_privilege('\(role)', oid, verb) END
    UNION ALL
    SELECT verb || ' ' || name || '.' || attname
    FROM place JOIN verb USING (kind) JOIN pg_attribute ON attrelid = place.oid AND attnum > 0
    WHERE kind = 'r' AND verb ~ '^(SELECT|INSERT|UPDATE|REFERENCES)'
      AND CASE WHEN verb ~ '^(SELECT|INSERT|UPDATE|REFERENCES)'
        THEN has_column_privilege('\(role)', place.oid, attnum, verb)
          AND NOT has_table_privilege('\(role)', place.oid, verb) END
    UNION ALL
    SELECT verb || ' ' || proname FROM pg_proc AS f JOIN verb ON kind = 'f'
    -- Without those that only tell what a value may be.
    WHERE pronamespace = 'gift'::regnamespace AND prosqlbody IS NULL
      AND has_function_privilege('\(role)', f.oid, verb)
      AND NOT EXISTS (
        SELECT FROM pg_depend
        WHERE classid = 'pg_proc'::regclass AND objid = f.oid AND deptype = 'e')
    UNION ALL
    SELECT verb || ' ' || nspname FROM pg_namespace AS n JOIN verb ON kind = 'n'
    WHERE has_schema_privilege('\(role)', n.oid, verb)
      AND NOT (nspname IN ('information_schema', 'pg_catalog') AND verb = 'USAGE')
    UNION ALL
    SELECT verb || ' DATABASE' FROM verb
    WHERE kind = 'd' AND has_database_privilege('\(role)', current_database(), verb)
    UNION ALL
    SELECT 'MEMBER ' || rolname FROM pg_roles
    WHERE rolname <> '\(role)' AND pg_has_role('\(role)', oid, 'MEMBER')
    UNION ALL
    SELECT key || ' ' || rolname FROM pg_roles AS r, jsonb_each_text(to_jsonb(r))
    WHERE rolname = '\(role)' AND value = 'true' AND key <> 'rolinherit'
  )
  SELECT value FROM held ORDER BY value COLLATE "C"
  """
}
