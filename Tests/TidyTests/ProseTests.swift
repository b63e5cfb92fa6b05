import Support
import Testing

/// The phrases of `phrases.txt` read as if translated, and must not come back.
struct ProseTests {
  /// What people read, but for migrations, whose text is part of their digest.
  private static let places = [
    "Sources", "Client", "README.md", "ARCHITECTURE.md", "RULES.md", "docs", "openapi.yaml",
    "deploy", ".ci",
    "Makefile", "sql/queries", "fixtures/README.md",
  ]

  @Test func `what people read has none of the phrases that read oddly`() async throws {
    expectNone(try await occurrences(in: Self.places))
  }

  @Test func `a phrase is found wherever it is, with what to write instead`() async throws {
    let found = try await occurrences(in: ["Tests/TidyTests/ProseTests.swift"])
    // It asks whoever wants to know, without a word.
    #expect(found.map(\.line) == [19, 19])
    #expect(found.first?.fact.hasSuffix(": the client, the editor, listeners, readers") == true)
  }

  /// Where grep(1) finds phrases, one violation for each.
  private func occurrences(in places: [String]) async throws -> [Violation] {
    let list = "Tests/TidyTests/phrases.txt"
    let phrases = try Project.text(list).split(separator: "\n").map { line in
      let parts = line.split(separator: "\t")
      return (pattern: String(parts[0]), advice: parts.count > 1 ? String(parts[1]) : "")
    }
    #expect(phrases.count > 80)
    let patterns = phrases.map(\.pattern).joined(separator: "\n")
    let outcome = try await runProcess(
      "grep", ["-rHnEio", "-e", patterns] + places.map { Places.packageRoot + "/" + $0 },
      environment: ["LC_ALL": "C.UTF-8"], limit: .seconds(60))
    return try outcome.outputText.split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 2).map(String.init)
      let advice = try phrases.first { phrase in
        try Regex(phrase.pattern).ignoresCase().wholeMatch(in: parts[2]) != nil
      }
      return Violation(
        path: String(parts[0].dropFirst(Places.packageRoot.count + 1)), line: Int(parts[1]) ?? 0,
        fact: "\"\(parts[2])\": \(advice?.advice ?? "")")
    }
  }
}
