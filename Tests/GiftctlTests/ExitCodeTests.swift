import Support
import Testing

@Suite(.serialized) struct ExitCodeTests {
  @Test(arguments: Refusal.all)
  func `a refused command says why on standard error and changes nothing`(
    _ refusal: Refusal
  ) async throws {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let outcome = try await giftctl.run(refusal.words)
    #expect(outcome.exitCode == refusal.exitCode)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains(refusal.says))
    let inJSON = try await giftctl.run(refusal.words + ["--json"])
    #expect(inJSON.exitCode == refusal.exitCode)
    #expect(inJSON.errors.isEmpty)
    let error = try inJSON.json()["error"]
    // Of a verb that nobody knows, no option is known either.
    if refusal.words != ["destroy"] {
      #expect(error?["message"]?.string?.contains(refusal.says) == true)
    }
    #expect(error?["code"]?.string == refusal.code)
    #expect(error?["exitCode"] == .integer(Int64(refusal.exitCode)))
    #expect(try await giftctl.rows() == before)
  }

  @Test func `an animation that fails the check is exit 4, with each finding`() async throws {
    let giftctl = try await Giftctl.stocked()
    let before = try await giftctl.rows()
    let outcome = try await giftctl.run("add", "rose", Fixtures.refused)
    #expect(outcome.exitCode == 4)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains("[top.missing"))
    #expect(outcome.errorText.contains("nothing was stored"))
    let document = try await giftctl.json("add", "rose", Fixtures.refused, exiting: 4)
    #expect(document.keys == ["error", "files"])
    #expect(document["error"]?["code"] == "refused")
    #expect(document["error"]?["exitCode"] == 4)
    #expect(document["files"]?[0]?["file"]?.string == Fixtures.refused)
    #expect(document["files"]?[0]?["verdict"] == "refused")
    #expect(document["files"]?[0]?["findings"]?[0]?["code"] == "top.missing")
    #expect(try await giftctl.rows() == before)
  }

  @Test func `a gift without animation cannot be published: exit 3`() async throws {
    let giftctl = try await Giftctl.empty()
    try await giftctl.done("add", "tulip", "--name", "en=Tulip", "--price", "1")
    let error = try await giftctl.json("publish", "tulip", exiting: 3)["error"]
    #expect(error?["code"] == "no_version")
  }

  @Test func `a database without tables is exit 1, and the sentence says what to do`()
    async throws
  {
    let database = try await TestCluster.shared().createDatabase()
    let outcome = try await Giftctl(over: database).run("list")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errorText.contains("giftctl database migrate"))
  }

  @Test func `a login that is no editor is exit 5`() async throws {
    var giftctl = try await Giftctl.stocked()
    try await giftctl.sql(
      """
      DO $$ BEGIN CREATE ROLE stranger LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$
      """)
    giftctl.environment["GIFT_DATABASE"] = giftctl.database + " user=stranger"
    for words in [["publish", "rose", "--until", "+1h"], ["list"]] {
      let outcome = try await giftctl.run(words)
      #expect(outcome.exitCode == 5)
      #expect(outcome.errorText.contains("gift_editor"))
      #expect(outcome.errorText.split(separator: "\n").count == 1)
    }
  }

  @Test func `a connection that dies during COMMIT is exit 7, and the same command finishes`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.sql(
      """
      CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'
      """,
      """
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON change
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_session()
      """)
    let before = try await giftctl.rows()
    let outcome = try await giftctl.run("retire", "rose", "--yes")
    #expect(outcome.exitCode == 7)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains("Run the same command again"))
    let error = try await giftctl.json("retire", "rose", "--yes", exiting: 7)["error"]
    #expect(error?["code"] == "outcome_unknown")
    #expect(try await giftctl.rows() == before)
    try await giftctl.sql("DROP TRIGGER at_commit ON change")
    #expect(try await giftctl.json("retire", "rose", "--yes")["change"] == 2)
  }

  @Test func `a wait that takes too long is exit 8`() async throws {
    let giftctl = try await Giftctl.stocked()
    // An administrator wants no statement to take longer.
    var hurried = giftctl
    hurried.environment["PGOPTIONS"] = "-c statement_timeout=200ms"
    let outcome = try await giftctl.whileSomebodyEdits { [hurried] in
      try await hurried.run("retire", "rose", "--yes")
    }
    #expect(outcome.exitCode == 8)
    #expect(outcome.errorText.split(separator: "\n").count == 1)
    try await giftctl.done("retire", "rose", "--yes")
  }
}
