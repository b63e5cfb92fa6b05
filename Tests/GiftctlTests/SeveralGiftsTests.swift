import Support
import Testing

/// Verbs that take several gifts: one edit, done whole or not at all.
@Suite(.serialized) struct SeveralGiftsTests {
  @Test func `several gifts are published, retired and rolled back in one change each`()
    async throws
  {
    let giftctl = try await Giftctl.empty()
    for gift in ["tulip", "lily", "daisy"] {
      try await giftctl.done(
        "add", gift, Fixtures.file("rose"), "--name", "en=Flower", "--price", "10")
    }
    let published = try await giftctl.json("publish", "tulip", "lily", "daisy")
    #expect(published["change"] == 4)
    #expect(published["gifts"]?.values.map { $0["id"]?.string } == ["tulip", "lily", "daisy"])
    let retired = try await giftctl.done("retire", "tulip", "lily", "--yes")
    #expect(
      retired.lines.suffix(3) == [
        "2 gifts changed, 0 unchanged",
        "  The bytes can still be fetched. To stop that: giftctl withdraw ID",
        "  undo: giftctl undo 5",
      ])
    #expect(try await giftctl.live() == ["daisy"])
    // Those that are as wanted are said to be.
    let mixed = try await giftctl.done("retire", "daisy", "lily", "--yes")
    #expect(mixed.lines.first?.hasPrefix("lily: unchanged (retired since ") == true)
    #expect(mixed.lines.dropFirst().first?.hasPrefix("daisy: ") == true)
    try await giftctl.done("rollback", "tulip", "lily", "daisy", "--to", "4")
    #expect(try await giftctl.live() == ["daisy", "lily", "tulip"])
    #expect(try await giftctl.json("history")["changes"]?.values.count == 7)
  }

  @Test func `a definition is that of several gifts, and a file that of one`() async throws {
    let giftctl = try await Giftctl.stocked()
    let before = try await giftctl.rows()
    let mixed = try await giftctl.run("add", "rose", "heart", Fixtures.file("rose"))
    #expect(mixed.exitCode == 64)
    #expect(mixed.errorText.contains("belongs to one gift"))
    let unknown = try await giftctl.run("add", "rose", "Heart", "--price", "7")
    #expect(unknown.exitCode == 2)
    #expect(unknown.errorText.contains("There is no \"Heart\". Did you mean heart?"))
    let extra = try await giftctl.run(
      "add", "rose", "rose-final", "--name", "en=Rose", "--price", "7")
    #expect(extra.exitCode == 2)
    #expect(extra.errorText.contains("There is no gift rose-final, and several ids at once only"))
    #expect(try await giftctl.rows() == before)

    let edited = try await giftctl.json("add", "rose", "heart", "--price", "7")
    #expect(edited["gifts"]?.values.map { $0["id"]?.string } == ["rose", "heart"])
    #expect(edited["change"] == 2)
    for gift in ["rose", "heart"] {
      #expect(try await giftctl.json("show", gift)["gift"]?["price"] == 7)
    }
    try await giftctl.done("undo", "2")
    #expect(try await giftctl.json("show", "rose")["gift"]?["price"] != 7)
  }

  @Test func `one gift that is refused keeps all as they are, and all reasons are told`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    let before = try await giftctl.rows()
    let outcome = try await giftctl.run("retire", "rose", "nobody", "nothing", "--yes")
    #expect(outcome.exitCode == 2)
    #expect(outcome.errorText.contains("There is no gift nobody"))
    #expect(outcome.errorText.contains("There is no gift nothing"))
    let near = try await giftctl.run("retire", "nobody", "ros", "haert", "--yes")
    #expect(near.errorText.contains("There is no gift ros. Did you mean rose?"))
    #expect(near.errorText.contains("There is no gift haert. Did you mean heart?"))
    #expect(try await giftctl.rows() == before)
    let past = try await giftctl.run(
      "publish", "rose", "heart", "--from", "2020-01-01T00:00:00Z", "--until", "+1w", "--replace")
    #expect(past.exitCode == 3)
    #expect(past.errorText.split(separator: "\n").count == 1)
    #expect(try await giftctl.rows() == before)
  }

  @Test func `a version is that of one gift`() async throws {
    let giftctl = try await Giftctl.stocked()
    let outcome = try await giftctl.run("publish", "rose", "heart", "--version", "1")
    #expect(outcome.exitCode == 64)
    #expect(outcome.errorText.contains("--version"))
  }

  @Test func `who takes several off is asked once, with what they are`() async throws {
    let giftctl = try await Giftctl.stocked()
    let outcome = try await giftctl.run("retire", "rose", "heart")
    #expect(outcome.exitCode == 64)
    #expect(outcome.errorText.contains("rose is live: version 1, heart is live: version 1. "))
    #expect(outcome.errorText.contains("Take them off now?"))
  }

  @Test func `several gifts are put in the order in which they are named`() async throws {
    let giftctl = try await Giftctl.stocked()
    let answer = try await giftctl.done("add", "rocket", "crown", "heart", "--order", "3")
    #expect(answer.lines.last == "  undo: giftctl undo 2")
    let gifts = try await giftctl.json("list")["gifts"]?.values ?? []
    #expect(gifts.prefix(3).map { $0["id"] } == ["rocket", "crown", "heart"])
    #expect(gifts.prefix(3).map { $0["places"]?["gifts"] } == [3, 4, 5])
    let rows = try await giftctl.rows()
    let refused = try await giftctl.run("add", "rocket", "crown", "--order", "1000000")
    #expect(refused.exitCode == 64)
    #expect(refused.errorText.contains("1,000,001 is not a valid order"))
    #expect(try await giftctl.rows() == rows)
  }
}

extension Giftctl {
  /// The gifts that are live, by id.
  fileprivate func live() async throws -> [String?] {
    try await json("list")["gifts"]?.values.map { $0["id"]?.string } ?? []
  }
}
