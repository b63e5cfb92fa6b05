import Support
import Testing

@Suite(.serialized) struct PlanningTests {
  @Test func `what is planned is in the way until --replace`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    let window = ["--from", "2100-01-01T00:00:00Z", "--until", "2100-02-01T00:00:00Z"]
    try await giftctl.run(["publish", "rose", "--version", "2"] + window).expectDone()
    let refused = try await giftctl.run(["publish", "rose", "--version", "1"] + window)
    #expect(refused.exitCode == 3)
    #expect(refused.errorText.contains("To replace that: --replace"))
    #expect(refused.errorText.contains("version 2 from Fri 1 Jan 2100 00:00"))
    try await giftctl.run(["publish", "rose", "--version", "1", "--replace"] + window).expectDone()
    let windows = try await giftctl.json("show", "rose")["gift"]?["windows"]?.values
    #expect(windows?.map { $0["version"] } == [1])
  }

  @Test func `a window that --replace moves leaves no tail, and --keep-rest leaves one`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    func span(_ from: String, _ until: String) -> [String] {
      [
        "publish", "rose", "--from", "2100-02-\(from)", "--until", "2100-02-\(until)", "--tz",
        "UTC",
      ]
    }
    try await giftctl.run(span("06", "13")).expectDone()
    let refused = try await giftctl.run(span("04", "11"))
    #expect(refused.exitCode == 3 && refused.errorText.contains("do not overlap: --keep-rest"))
    let kept = try await giftctl.run(
      span("04", "11") + ["--keep-rest", "--dry-run", "--json"]
    ).json()
    #expect(kept["gifts"]?[0]?["after"]?["windows"]?.values.count == 2)
    let done = try await giftctl.run(span("04", "11") + ["--replace"])
    #expect(done.outputText.contains("dropped: version 1 from Thu 11 Feb 2100 00:00 until"))
    let windows = try await giftctl.json("show", "rose")["gift"]?["windows"]
    #expect(windows?.values.count == 1)
    #expect(windows?[0]?["from"]?.string == "2100-02-04T00:00:00Z")
    #expect(windows?[0]?["until"]?.string == "2100-02-11T00:00:00Z")
    for verb in ["publish", "retire"] {
      #expect(try await giftctl.run(verb, "rose", "--keep-rest", "--yes").exitCode == 64)
    }
  }

  /// In 2100 Berlin's clocks go from 02:00 to 03:00 on 28 March, and from 03:00 to 02:00 on
  /// 31 October.
  @Test(arguments: [
    ("2100-07-01 10:00", "2100-07-01T08:00:00Z"), ("2100-01-01 10:00", "2100-01-01T09:00:00Z"),
    ("2100-07-01T10:00:30", "2100-07-01T08:00:30Z"), ("2100-07-01", "2100-06-30T22:00:00Z"),
    ("2100-03-28 02:30", "2100-03-28T01:30:00Z"), ("2100-10-31 02:30", "2100-10-31T01:30:00Z"),
    ("2100-07-01T10:00:00Z", "2100-07-01T10:00:00Z"),
  ])
  func `a local time is one of --tz, in gaps and overlaps too`(
    _ local: String, _ instant: String
  ) async throws {
    let giftctl = try await Giftctl.unchanging()
    let document = try await giftctl.json(
      "publish", "rose", "--until", local, "--tz", "Europe/Berlin", "--dry-run")
    #expect(document["gifts"]?[0]?["after"]?["windows"]?[0]?["until"]?.string == instant)
  }

  @Test func `--at shows the catalogue of the past and of the future`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("retire", "rose", "--at", "2100-01-01T00:00:00Z", "--yes")
    try await giftctl.done("retire", "heart", "--yes")
    func live(_ at: String...) async throws -> Set<String?> {
      let outcome = try await giftctl.run(["list", "--json"] + at)
      return Set(try outcome.json()["gifts"]?.values.map { $0["id"]?.string } ?? [])
    }
    #expect(try await live().count == 11)
    #expect(try await live("--at", "1").contains("heart"))
    #expect(try await live("--at", "now").contains("rose"))
    #expect(try await live("--at", "2100-01-01T00:00:00Z").contains("rose") == false)
    #expect(try await live("--at", "2100-01-01 00:59", "--tz", "Europe/Berlin").contains("rose"))
    #expect(try await live("--at", "-52w") == [])
    #expect(try await live("--at", "+9w").count == 11)
  }

  @Test func `diff tells two moments apart`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("retire", "heart", "--yes")
    let retired = try await giftctl.done("diff", "--from", "1").outputText
    #expect(retired.hasPrefix("- heart "))
    try await giftctl.done("add", "rose", "--price", "12")
    let document = try await giftctl.json("diff", "--from", "1", "--to", "now")
    #expect(document["removed"] == .list(["heart"]))
    #expect(document["changed"]?[0]?["what"] == .list(["price 10 → 12"]))
    #expect(try await giftctl.json("diff", "--from", "0", "--to", "1")["added"]?.values.count == 12)
    #expect(try await giftctl.json("diff", "--from", "-52w")["added"]?.values.count == 11)
  }

  @Test func `history counts every change once, newest first, a page at a time`() async throws {
    let giftctl = try await Giftctl.stocked()
    for price in 11...14 { try await giftctl.done("add", "rose", "--price", "\(price)") }
    func numbers(_ words: String...) async throws -> [JSONValue?] {
      let outcome = try await giftctl.run(["history", "--json"] + words)
      return try outcome.json()["changes"]?.values.map { $0["change"] } ?? []
    }
    #expect(try await numbers() == [5, 4, 3, 2, 1])
    #expect(try await numbers("rose") == [5, 4, 3, 2, 1])
    #expect(try await numbers("heart") == [1])
    #expect(try await numbers("--limit", "2") == [5, 4])
    #expect(try await numbers("--limit", "2", "--before", "4") == [3, 2])
    #expect(try await giftctl.done("history", "rose").outputText.contains("price 13 → 14"))
  }

  @Test(arguments: [
    (
      "2100-03-28 01:30",
      "does not exist in Europe/London, because clocks skip it; using Sun 28 Mar 2100 02:30."
    ),
    (
      "2100-10-31 01:30",
      "occurs twice in Europe/London; using the second, Sun 31 Oct 2100 01:30."
    ),
  ])
  func `a local time that the clock does not show just once is published with a word`(
    _ scene: (time: String, word: String)
  ) async throws {
    let giftctl = try await Giftctl.stocked()
    let outcome = try await giftctl.run(
      "publish", "rose", "--replace", "--from", scene.time, "--tz", "Europe/London", "--dry-run")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errorText == "giftctl: \(scene.time) \(scene.word)\n")
    let plain = try await giftctl.run(
      "publish", "rose", "--replace", "--from", "2100-06-01 01:30", "--tz", "Europe/London",
      "--dry-run")
    #expect(plain.errors.isEmpty)
  }
}
