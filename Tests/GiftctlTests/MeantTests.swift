import Support
import Testing

/// Words that are nearly right, and days in place of numbers.
@Suite(.serialized) struct MeantTests {
  @Test(arguments: [
    ("show ros", 2, "There is no gift ros. Did you mean rose?"),
    ("publish crwon --until +1w", 2, "There is no gift crwon. Did you mean crown?"),
    ("rotation show sprign", 2, "There is no rotation sprign. Did you mean spring?"),
    ("show tulip", 2, "There is no gift tulip. To list all gifts: giftctl list --all"),
    ("lsit", 64, "\"lsit\" is not a giftctl command. Did you mean list?"),
    ("list --serach x", 64, "Unknown option '--serach'. Did you mean '--search'?"),
    (
      "rotation mvoe spring 2", 64,
      "\"mvoe\" is not a giftctl rotation command. Did you mean move?"
    ),
    ("category ad x", 64, "\"ad\" is not a giftctl category command. Did you mean add?"),
    ("publish rose —from +1d", 64, "\"—from\" begins with a dash of typography: write --from"),
    (
      "list --as-seen-by iOS:8.3:de", 64,
      "\"iOS\" is not a valid platform: write ios, android or web. Did you mean ios:8.3:de?"
    ),
    (
      "publish rose --from 2027-02-30", 64,
      "The value '2027-02-30' is invalid for '--from <time>': February 2027 has 28 days"
    ),
    (
      "rotation skip spring --on 2100-02-30", 64,
      "\"2100-02-30 00:00\" is not a day: February 2100 has 28 days."
    ),
    (
      "rotation skip spring 99999", 3,
      "Turn 99,999 is too far off: turns up to 1,000 can be skipped, moved or swapped by now. To "
        + "list them: giftctl rotation plan"
    ),
  ])
  func `a name that is nearly right is told`(
    _ line: String, _ code: Int32, _ sentence: String
  ) async throws {
    let giftctl = try await Self.withSpring()
    let words = line.split(separator: " ").map(String.init)
    let outcome = try await giftctl.run(words)
    #expect(outcome.exitCode == code)
    #expect(outcome.errorText.hasPrefix("giftctl: \(sentence)\n"))
    #expect(!outcome.errorText.contains("Usage:"))
    let document = try await giftctl.run(words + ["--json"]).json()
    #expect(document["error"]?["message"]?.string?.hasPrefix(sentence) == true)
  }

  @Test(arguments: [
    ("2100-03-02", 1), ("2100-03-08", 1), ("2100-03-09", 2), ("2100-03-15", 2), ("2100-03-16", 3),
  ])
  func `a turn is skipped by a day on which it runs`(_ day: String, _ turn: Int) async throws {
    let giftctl = try await Self.withSpring()
    let document = try await giftctl.json("rotation", "skip", "spring", "--on", day)
    #expect(document["added"]?.values.map { $0["turn"] } == [.integer(Int64(turn))])
    #expect(document["added"]?[0]?["skipped"] == true)
  }

  @Test func `an id like another but for hyphens is warned of once, when it is new`() async throws {
    let giftctl = try await Giftctl.stocked()
    let words = ["--name", "en=Star Burst", "--price", "5"]
    let other = try await giftctl.run(["add", "star-burst"] + words)
    #expect(!other.errorText.contains("hyphens"))
    let added = try await giftctl.run(["add", "starburst"] + words)
    #expect(
      added.errorText.contains("warning: starburst differs from star-burst only in hyphens"))
    #expect(added.exitCode == 0)
    let again = try await giftctl.done("add", "starburst", "--name", "en=Star")
    #expect(!again.errorText.contains("hyphens"))
  }

  @Test(arguments: [["--on", "2100-03-01"], ["--on", "soon"], [], ["2", "--on", "2100-03-09"]])
  func `a day without a turn, and two turns at once, are refused`(_ words: [String]) async throws {
    let giftctl = try await Self.withSpring()
    let before = try await giftctl.rows()
    #expect(try await giftctl.run(["rotation", "skip", "spring"] + words).exitCode == 64)
    #expect(try await giftctl.rows() == before)
  }

  @Test func `two turns swap their gifts, and swap them back`() async throws {
    let giftctl = try await Self.withSpring()
    let before = try await Self.gifts(giftctl)
    #expect(before.prefix(3) == ["rose:1", "heart:1", "crown:1"])
    try await giftctl.done("rotation", "swap", "spring", "1", "3")
    #expect(try await Self.gifts(giftctl).prefix(3) == ["crown:1", "heart:1", "rose:1"])
    #expect(try await giftctl.run("rotation", "swap", "spring", "1", "4").exitCode == 0)
    try await giftctl.done("undo", "4")
    try await giftctl.done("undo", "3")
    #expect(try await Self.gifts(giftctl) == before)
    for pair in [("1", "4"), ("1", "1"), ("1", "9999")] {
      #expect(try await giftctl.run("rotation", "swap", "spring", pair.0, pair.1).exitCode == 64)
    }
  }

  @Test(arguments: [
    ("add rose --name New", "write the locale, then the name: en=Rose"),
    ("add rose --name english=New", "such as en, de or zh-Hant"),
    ("rotation edit spring --every fortnight", "write a number and a unit: 1d, 1w, 1mo"),
    ("rotation edit spring --stay 3months", "write a number and a unit: 1h, 1d, 1w"),
    ("history --at now --until now", "Give --at or --until, not both."),
  ])
  func `a value that cannot be read is answered with one that can`(
    _ line: String, _ advice: String
  ) async throws {
    let giftctl = try await Giftctl.unchanging()
    let outcome = try await giftctl.run(line.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == 64)
    #expect(outcome.errorText.contains(advice))
  }

  @Test(arguments: ["Tue 10:00", "tuesday 10:00", "TUES 10:00"])
  func `a rotation begins on the next weekday`(_ first: String) async throws {
    let giftctl = try await Giftctl.stocked()
    let document = try await giftctl.run([
      "rotation", "add", "weekly", "--tz", "America/New_York", "--first", first, "--every", "1w",
      "--lineup", "rose,heart", "--json",
    ]).json()
    #expect(document["rotation"]?["first"]?.string?.hasSuffix(" 10:00") == true)
    let turns = try await giftctl.run(
      "rotation", "show", "weekly", "--tz", "America/New_York"
    ).lines
    #expect(turns.contains { $0.contains(#/ 1  Tue .* 10:00 +rose:1$/#) })
    for wrong in ["Tu 10:00", "Tue", "Tue 25:00", "Someday 10:00"] {
      let refused = try await giftctl.run(
        "rotation", "add", "other", "--tz", "UTC", "--first", wrong, "--every", "1w", "--lineup",
        "rose")
      #expect(refused.exitCode == 64)
    }
  }

  /// Turns of a week each, from Tuesday 2 March 2100 on, of rose, heart and crown in turn.
  private static func withSpring() async throws -> Giftctl {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.run(
      "rotation", "add", "spring", "--tz", "UTC", "--first", "2100-03-02 10:00", "--every", "1w",
      "--lineup", "rose,heart,crown"
    ).expectDone()
    return giftctl
  }

  /// The gifts of the turns that come.
  private static func gifts(_ giftctl: Giftctl) async throws -> [String] {
    let turns = try await giftctl.json("rotation", "show", "spring")["turns"]?.values ?? []
    return turns.map { turn in
      (turn["gifts"]?.values ?? []).map {
        "\($0["id"]?.string ?? "?"):\($0["version"] == 1 ? 1 : 0)"
      }.joined(separator: ",")
    }
  }
}
