import Support
import Testing

/// `giftctl undo`, which every edit prints.
@Suite(.serialized) struct UndoTests {
  @Test func `what an edit prints takes it back, and again is unchanged`() async throws {
    let giftctl = try await Giftctl.stocked()
    let before = try await giftctl.json("show", "rose")["gift"]
    let edit = try await giftctl.done(
      "publish", "rose", "heart", "--from", "2100-01-01T00:00:00Z", "--until",
      "2100-02-01T00:00:00Z", "-m", "Winter")
    #expect(edit.outputText.hasSuffix("  undo: giftctl undo 2\n"))
    let undone = try await giftctl.json("undo", "2", "-m", "too early")
    #expect(undone["change"] == 3)
    #expect(undone["undo"] == "giftctl undo 3")
    #expect(try await giftctl.json("show", "rose")["gift"]?["windows"] == before?["windows"])
    #expect(try await giftctl.json("undo", "2")["outcome"] == "unchanged")
    #expect(
      try await giftctl.done("undo", "2").outputText
        == "unchanged: nothing of change 2 is left to undo\n")
    let history = try await giftctl.done("history", "rose").outputText
    #expect(history.contains("undo"))
    #expect(history.contains("too early – "))
    #expect(history.contains("Winter – "))
    try await giftctl.done("undo", "3")
    #expect(
      try await giftctl.json("show", "heart")["gift"]?["windows"]?[0]?["from"]
        == "2100-01-01T00:00:00Z")
  }

  @Test func `the whole catalogue goes back to what it was after a change`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"), "--price", "12")
    let wanted = try await giftctl.json("list", "--all")["gifts"]
    try await giftctl.done("add", "tulip", Fixtures.file("rose"), "--name", "en=T", "--price", "1")
    try await giftctl.done("publish", "tulip", "rose")
    try await giftctl.done(
      "rotation", "add", "spring", "--tz", "UTC", "--first", "2100-03-02 10:00", "--every", "1w",
      "--lineup", "heart,crown")
    try await giftctl.done("rotation", "skip", "spring", "2")
    try await giftctl.done("add", "rose", "--price", "13")
    try await giftctl.done("undo", "7")
    try await giftctl.done("retire", "heart", "--leave-rotations", "--yes")
    #expect(try await giftctl.run("rollback", "--all", "--to", "2").exitCode == 64)
    #expect(try await giftctl.run("rollback", "--all", "--yes").exitCode == 64)
    #expect(try await giftctl.run("rollback", "--all", "--to", "99", "--yes").exitCode == 2)
    let back = try await giftctl.json("rollback", "--all", "--to", "2", "--yes")
    #expect(back["change"] == 10)
    let gifts = try await giftctl.json("list", "--all")["gifts"]?.values
    #expect(gifts?.map { $0["id"] } == wanted?.values.map { $0["id"] })
    #expect(gifts?.map { $0["price"] } == wanted?.values.map { $0["price"] })
    #expect(
      gifts?.map { $0["status"]?["version"] } == wanted?.values.map { $0["status"]?["version"] })
    #expect(try await giftctl.json("rotation", "plan")["turns"] == .list([]))
    try await giftctl.done("undo", "10")
    #expect(try await giftctl.json("list", "--all")["gifts"]?.values.count == 13)
  }

  @Test func `a colleague's edit in between stays, or is a conflict that names it`() async throws {
    var giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--price", "11")
    try await giftctl.done("add", "rose", "--category", "red")
    try await giftctl.done("undo", "2")
    let rose = try await giftctl.json("show", "rose")["gift"]
    #expect(rose?["price"] == 10 && rose?["category"] == "red")
    try await giftctl.done("add", "rose", "--price", "12")
    giftctl.environment["GIFT_ACTOR"] = "ada"
    try await giftctl.done("add", "rose", "--price", "13")
    let refused = try await giftctl.run("undo", "5")
    #expect(refused.exitCode == 3)
    let conflict = "Change 5 cannot be undone: ada has edited rose since (change 6)."
    #expect(
      refused.errorText == "giftctl: \(conflict) To undo that first: giftctl undo 6\n")
    #expect(try await giftctl.json("show", "rose")["gift"]?["price"] == 13)
    #expect(try await giftctl.run("undo", "99").exitCode == 2)
    #expect(try await giftctl.run("undo", "5", "-m", "two\nlines").exitCode == 64)
  }

  @Test func `an import is undone with all that it brought, a rotation with its turns`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done(
      "rotation", "add", "spring", "--tz", "Europe/London", "--first", "2100-03-02 10:00",
      "--every", "1w", "--lineup", "rose,heart")
    let planned = try await giftctl.json("rotation", "plan")["turns"]
    let skipped = try await giftctl.done("rotation", "skip", "spring", "2")
    #expect(skipped.outputText.contains("  undo: giftctl undo 3\n"))
    let undone = try await giftctl.done("undo", "3")
    #expect(undone.outputText.hasPrefix("spring: "))
    #expect(try await giftctl.json("rotation", "plan")["turns"] == planned)
    // Nothing is left of what came after, so what made the rotation can be taken back, too.
    try await giftctl.done("undo", "2")
    #expect(try await giftctl.json("rotation", "plan")["turns"] == .list([]))
    let all = try await giftctl.json("undo", "1")
    #expect(all["gifts"]?.values.count == 12)
    #expect(try await giftctl.json("list", "--all")["gifts"]?.values == [])
    try await giftctl.done("undo", "6")
    #expect(try await giftctl.json("list")["gifts"]?.values.count == 12)
  }
}
