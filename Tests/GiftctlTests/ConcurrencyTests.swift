import Support
import Testing

@Suite(.serialized) struct ConcurrencyTests {
  private static let processes = 20

  /// What process `n` runs, which exit codes may come of it, and how many changes.
  static let races: [(name: String, words: @Sendable (Int) -> [String], changes: Int)] = [
    ("each another version, now", { ["publish", "rose", "--version", "\($0)"] }, 20),
    ("the same version, now", { _ in ["publish", "rose", "--version", "7"] }, 1),
    (
      "each another version in the same window",
      { n in
        ["publish", "rose", "--version", "\(n)"] + window
      }, 1
    ),
    (
      "each expecting nobody else",
      { n in
        ["publish", "rose", "--version", "\(n)", "--expect-change", "21"]
      }, 1
    ),
    ("each another gift", { ["add", "gift-\($0)", "--name", "en=Gift", "--price", "1"] }, 20),
    ("the same new gift", { _ in ["add", "tulip", "--name", "en=Tulip", "--price", "1"] }, 1),
  ]

  private static let window = [
    "--from", "2100-01-01T00:00:00Z", "--until", "2100-02-01T00:00:00Z",
  ]

  @Test(arguments: races.indices)
  func `twenty processes at once end done, unchanged or in conflict, and changes have no gaps`(
    _ index: Int
  ) async throws {
    let race = Self.races[index]
    let giftctl = try await Giftctl.withTwentyVersions()
    let outcomes = try await withThrowingTaskGroup(of: ProcessOutcome.self) { group in
      for number in 1...Self.processes {
        group.addTask { try await giftctl.run(race.words(number) + ["--json"]) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    var numbers: [Int64] = []
    for outcome in outcomes {
      #expect(outcome.exitCode == 0 || outcome.exitCode == 3)
      #expect(outcome.errors.isEmpty)
      let document = try outcome.json()
      if outcome.exitCode == 3 {
        let code = document["error"]?["code"]?.string
        #expect(code == "overlaps_planned" || code == "changed_since")
      } else if case .integer(let number) = document["change"] {
        numbers.append(number)
      } else {
        #expect(document["outcome"] == "unchanged")
      }
    }
    #expect(numbers.count == race.changes, "\(race.name)")
    #expect(numbers.sorted() == (0..<numbers.count).map { Int64($0) + 22 })
    let changes = try await giftctl.json("history")["changes"]?.values ?? []
    #expect(changes.count == 21 + race.changes)
    #expect(
      changes.map { $0["change"] } == (1...Int64(changes.count)).reversed().map { .integer($0) })
  }
}
