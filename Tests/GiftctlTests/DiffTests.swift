import Support
import Testing

@Suite(.serialized) struct DiffTests {
  @Test func `without options diff tells what the last change did, be it only planned`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--price", "1", "--yes")
    let priced = try await giftctl.done("diff").outputText
    #expect(priced.hasPrefix("change 2: add by tester at "))
    #expect(priced.hasSuffix("\n~ rose  price 10 → 1\n"))
    let window = ["--from", "2100-01-01T00:00:00Z", "--until", "2100-02-01T00:00:00Z"]
    try await giftctl.run(["publish", "rose"] + window).expectDone()
    let planned = try await giftctl.done("diff").outputText
    #expect(
      planned.contains(
        "~ rose  planned: version 1 from Fri 1 Jan 2100 00:00 until Mon 1 Feb 2100 00:00\n"))
    try await giftctl.done("add", "tulip", "--name", "en=Tulip", "--price", "1")
    #expect(
      try await giftctl.done("diff").outputText.contains("\n+ tulip  new gift Tulip, 1 coin\n"))
    try await giftctl.done("rollback", "tulip")
    #expect(try await giftctl.done("diff").outputText.contains("\n- tulip  gone"))
  }

  @Test func `the last change as JSON has every gift before and after`() async throws {
    let giftctl = try await Giftctl.stocked()
    let all = try await giftctl.json("diff")["lastChange"]
    #expect(
      all?.keys == ["actor", "at", "change", "gifts", "groups", "login", "rotations", "verb"])
    #expect(all?["verb"] == "import")
    #expect(all?["gifts"]?.values.count == 12)
    try await giftctl.done("retire", "heart", "--yes")
    let last = try await giftctl.json("diff")["lastChange"]
    #expect(last?["change"] == 2)
    #expect(last?["gifts"]?.values.count == 1)
    let heart = last?["gifts"]?[0]
    #expect(heart?.keys == ["after", "before", "id", "what"])
    #expect(heart?["id"] == "heart")
    #expect(heart?["before"]?["status"]?["state"] == "live")
    #expect(heart?["after"]?["status"]?["state"] == "retired")
    #expect(heart?["what"]?[0]?.string?.hasPrefix("off from ") == true)
  }

  @Test func `diff without a change says so`() async throws {
    let giftctl = try await Giftctl.empty()
    #expect(try await giftctl.done("diff").errorText == "There are no changes yet.\n")
    #expect(try await giftctl.json("diff")["lastChange"] == .null)
  }

  @Test func `times relative to now are counted from one now`() async throws {
    let giftctl = try await Giftctl.empty()
    let rose = Fixtures.file("rose")
    try await giftctl.done("add", "rose", rose, "--name", "en=Rose", "--price", "1")
    let document = try await giftctl.json("publish", "rose", "--from", "+1w", "--until", "+3w")
    let entry = document["gifts"]?[0]?["after"]?["windows"]?[0]
    let from = try #require(entry?["from"]?.string)
    let until = try #require(entry?["until"]?.string)
    // The same time of day, to the microsecond: clocks in UTC never change.
    #expect(from.split(separator: "T")[1] == until.split(separator: "T")[1])
  }
}
