import Support
import Testing

/// What somebody else does while a question is open is never overwritten, or done unseen.
struct AskedEditTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var before: [[String]] = []
    let asked: [String]
    let meanwhile: [String]
    var testDescription: String { name }
  }

  private static let spring = [
    "rotation", "add", "spring", "--first", "2100-01-04 10:00", "--every", "1w", "--tz", "UTC",
    "--lineup",
  ]

  static let cases = [
    Case(
      name: "a gift comes into a rotation", asked: ["retire", "rose"],
      meanwhile: spring + ["heart,rose"]),
    Case(
      name: "a lineup changes", before: [spring + ["heart,rose,crown"]],
      asked: ["retire", "rose", "--leave-rotations"],
      meanwhile: ["rotation", "edit", "spring", "--lineup", "rose,heart"]),
    Case(
      name: "a gift goes live", before: [["retire", "rose", "--yes"]],
      asked: ["placement", "retire", "splash"], meanwhile: ["publish", "rose"]),
    Case(
      name: "a category is renamed",
      before: [["category", "add", "flowers", "--name", "en=Flora"]],
      asked: ["category", "retire", "flowers"],
      meanwhile: ["category", "add", "flowers", "--name", "en=Blooms"]),
    Case(
      name: "a rotation is prolonged", before: [spring + ["heart,rose"]],
      asked: ["rotation", "end", "spring"],
      meanwhile: ["rotation", "skip", "spring", "3"]),
    Case(
      name: "another gift is edited", before: [["add", "rose", "--price", "7"]],
      asked: ["rollback", "--all", "--to", "1"], meanwhile: ["add", "heart", "--price", "8"]),
  ]

  @Test(arguments: cases)
  func `an edit that changed while its question was open is a conflict`(
    _ test: Case
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("placement", "add", "splash")
    for words in test.before {
      let outcome = try await giftctl.run(words)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errorText)")
    }
    let last = try await TerminalShell.with(giftctl, columns: 100, rows: 30, in: folder) { shell in
      var last: JSONValue?
      let answer = try await shell.enter(
        "giftctl " + test.asked.joined(separator: " "), answering: ["y"]
      ) {
        let other = try await giftctl.run(test.meanwhile + ["--as", "bert"])
        #expect(other.exitCode == 0, "\(other.errorText)")
        last = try await giftctl.json("history")["changes"]?.values.first?["change"]
      }
      #expect(answer.exitCode == 3, "\(answer.lines)")
      let text = answer.lines.joined(separator: " ")
      #expect(text.contains("Nothing was done") || text.contains("was changed by"), "\(text)")
      return last
    }
    #expect(try await giftctl.json("history")["changes"]?.values.first?["change"] == last)
  }

  @Test func `an edit is done as shown when what somebody else does has no part in it`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let giftctl = try await Giftctl.stocked()
    try await TerminalShell.with(giftctl, columns: 100, rows: 30, in: folder) { shell in
      let answer = try await shell.enter("giftctl retire rose", answering: ["y"]) {
        try await giftctl.done("add", "heart", "--price", "8", "--as", "bert")
      }
      #expect(answer.exitCode == 0, "\(answer.lines)")
    }
  }

  @Test func `a file that lowers a price again while its question is open is a conflict`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let giftctl = try await Giftctl.stocked()
    _ = try folder.write(
      "manifest.json", #"{"gifts":[{"id":"rose","price":9},{"id":"heart","price":10}]}"#)
    try await TerminalShell.with(giftctl, columns: 100, rows: 30, in: folder) { shell in
      let answer = try await shell.enter("giftctl import .", answering: ["y"]) {
        try await giftctl.done("add", "rose", "--price", "77", "--yes", "--as", "bert")
      }
      #expect(answer.exitCode == 3, "\(answer.lines)")
    }
    let rose = try await giftctl.json("show", "rose")
    #expect(rose["gift"]?["price"] == 77)
  }
}
