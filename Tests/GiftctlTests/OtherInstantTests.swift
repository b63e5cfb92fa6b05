import Foundation
import Support
import Testing

/// `--at` on the commands that read more than the catalogue.
@Suite(.serialized) struct OtherInstantTests {
  /// Change 1 brought the twelve fixtures, 2 and 3 made the rose dearer, 4 brought the tulip; a
  /// boundary of the rose was due just before change 2 was made, and announced an hour late.
  private func eventful() async throws -> Giftctl {
    let giftctl = try await Giftctl.stocked()
    for price in 11...12 { try await giftctl.done("add", "rose", "--price", "\(price)") }
    try await giftctl.done("add", "tulip", "--name", "en=Tulip", "--price", "1")
    try await giftctl.sql(
      "ALTER TABLE announcement DISABLE TRIGGER announcement_follows",
      "ALTER TABLE availability DISABLE TRIGGER USER",
      """
      UPDATE availability SET from_at = at - interval '1 microsecond'
      FROM change WHERE gift = 'rose' AND number = 2
      """,
      """
      INSERT INTO announcement (number, due_at, gift, event, version, change, announced_at)
      SELECT 1, at - interval '1 microsecond', 'rose', 'went_live', 1, 2, at + interval '1 hour'
      FROM change WHERE number = 2
      """)
    return giftctl
  }

  private func past(_ giftctl: Giftctl, _ words: String...) async throws -> [JSONValue] {
    let outcome = try await giftctl.run(["history", "--json"] + words)
    try #require(outcome.exitCode == 0)
    let document = try outcome.json()
    let announcements = document["announcements"]?.values ?? []
    return (document["changes"]?.values ?? []).compactMap { $0["change"] }
      + announcements.compactMap { $0["gift"] }
  }

  @Test func `history ends with the instant or the change that is asked for`() async throws {
    let giftctl = try await eventful()
    #expect(try await past(giftctl) == [4, 3, 2, 1, "rose"])
    #expect(try await past(giftctl, "--at", "now") == [4, 3, 2, 1, "rose"])
    #expect(try await past(giftctl, "--at", "+52w") == [4, 3, 2, 1, "rose"])
    #expect(try await past(giftctl, "--at", "3") == [3, 2, 1, "rose"])
    #expect(try await past(giftctl, "--at", "1") == [1])
    #expect(try await past(giftctl, "--at", "0") == [])
    let changes = try await giftctl.json("history")["changes"]?.values ?? []
    // The instant of change 2 itself is within, and so is the boundary that was due then.
    let second = try #require(changes[2]["at"]?.string)
    #expect(try await past(giftctl, "--at", second) == [2, 1, "rose"])
    let first = try #require(changes[3]["at"]?.string)
    #expect(try await past(giftctl, "--at", first) == [1])
    #expect(try await past(giftctl, "heart", "--at", "4") == [1])
    #expect(try await past(giftctl, "tulip", "--at", "4") == [4])
    let early = try await giftctl.json("history", "tulip", "--at", "3", exiting: 2)
    #expect(early["error"]?["code"] == "gift_not_found")
  }

  @Test func `pages of history begin at the instant, and none is short`() async throws {
    let giftctl = try await eventful()
    #expect(try await past(giftctl, "--at", "3", "--limit", "2") == [3, 2])
    #expect(try await past(giftctl, "--at", "3", "--before", "3") == [2, 1, "rose"])
    #expect(try await past(giftctl, "--at", "3", "--before", "2") == [1, "rose"])
    #expect(try await past(giftctl, "--at", "1", "--before", "4", "--limit", "1") == [1])
    #expect(try await past(giftctl, "rose", "--at", "2", "--limit", "9") == [2, 1, "rose"])
    let none = try await giftctl.done("history", "--at", "-52w")
    #expect(none.output.isEmpty)
    #expect(none.errorText.hasPrefix("There are no changes up to "))
    let text = try await giftctl.done("history", "--at", "2").lines
    #expect(text.count == 4)
    #expect(text.contains { $0.contains("boundary  rose went live") })
  }

  @Test func `check --catalogue judges what stands at another instant`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    try await giftctl.done("publish", "rose", "--from", "2100-01-01T00:00:00Z")
    try await giftctl.done("retire", "heart", "--yes")
    func names(_ words: String...) async throws -> [String] {
      let outcome = try await giftctl.run(["check", "--catalogue", "--json"] + words)
      try #require(outcome.exitCode == 0)
      let files = try outcome.json()["files"]?.values ?? []
      return files.compactMap { $0["file"]?.string }
        .filter { $0.hasPrefix("rose") || $0.hasPrefix("heart") }
    }
    let now = ["heart version 1 (latest)", "rose version 1 (live)"]
    #expect(try await names() == now + ["rose version 2 (planned, latest)"])
    #expect(try await names("--at", "now") == names())
    #expect(
      try await names("--at", "1")
        == ["heart version 1 (live, latest)", "rose version 1 (live, latest)"])
    #expect(
      try await names("--at", "2099-12-31 23:59", "--tz", "Europe/Berlin")
        == now + ["rose version 2 (planned, latest)"])
    #expect(
      try await names("--at", "2100-01-01T00:00:00Z")
        == ["heart version 1 (latest)", "rose version 2 (live, latest)"])
    #expect(try await names("--at", "-52w") == [])
    let refused = try await giftctl.run("check", "--catalogue", "--at", "1", "--max-side", "100")
    #expect(refused.exitCode == 4)
  }

  @Test func `export --live writes what is live at another instant, and import reads it`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    try await giftctl.done("publish", "rose", "--from", "2100-01-01T00:00:00Z")
    try await giftctl.done("retire", "heart", "--yes")
    try await giftctl.done("retire", "crown", "--at", "2100-06-01T00:00:00Z", "--yes")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    func live(_ name: String, _ words: String...) async throws -> [String: JSONValue] {
      let path = folder.path + "/" + name
      try await giftctl.run(["export", path, "--live"] + words).expectDone()
      let target = try await Giftctl.empty()
      try await target.done("import", path)
      let digests = try await target.json("list")["gifts"]?.values.compactMap { gift in
        gift["id"]?.string.map { id in (id, gift["status"]?["until"] ?? .null) }
      }
      return Dictionary(uniqueKeysWithValues: digests ?? [])
    }
    let past = try await live("past", "--at", "1")
    #expect(past.count == 12 && past["heart"] != nil && past["crown"] == .null)
    let now = try await live("now")
    #expect(now.count == 11 && now["heart"] == nil && now["crown"] == "2100-06-01T00:00:00Z")
    #expect(try await live("later", "--at", "2100-06-01T00:00:00Z").keys.count == 10)
    let rose = try Fixtures.bytes("rose")
    #expect(try [UInt8](Data(contentsOf: URL(filePath: folder.path + "/past/rose.json"))) == rose)
    #expect(
      try [UInt8](Data(contentsOf: URL(filePath: folder.path + "/later/rose.json")))
        == Fixtures.bytes("heart"))
    let stream = try await giftctl.done("export", "-", "--live", "--at", "-52w")
    #expect(stream.outputText == "{\"gifts\":[]}\n")
  }

  @Test func `what cannot be exported leaves nothing behind`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let giftctl = try await Giftctl.unchanging()
    let path = folder.path + "/export"
    for (words, code) in [
      (["--at", "1"], 64), (["--live", "--at", "99"], 2), (["--live", "--at", "2100-13-01"], 64),
    ] as [([String], Int32)] {
      #expect(try await giftctl.run(["export", path] + words).exitCode == code)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }
}
