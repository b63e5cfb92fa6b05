import Support
import Testing

@Suite(.serialized) struct CalendarCommandTests {
  /// Twelve gifts that are live, and a rotation of two of them from 2100-03-02 on.
  private func stocked() async throws -> Giftctl {
    var giftctl = try await Giftctl.stocked()
    giftctl.environment["LC_ALL"] = "C"
    try await giftctl.done(
      "rotation", "add", "spring", "--tz", "Europe/London", "--first", "2100-03-02 10:00",
      "--every", "1w", "--lineup", "rose,heart", "--turns", "3")
    return giftctl
  }

  private let at = "2100-03-01T12:00:00Z"

  @Test func `the calendar shows all layers at any instant, with a legend below`()
    async throws
  {
    let giftctl = try await stocked()
    let outcome = try await giftctl.done("calendar", "--weeks", "4", "--at", at)
    let lines = outcome.lines
    #expect(lines.count == 3 + 12 + 1)
    #expect(lines[0] == "2100-03-01 to 2100-03-28, UTC, one column per day")
    #expect(lines[2] == "GIFT         .      .      .      .")
    #expect(lines[3] == "rose         =1#######1=====1#######1====")
    #expect(lines[4] == "heart        1=======1#######1===========")
    #expect(
      lines.dropFirst(5).dropLast().allSatisfy { $0.hasSuffix("  1===========================") })
    #expect(lines.last == "= standing  # rotation  + window  1 2 3 version")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `the calendar of today marks it, with block elements where they can be drawn`()
    async throws
  {
    var giftctl = try await stocked()
    giftctl.environment["LC_ALL"] = "C.UTF-8"
    giftctl.environment["COLUMNS"] = "60"
    let outcome = try await giftctl.done("calendar")
    #expect(outcome.lines[2].hasPrefix("GIFT         ▼"))
    #expect(outcome.lines[3].hasPrefix("rose         1─"))
    #expect(outcome.lines[0].hasSuffix(", UTC, one column per 2 days"))
    #expect(outcome.lines.last?.contains("▼ today") == true)
    // The gifts were not there before they were added.
    let before = try await giftctl.done("calendar", "--at", "-52w")
    #expect(before.outputText.hasPrefix("Warnings:\n  Nothing "))
    #expect(before.errorText.hasPrefix("Nothing is live or planned from "))
  }

  @Test func `warnings stand below, and have codes in JSON`() async throws {
    let giftctl = try await stocked()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await giftctl.done(
      "add", "rose", try folder.write("rose.json", try Fixtures.bytes("rose", blanks: 2)))
    try await giftctl.done("retire", "crown", "--at", "2100-03-05T00:00:00Z", "--yes")
    let text = try await giftctl.done("calendar", "--weeks", "1", "--at", at)
    #expect(
      text.lines.suffix(3) == [
        "Warnings:",
        "  crown goes off at Fri 5 Mar 2100 00:00, with no successor planned.",
        "  spring shows version 1 of rose, although version 2 exists.",
      ])
    let document = try await giftctl.json("calendar", "--weeks", "1", "--at", at)
    #expect(
      document.keys == ["at", "change", "from", "gifts", "now", "until", "warnings", "zone"])
    #expect(document["at"]?.string == at)
    #expect(document["from"] == "2100-03-01T00:00:00Z")
    #expect(document["until"] == "2100-03-08T00:00:00Z")
    #expect(document["gifts"]?.values.count == 12)
    let rose = document["gifts"]?[0]
    #expect(rose?["id"] == "rose")
    #expect(rose?["stretches"]?.values.map { $0["layer"] } == ["standing", "rotation"])
    #expect(rose?["stretches"]?[1]?["from"] == "2100-03-02T10:00:00Z")
    #expect(rose?["stretches"]?[1]?["until"] == "2100-03-09T10:00:00Z")
    let warnings = document["warnings"]?.values ?? []
    #expect(warnings.map { $0["code"] } == ["retires_without_successor", "version_superseded"])
    #expect(warnings.map { $0["gift"] } == ["crown", "rose"])
    #expect(warnings.last?["rotation"] == "spring")
  }

  @Test func `--format ics writes the turns of a year for calendar programs`() async throws {
    let giftctl = try await stocked()
    let outcome = try await giftctl.done("calendar", "--format", "ics", "--at", at)
    let text = outcome.outputText
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    #expect(text.hasSuffix("\r\nEND:VCALENDAR\r\n"))
    let ends = outcome.output.count { $0 == UInt8(ascii: "\n") }
    #expect(ends == outcome.output.count { $0 == UInt8(ascii: "\r") })
    let starts = text.split(separator: "\r\n").filter { $0.hasPrefix("DTSTART:") }
    #expect(starts == [2, 9, 16].map { "DTSTART:210003\($0 < 10 ? "0" : "")\($0)T100000Z" })
    let first = try await giftctl.done("calendar", "--format", "ics", "--weeks", "1", "--at", at)
    #expect(first.outputText.contains("\r\nSUMMARY:spring 1: rose\r\n"))
    #expect(!first.outputText.contains("SUMMARY:spring 2"))
    #expect(outcome.errorText == "")
  }

  @Test func `--format ics has windows, and moving an end updates the event`() async throws {
    let giftctl = try await stocked()
    try await giftctl.done(
      "publish", "rose", "--from", "2100-03-04T10:00:00Z", "--until", "2100-03-06T10:00:00Z")
    try await giftctl.done(
      "retire", "heart", "--at", "2100-03-05T10:00:00Z", "--until", "2100-03-05T12:00:00Z", "--yes")
    try await giftctl.done("retire", "crown", "--at", "2100-03-07T00:00:00Z", "--yes")
    let first = try await feed(giftctl)
    #expect(
      first["SUMMARY"] == [
        "spring 1: rose", "rose: version 1", "heart: off", "crown: goes off",
      ])
    #expect(first["DTSTART"]?[1] == "21000304T100000Z")
    #expect(first["DTEND"]?[1] == "21000306T100000Z")
    try await giftctl.done(
      "publish", "rose", "--from", "2100-03-04T10:00:00Z", "--until", "2100-03-06T12:00:00Z",
      "--replace")
    let second = try await feed(giftctl)
    #expect(second["UID"] == first["UID"])
    #expect(second["DTEND"]?[1] == "21000306T120000Z")
    let revisions = [first, second].map { $0["SEQUENCE"]?[1] ?? "" }.compactMap { Int($0) }
    #expect(revisions.count == 2 && revisions[0] < revisions[1])
  }

  /// The values of all events of a week, by property.
  private func feed(_ giftctl: Giftctl) async throws -> [Substring: [Substring]] {
    let outcome = try await giftctl.done(
      "calendar", "--format", "ics", "--weeks", "1", "--at", at)
    let lines = outcome.outputText.split(separator: "\r\n")
    return Dictionary(grouping: lines, by: { $0.prefix { $0 != ":" } })
      .mapValues { $0.map { $0.drop { $0 != ":" }.dropFirst() } }
  }

  @Test(arguments: [
    Refusal("calendar --weeks 0", 64, "usage", says: "from 1 to 520"),
    Refusal("calendar --weeks 521", 64, "usage", says: "from 1 to 520"),
    Refusal("calendar --format pdf", 64, "usage", says: "--format"),
    Refusal("calendar --format ics", 64, "usage", says: "not both"),
    Refusal("calendar --tz Moon/Base", 64, "zone_unknown", says: "Moon/Base"),
    Refusal("calendar --at 99", 2, "change_not_found", says: "no change 99"),
    Refusal("calendar --at 9998-12-30T00:00:00Z", 64, "usage", says: "after the year 9998"),
  ])
  func `what makes no calendar is a sentence and a code`(refusal: Refusal) async throws {
    let outcome = try await Giftctl.unchanging().run(refusal.words + ["--json"])
    let error = try outcome.json()["error"]
    #expect(outcome.exitCode == refusal.exitCode)
    #expect(error?["code"]?.string == refusal.code)
    #expect(error?["message"]?.string?.contains(refusal.says) == true)
  }

  @Test func `days and local times are those of --tz`() async throws {
    let giftctl = try await stocked()
    let outcome = try await giftctl.done(
      "calendar", "--at", "2100-03-01 12:00", "--tz", "Pacific/Kiritimati", "--weeks", "1")
    #expect(
      outcome.lines.first
        == "2100-03-01 to 2100-03-07, Pacific/Kiritimati, one column per day")
    // 10:00 in London is the next day there.
    #expect(outcome.lines.dropFirst(3).first == "rose         1=1####")
  }
}
