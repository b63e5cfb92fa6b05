import Support
import Testing

/// The rules of a zone are kept with the plan that was made by them.
@Suite(.timeLimit(.minutes(5)))
struct RotationZoneTests {
  @Test func `an edit that names the zone takes up its newest rules, and another one leaves them`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done(
      "rotation", "add", "spring", "--tz", "Europe/London", "--first", "2100-03-02 10:00",
      "--every", "3w", "--lineup", "rose,heart")
    let known = try await giftctl.turns()
    #expect(known?.contains("2100-04-13T09:00:00Z") == true)
    try await giftctl.forgetClockChanges()
    let old = try await giftctl.turns()
    #expect(old?.contains("2100-04-13T10:00:00Z") == true)
    try await giftctl.done("rotation", "edit", "spring", "--turns", "20")
    #expect(try await giftctl.turns() == old)
    let words = ["rotation", "edit", "spring", "--tz", "Europe/London", "--json"]
    #expect(try await giftctl.run(words).json()["outcome"] == "done")
    #expect(try await giftctl.turns() == known)
    #expect(try await giftctl.run(words).json()["outcome"] == "unchanged")
    // What was planned before stays as it was planned.
    #expect(try await giftctl.turns(after: "3") == old)
    #expect(try await giftctl.turns(after: "4") == known)
    try await giftctl.done("undo", "4")
    #expect(try await giftctl.turns() == old)
  }
}

extension Giftctl {
  /// When the turns of the spring of 2100 begin.
  fileprivate func turns(after change: String? = nil) async throws -> [String]? {
    // A rotation that is asked for at a change shows what comes then.
    let turns = try await run(
      ["rotation", "show", "spring", "--json"] + (change.map { ["--at", $0] } ?? [])
    ).json()["turns"]
    return turns?.values.compactMap { $0["from"]?.string }
  }

  /// Its plan is as if it had been made by rules that know of no change of clocks after 2096.
  fileprivate func forgetClockChanges() async throws {
    try await sql(
      """
      INSERT INTO zone_rules
      SELECT sha256(convert_to(text, 'UTF8')), text
      FROM (
        SELECT '{"firstOffsetSeconds":' || (rules::jsonb ->> 'firstOffsetSeconds') || ',"name":"'
          || (rules::jsonb ->> 'name') || '","transitions":' || replace((
            SELECT jsonb_agg(pair ORDER BY place)
            FROM jsonb_array_elements(rules::jsonb -> 'transitions')
              WITH ORDINALITY AS list (pair, place)
            WHERE (pair ->> 0)::bigint < 4010000000)::text, ' ', '') || '}' AS text
        FROM zone_rules
      ) AS old
      """,
      """
      UPDATE rotation_plan
      SET zone = (SELECT digest FROM zone_rules AS z WHERE z.digest <> rotation_plan.zone)
      """)
  }
}
