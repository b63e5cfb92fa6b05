import Support
import Testing

/// What people look at: lists, what comes, what was, by their own clock, as wide as they have it.
@Suite(.serialized) struct ReadingTests {
  @Test(arguments: [
    ("--category love", ["heart", "teddy"]), ("--search CROWN", ["crown"]),
    ("--tag valentine", ["rose", "heart", "teddy"]),
    ("--without-name ar --category love", ["teddy"]),
    ("--sort price --category love", ["heart", "teddy"]),
    ("--sort name --category love", ["heart", "teddy"]), ("--status retired", ["crown"]),
    ("--status live --search crown", []), ("--search crown --all", ["crown"]),
  ])
  func `a list is narrowed down and sorted`(_ words: String, _ gifts: [String]) async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("retire", "crown", "--yes")
    let line = ["list"] + words.split(separator: " ").map(String.init)
    let wanted = words.contains("CROWN") ? [] : gifts
    let document = try await giftctl.run(line + ["--json"]).json()
    #expect(document["gifts"]?.values.compactMap { $0["id"]?.string } == wanted)
    #expect(document["total"] == 12)
    let text = try await giftctl.run(line)
    if wanted.isEmpty {
      #expect(text.errorText == "None of the 12 gifts matches.\n")
    } else {
      #expect(text.lines.last?.hasPrefix("\(wanted.count) of 12 gifts") == true)
      let tellsOfOthers = text.lines.last?.hasSuffix(", live ones only (--all for all)") == true
      #expect(tellsOfOthers != (words.contains("--all") || words.contains("--status")))
    }
  }

  @Test func `a list of ids alone is for other commands`() async throws {
    let giftctl = try await Giftctl.stocked()
    let ids = try await giftctl.done("list", "--category", "love", "--ids")
    #expect(ids.outputText == "heart\nteddy\n")
    let moved = ["add"] + ids.lines.map(String.init) + ["--category", "romance"]
    #expect(try await giftctl.run(moved).exitCode == 0)
    let none = try await giftctl.done("list", "--category", "love", "--ids")
    #expect(none.output.isEmpty)
    #expect(try await giftctl.run("list", "--ids", "--json").exitCode == 64)
  }

  @Test func `a list is as wide as the terminal, and names give way`() async throws {
    var giftctl = try await Giftctl.stocked()
    let long = String(repeating: "玫瑰", count: 40)
    try await giftctl.done("add", "rose", "--name", "en=\(long)", "--category", "flowers-for-all")
    try await giftctl.done("publish", "rose", "--until", "2100-02-01T00:00:00Z", "--replace")
    let whole = try await giftctl.done("list").lines
    #expect(whole.contains { $0.hasSuffix(long) })
    for columns in [60, 80, 120] {
      giftctl.environment["COLUMNS"] = "\(columns)"
      let lines = try await giftctl.done("list").lines
      #expect(lines.count == whole.count)
      #expect(lines.contains { $0.hasSuffix("…") })
      for line in lines {
        #expect(line.reduce(0) { $0 + ($1.isASCII || $1 == "…" ? 1 : 2) } <= columns, "\(line)")
      }
    }
  }

  @Test(arguments: [
    ("UTC", "Fri 1 Jan 2100 12:00"), ("Asia/Tokyo", "Fri 1 Jan 2100 21:00"),
    ("America/New_York", "Fri 1 Jan 2100 07:00"),
  ])
  func `instants are told by the reader's clock, and to programs in UTC`(
    _ zone: String, _ written: String
  ) async throws {
    var giftctl = try await Giftctl.stocked()
    let noon = "2100-01-01T12:00:00Z"
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    try await giftctl.done("publish", "rose", "--from", noon)
    giftctl.environment["GIFT_TZ"] = zone
    #expect(try await giftctl.done("show", "rose").outputText.contains("from \(written)"))
    #expect(try await giftctl.done("next").lines.first?.hasPrefix("\(written), in ") == true)
    #expect(try await giftctl.json("next")["coming"]?[0]?["at"]?.string == noon)
    giftctl.environment["GIFT_TZ"] = "UTC"
    let named = try await giftctl.done("show", "rose", "--tz", zone).outputText
    #expect(named.contains("from \(written)"))
  }

  @Test func `a zone that nobody knows is refused, and a local time needs one`() async throws {
    var giftctl = try await Giftctl.unchanging()
    for zone in ["Europe/Nowhere", "../../etc/passwd", "/etc/localtime"] {
      giftctl.environment["GIFT_TZ"] = zone
      let outcome = try await giftctl.run("list")
      #expect(outcome.exitCode == 64)
      #expect(outcome.errorText.contains("is not an IANA time zone"))
    }
    giftctl.environment["GIFT_TZ"] = ""
    giftctl.environment["TZ"] = ":/nowhere"
    let outcome = try await giftctl.run("list", "--at", "2100-01-01 10:00", "--json")
    #expect(outcome.exitCode == 64)
    #expect(try outcome.json()["error"]?["code"] == "zone_missing")
  }

  @Test func `next groups what comes by instant, and stops after so many`() async throws {
    let giftctl = try await Giftctl.stocked()
    let day = "2100-02-01T00:00:00Z"
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    try await giftctl.run("publish", "rose", "--from", day, "--until", "2100-02-08T00:00:00Z")
      .expectDone()
    try await giftctl.run("retire", "crown", "heart", "--at", day, "--yes").expectDone()
    let text = try await giftctl.done("next").lines
    #expect(text.count == 6)
    #expect(text.first?.hasPrefix("Mon 1 Feb 2100 00:00, in ") == true)
    #expect(text[1...3] == ["  - heart", "  - crown", "  ~ rose  version 1 → 2"])
    #expect(text[4].hasPrefix("Mon 8 Feb 2100 00:00, in "))
    #expect(text[5] == "  ~ rose  version 2 → 1")
    #expect(try await giftctl.done("next", "1").lines.count == 4)
    let none = try await giftctl.done("next", "--at", "2100-03-01T00:00:00Z")
    #expect(none.errorText == "Nothing is planned after Mon 1 Mar 2100 00:00.\n")
    #expect(try await giftctl.run("next", "0").exitCode == 64)
  }

  @Test func `the history tells what each change did, by whom and since when`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--price", "12", "--as", "ann", "-m", "Too cheap")
    try await giftctl.done("add", "rose", "--price", "11", "--as", "bob")
    let all = try await giftctl.done("log").lines
    #expect(all[1].hasSuffix("bob     postgres  add     rose: price 12 → 11"))
    #expect(all[2].hasSuffix("ann     postgres  add     Too cheap – rose: price 10 → 12"))
    #expect(all[3].hasSuffix("teddy"))
    let ann = try await giftctl.done("history", "--by", "ann").lines
    #expect(ann.count == 2)
    #expect(try await giftctl.done("history", "rose", "--by", "bob").lines.count == 2)
    let nobody = try await giftctl.done("history", "--by", "eve")
    #expect(nobody.errorText == "No changes match.\n")
    let later = try await giftctl.done("history", "--since", "+1h")
    #expect(later.errorText == "No changes match.\n")
    #expect(try await giftctl.done("history", "--since", "-1h").lines.count == 4)
    #expect(try await giftctl.done("history", "--until", "-1h").lines.isEmpty)
    let until = ["history", "--since", "-1h", "--until", "+1h", "--limit", "1"]
    #expect(try await giftctl.run(until).lines.count == 2)
    let full = try await giftctl.done("history", "-v", "--limit", "2").lines
    #expect(full.count == 5)
    #expect(full[1] == "    rose: price 12 → 11")
    #expect(full[3...4] == ["    “Too cheap”", "    rose: price 10 → 12"])
  }

  @Test func `one version of a gift can be shown`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    for words in [["rose@2"], ["rose", "--version", "2"]] {
      let text = try await giftctl.run(["show"] + words).lines
      #expect(text.first == "rose: version 2 of Rose")
      #expect(text.last == "shown: not planned")
    }
    let live = try await giftctl.done("show", "rose@1").lines
    #expect(live.suffix(2).first == "shown")
    #expect(live.last?.hasPrefix("  ▶ from ") == true)
    #expect(try await giftctl.run("show", "rose@3").exitCode == 2)
    #expect(try await giftctl.run("show", "rose@2", "--version", "2").exitCode == 64)
    #expect(try await giftctl.run("show", "rose@x").exitCode == 64)
  }

  @Test func `diff --plans compares what is not live, too, and rotations`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "tulip", "--name", "en=Tulip", "--price", "3")
    try await giftctl.done("add", "rose", "--price", "12")
    try await giftctl.run(
      "rotation", "add", "spring", "--tz", "UTC", "--first", "2100-03-02 10:00", "--every", "1w",
      "--lineup", "rose,heart"
    ).expectDone()
    let lines = try await giftctl.done("diff", "--plans", "--from", "1", "--to", "4").lines
    #expect(lines.contains("+ tulip  new gift Tulip, 3 coins"))
    #expect(lines.contains { $0.hasPrefix("~ rose  price 10 → 12; next in a rotation") })
    #expect(lines.last?.hasPrefix("~ rotation spring  added, every week from") == true)
    let same = try await giftctl.done("diff", "--plans", "--from", "4", "--to", "now")
    #expect(same.output.isEmpty)
  }

  @Test func `what is longer than the terminal goes through a pager`() async throws {
    var giftctl = try await Giftctl.unchanging()
    giftctl.environment["GIFT_PAGER"] = "sed 's/^/paged: /'"
    let small = try await giftctl.runOnTerminal("stty rows 8 cols 80; giftctl list")
    #expect(small.outputText.contains("paged: ORDER  GIFT"))
    #expect(small.outputText.contains("paged: 12 of 12 gifts"))
    let large = try await giftctl.runOnTerminal("stty rows 40 cols 80; giftctl list")
    #expect(!large.outputText.contains("paged"))
    giftctl.environment["GIFT_PAGER"] = "no-such-pager"
    let none = try await giftctl.runOnTerminal("stty rows 8 cols 80; giftctl list")
    #expect(none.outputText.contains("12 of 12 gifts"))
    #expect(none.exitCode == 0)
    giftctl.environment["GIFT_PAGER"] = "true"
    #expect(try await giftctl.runOnTerminal("stty rows 8; giftctl list").exitCode == 0)
  }
}
