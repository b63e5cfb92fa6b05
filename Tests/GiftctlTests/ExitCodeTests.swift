import Support
import Testing

/// A command that is refused: how it ends, and the stable word for it.
struct Refusal: CustomTestStringConvertible {
  let words: [String]
  let exitCode: Int32
  let code: String
  /// A part of the sentence.
  let says: String

  init(_ line: String, _ exitCode: Int32, _ code: String, says: String) {
    words = line.split(separator: " ").map { $0.replacing("_", with: " ") }
    (self.exitCode, self.code, self.says) = (exitCode, code, says)
  }

  init(_ words: [String], _ exitCode: Int32, _ code: String, says: String) {
    (self.words, self.exitCode, self.code, self.says) = (words, exitCode, code, says)
  }

  var testDescription: String { "\(words.joined(separator: " ")) → \(exitCode) \(code)" }

  static let all = notFound + conflicts + refusedByTheCheck + usage + others

  private static let notFound = [
    Refusal("publish tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("publish rose --version 9", 2, "version_not_found", says: "the latest is 1"),
    Refusal("retire tulip --yes", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("retire tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("rollback tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("rollback rose --to 99", 2, "change_not_found", says: "the last is 1"),
    Refusal("show tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("history tulip", 2, "gift_not_found", says: "no gift tulip"),
    Refusal("list --at 99", 2, "change_not_found", says: "no change 99"),
    Refusal("diff --from 99", 2, "change_not_found", says: "no change 99"),
    Refusal("add rose /nowhere.json", 2, "file_not_found", says: "There is no \"/nowhere.json\""),
    Refusal("import /nowhere", 2, "file_not_found", says: "There is no \"/nowhere\""),
    Refusal("import /", 2, "nothing_to_import", says: "neither a manifest.json nor"),
  ]

  private static let conflicts = [
    Refusal("publish rose --from 2000-01-01T00:00:00Z", 3, "instant_in_past", says: "in the past"),
    Refusal("retire rose --yes --at -1h", 3, "instant_in_past", says: "in the past"),
    Refusal("add rose --price 11 --expect-change 0", 3, "changed_since", says: "by change 1"),
    Refusal("retire rose --yes --expect-change 0", 3, "changed_since", says: "by change 1"),
    Refusal("publish rose --until +1h --expect-change 0", 3, "changed_since", says: "change 1"),
    Refusal("rollback rose --expect-change 0", 3, "changed_since", says: "by change 1"),
  ]

  private static let refusedByTheCheck = [
    Refusal(
      "add rose \(Fixtures.file("rose")) --max-bytes 10", 4, "file_too_large",
      says: "at most 10 are allowed")
  ]

  private static let usage = [
    Refusal("retire rose", 64, "consent_missing", says: "Add --yes"),
    Refusal("retire rose --at +1w", 64, "consent_missing", says: "Add --yes"),
    Refusal("import \(Fixtures.folder) --max-bytes 0", 64, "usage", says: "--max-bytes"),
    Refusal("add tulip --price 1", 64, "definition_incomplete", says: "--name en=Rose"),
    Refusal("add tulip --name en=Tulip", 64, "definition_incomplete", says: "--price 10"),
    Refusal("add rose --tag red --no-tags", 64, "usage", says: "exclude each other"),
    Refusal("add rose --name en=A --name en=B", 64, "invalid", says: "given twice"),
    Refusal("add rose --name en=", 64, "invalid", says: "is no name"),
    Refusal("add rose --name english-name=A", 64, "invalid", says: "BCP 47"),
    Refusal("add rose --name Rose", 64, "usage", says: "--name"),
    Refusal("add rose --price 10000001", 64, "invalid", says: "10000000"),
    Refusal("add rose --price ten", 64, "usage", says: "--price"),
    Refusal("publish Rose", 64, "invalid", says: "lower-case"),
    Refusal("publish rose --version 0", 64, "invalid", says: "versions count 1, 2, 3"),
    Refusal("publish rose --from tomorrow", 64, "usage", says: "tomorrow"),
    Refusal("publish rose --from 2100-01-01_10:00", 64, "zone_missing", says: "add --tz"),
    Refusal(
      "publish rose --from 2100-01-01_10:00 --tz Moon/Base", 64, "local_time_unreadable",
      says: "Moon/Base"),
    Refusal(
      "publish rose --from 2100-13-41_10:00 --tz Europe/Berlin", 64, "local_time_unreadable",
      says: "2100-13-41"),
    Refusal("publish rose --from +2h --until +1h", 64, "invalid", says: "not after the beginning"),
    Refusal("history --limit 0", 64, "usage", says: "from 1 to 10000"),
    Refusal("database start", 64, "usage", says: "A database was named"),
    Refusal("database stop", 64, "usage", says: "A database was named"),
    Refusal("destroy", 64, "usage", says: ""),
    Refusal("publish", 64, "usage", says: "<id>"),
    Refusal("check", 64, "usage", says: "<file>"),
  ]

  private static let others = [
    Refusal("export /tmp", 1, "folder_not_empty", says: "is there already"),
    Refusal("add rose /tmp", 1, "not_a_file", says: "is a folder"),
  ]
}

@Suite(.serialized) struct ExitCodeTests {
  @Test(arguments: Refusal.all)
  func `a refused command says why on standard error and changes nothing`(
    _ refusal: Refusal
  ) async throws {
    let giftctl = try await Giftctl.stocked()
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
    #expect(outcome.errorText.contains("run the same command again"))
    let error = try await giftctl.json("retire", "rose", "--yes", exiting: 7)["error"]
    #expect(error?["code"] == "outcome_unknown")
    #expect(try await giftctl.rows() == before)
    try await giftctl.sql("DROP TRIGGER at_commit ON change")
    #expect(try await giftctl.json("retire", "rose", "--yes")["change"] == 2)
  }

  @Test func `a wait that takes too long is exit 8`() async throws {
    let giftctl = try await Giftctl.stocked()
    let other = try await giftctl.connection()
    try await other.execute(.holdCatalogue)
    // The database's administrator wants no statement to take longer.
    var hurried = giftctl
    hurried.environment["PGOPTIONS"] = "-c statement_timeout=200ms"
    let outcome = try await hurried.run("retire", "rose", "--yes")
    #expect(outcome.exitCode == 8)
    #expect(outcome.errorText.split(separator: "\n").count == 1)
    await other.close()
    try await giftctl.done("retire", "rose", "--yes")
  }
}
