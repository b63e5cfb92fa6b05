import Support
import Testing

/// Windows above what stands, by the command.
@Suite(.serialized) struct WindowTests {
  /// The same instants as people read them.
  private let shown = ("Mon 1 Feb 2100 00:00", "Mon 1 Mar 2100 00:00", "Thu 1 Apr 2100 00:00")
  private let until = ("2100-02-01T00:00:00Z", "2100-03-01T00:00:00Z", "2100-04-01T00:00:00Z")
  /// The last as a command for a reader has it, whose zone is UTC.
  private let typed = "2100-04-01 00:00"

  @Test func `a running window ends earlier or later without a gap and without --replace`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    for end in [until.1, until.0, until.2] {
      let document = try await giftctl.json("publish", "rose", "--until", end)
      #expect(document["gifts"]?[0]?["after"]?["windows"]?.values.count == 1)
      #expect(try await live(giftctl, at: end, before: true) == 2)
      #expect(try await live(giftctl, at: end, before: false) == 1)
    }
    #expect(
      try await giftctl.done("publish", "rose", "--until", until.2).outputText
        .hasPrefix("rose: unchanged"))
  }

  @Test func `a running window ends now, and without one nothing does`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    try await giftctl.done("publish", "rose", "--until", until.0)
    let ended = try await giftctl.done("publish", "rose", "--until", "now")
    #expect(ended.outputText.contains("rose: version 1 live"))
    #expect(
      try await giftctl.done("publish", "rose", "--until", "now").outputText
        .hasPrefix("rose: unchanged"))
    #expect(
      try await giftctl.run("publish", "rose", "--until", "now", "--version", "1").exitCode == 64)
  }

  @Test func `leave to replace says all that it drops`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    try await giftctl.done("publish", "rose", "--from", until.0, "--until", until.1)
    let wide = ["publish", "rose", "--version", "1", "--until", until.2]
    let refused = try await giftctl.run(wide)
    #expect(refused.exitCode == 3)
    #expect(refused.errorText.contains("version 2 from \(shown.0) until \(shown.1)"))
    let done = try await giftctl.run(wide + ["--replace"])
    #expect(
      done.outputText.contains("dropped: version 2 from \(shown.0) until \(shown.1)"))
    #expect(
      done.outputText.contains(
        "Version 1 does not end at \(shown.2), because it is also the standing version"))
    #expect(done.outputText.contains("giftctl retire rose --at \"\(typed)\"\n"))
  }

  @Test func `what is true of several gifts is said once`() async throws {
    let giftctl = try await Giftctl.stocked()
    let done = try await giftctl.done("publish", "rose", "heart", "--until", until.2)
    #expect(
      done.lines.filter { $0.contains("does not end at") } == [
        "  rose, heart: Version 1 does not end at \(shown.2), because it is also the standing "
          + "version. To end it: giftctl retire rose heart --at \"\(typed)\""
      ])
  }

  @Test func `a later step stays and is named, what a window hides is said to come`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    try await giftctl.done("add", "rose", Fixtures.file("crown"))
    try await giftctl.done("publish", "rose", "--version", "3", "--from", until.2)
    try await giftctl.done("publish", "rose", "--version", "1", "--until", until.0)
    let document = try await giftctl.json("publish", "rose", "--version", "2")
    #expect(
      document["gifts"]?[0]?["warnings"]?.values.map(\.string) == [
        "A window shows version 1 instead of version 2, which shows from \(until.0).",
        "An earlier plan still applies: at \(until.2) version 3 takes over. To drop it: --replace",
      ])
    #expect(document["gifts"]?[0]?["dropped"]?.values == [])
    let replaced = try await giftctl.json("publish", "rose", "--version", "2", "--replace")
    #expect(replaced["gifts"]?[0]?["dropped"]?[0]?["from"]?.string == until.2)
  }

  @Test func `what retires with others comes back behind the window, or never`() async throws {
    let giftctl = try await Giftctl.stocked()
    let unknown = try await giftctl.run("publish", "rose", "--also-retire", "tulip", "--yes")
    #expect(unknown.exitCode == 2)
    let asked = try await giftctl.run("publish", "rose", "--also-retire", "heart")
    #expect(asked.exitCode == 64 && asked.errorText.contains("--yes"))
    try await giftctl.done(
      "publish", "rose", "--from", until.0, "--until", until.1, "--also-retire", "heart", "crown")
    #expect(try await giftctl.json("history")["changes"]?[0]?["gifts"]?.values.count == 3)
    #expect(try await status(giftctl, "heart", at: until.0) == "scheduled")
    #expect(try await status(giftctl, "crown", at: until.1) == "live")
    try await giftctl.done("publish", "rose", "--from", until.2, "--also-retire", "heart", "--yes")
    #expect(try await status(giftctl, "heart", at: until.1) == "live")
    #expect(try await status(giftctl, "heart", at: until.2) == "retired")
    #expect(try await giftctl.run("publish", "rose", "--also-retire", "rose").exitCode == 64)
  }

  @Test func `retire until an instant asks nobody and takes nothing away`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("retire", "rose", "--at", until.0, "--until", until.1)
    #expect(try await status(giftctl, "rose", at: until.0) == "scheduled")
    #expect(try await status(giftctl, "rose", at: until.1) == "live")
    let text = try await giftctl.done("show", "rose").outputText
    #expect(text.contains("windows\n    off from \(shown.0) until \(shown.1)\n"))
    #expect(try await giftctl.run("retire", "rose", "--replace", "--yes").exitCode == 64)
  }

  private func live(_ giftctl: Giftctl, at end: String, before: Bool) async throws -> JSONValue? {
    let instant = before ? Self.before(end) : end
    return try await giftctl.json("show", "rose", "--at", instant)["gift"]?["status"]?["version"]
  }

  /// A second before the first of a month.
  private static func before(_ month: String) -> String {
    switch month {
    case "2100-02-01T00:00:00Z": "2100-01-31T23:59:59Z"
    case "2100-03-01T00:00:00Z": "2100-02-28T23:59:59Z"
    default: "2100-03-31T23:59:59Z"
    }
  }

  private func status(_ giftctl: Giftctl, _ gift: String, at: String) async throws -> String? {
    try await giftctl.json("show", gift, "--at", at)["gift"]?["status"]?["state"]?.string
  }
}
