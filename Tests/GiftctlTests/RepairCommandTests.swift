import Support
import Testing

/// `giftctl repair`.
@Suite(.serialized) struct RepairCommandTests {
  /// The twelve fixtures, and a change that was made by a clock a year ahead.
  private func ahead() async throws -> Giftctl {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.sql(
      """
      INSERT INTO change (number, at, actor, verb, alters_catalogue, digest)
      VALUES (2, now() + interval '1 year', 'other', 'add', false, sha256(''))
      """)
    return giftctl
  }

  @Test func `after a repair edits go on, and the history keeps the order of changes`()
    async throws
  {
    let giftctl = try await ahead()
    let refusal = try await giftctl.run("retire", "rose", "--yes")
    #expect(refusal.exitCode == 1 && refusal.errorText.contains("giftctl repair"))
    let plan = try await giftctl.json("repair", "--dry-run")
    #expect(plan["change"] == 3 && plan["dryRun"] == true)
    let repair = try await giftctl.json("repair", "--yes")
    #expect(repair["change"] == 3 && repair["deletedAnnouncements"] == 0)
    #expect(repair["ahead"]?.string != nil)
    #expect(try await giftctl.json("repair")["change"] == nil)
    #expect(try await giftctl.json("retire", "rose", "--yes")["change"] == 4)
    let changes = try await giftctl.json("history")["changes"]?.values ?? []
    #expect(changes.map { $0["change"] } == [4, 3, 2, 1])
    #expect(changes.map { $0["verb"] } == ["retire", "repair", "add", "import"])
    #expect(try await giftctl.run("diff", "--from", "1", "--to", "4").exitCode == 0)
  }

  @Test func `it asks on a terminal, and needs consent elsewhere`() async throws {
    let giftctl = try await ahead()
    let before = try await giftctl.rows()
    let off = try await giftctl.json("repair", exiting: 64)
    #expect(off["error"]?["code"] == "consent_missing")
    let no = try await giftctl.runOnTerminal("giftctl repair", typing: "n\n")
    #expect(no.outputText.contains("ahead of the database's clock"))
    #expect(try await giftctl.rows() == before)
    let yes = try await giftctl.runOnTerminal("giftctl repair", typing: "y\n")
    #expect(yes.outputText.contains("change 3: times restart at"))
    #expect(try await giftctl.rows() != before)
  }

  @Test func `a login that does not own the tables is exit 5`() async throws {
    var giftctl = try await ahead()
    try await giftctl.sql(
      """
      DO $$ BEGIN CREATE ROLE repair_editor LOGIN; EXCEPTION WHEN duplicate_object THEN NULL;
      END $$
      """,
      "GRANT gift_editor TO repair_editor")
    let before = try await giftctl.rows()
    giftctl.environment["GIFT_DATABASE"] = giftctl.database + " user=repair_editor"
    for words in [["repair"], ["repair", "--yes"], ["repair", "--dry-run"]] {
      let outcome = try await giftctl.run(words)
      #expect(outcome.exitCode == 5)
      #expect(outcome.errorText.contains("the database's owner"))
    }
    #expect(try await giftctl.rows() == before)
  }
}
