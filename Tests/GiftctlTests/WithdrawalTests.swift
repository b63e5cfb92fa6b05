import Support
import Testing

/// `giftctl withdraw` and `restore-asset`, as people use them.
@Suite(.serialized) struct WithdrawalTests {
  /// Two gifts with the same bytes, both live.
  private static func twins() async throws -> Giftctl {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done(
      "add", "tulip", Fixtures.file("rose"), "--name", "en=Tulip", "--price", "5")
    try await giftctl.done("publish", "rose", "tulip")
    return giftctl
  }

  @Test func `withdraw asks about all gifts that have the same bytes`() async throws {
    let giftctl = try await Self.twins()
    let rows = try await giftctl.rows()
    let unasked = try await giftctl.run("withdraw", "rose", "-m", "Licence expired")
    #expect(unasked.exitCode == 64)
    #expect(unasked.errorText.contains("Withdraw rose and the same bytes in tulip?"))
    #expect(try await giftctl.run("withdraw", "rose", "--yes").exitCode == 64)
    let shown = try await giftctl.done("withdraw", "rose", "--dry-run", "-m", "Licence expired")
    #expect(shown.outputText.contains("tulip: version 1 withdrawn; off from "))
    #expect(try await giftctl.rows() == rows)
    let done = try await giftctl.done("withdraw", "rose", "--yes", "-m", "Licence expired")
    for address in ["/rose.json", "/animation/tulip", "/v1/gifts/rose", "/v1/animations/"] {
      #expect(done.outputText.contains("    " + address))
    }
    let again = try await giftctl.json("withdraw", "tulip", "--yes", "-m", "Licence expired")
    #expect(again["outcome"] == "unchanged")
    #expect(again["purge"]?.values.isEmpty == false)
    #expect(try await giftctl.done("show", "tulip").outputText.contains("1 (latest) (withdrawn)"))
    #expect(
      try await giftctl.json("history", "tulip")["changes"]?.values.first?["verb"] == "withdraw")
  }

  @Test func `withdrawn bytes are refused under any id, with who withdrew them, and why`()
    async throws
  {
    let giftctl = try await Self.twins()
    try await giftctl.done("withdraw", "rose@1", "--yes", "--as", "Anna", "-m", "Licence expired")
    let rows = try await giftctl.rows()
    let added = try await giftctl.run(
      "add", "lily", Fixtures.file("rose"), "--name", "en=Lily", "--price", "5")
    #expect(added.exitCode == 3)
    #expect(added.errorText.contains("which Anna withdrew with change 4 (Licence expired)"))
    #expect(try await giftctl.run("publish", "tulip").exitCode == 3)
    #expect(try await giftctl.rows() == rows)
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    try await giftctl.done("publish", "rose")
    try await giftctl.done("restore-asset", "tulip@1")
    try await giftctl.done("publish", "tulip")
    #expect(try await giftctl.json("show", "rose")["gift"]?["status"]?["version"] == 2)
  }

  @Test func `an export with history takes withdrawals along, and one of live gifts has none`()
    async throws
  {
    let giftctl = try await Self.twins()
    try await giftctl.done("withdraw", "rose", "--yes", "-m", "Licence expired")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await giftctl.done("export", folder.path + "/all")
    let copy = try await Giftctl.empty()
    try await copy.done("import", folder.path + "/all")
    #expect(try await copy.rows() == giftctl.rows())
    #expect(try await copy.run("publish", "tulip").exitCode == 3)
    try await giftctl.done("verify")
    try await giftctl.done("undo", "4")
    #expect(try await giftctl.json("show", "tulip")["gift"]?["status"]?["state"] == "live")
  }

  @Test func `retire says that the bytes stay, and how to withdraw them`() async throws {
    let giftctl = try await Giftctl.stocked()
    let outcome = try await giftctl.done("retire", "rose", "--yes")
    #expect(outcome.outputText.contains("To stop that: giftctl withdraw rose"))
    #expect(!(try await giftctl.done("retire", "rose", "--yes")).outputText.contains("withdraw"))
  }
}
