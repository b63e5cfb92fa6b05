import Build
import Foundation
import Support
import Testing

struct StyleTests {
  /// A subclass of a class that is Sendable unchecked has to say so, too.
  private static let subclass = "Client/Sources/GiftKit/Transport/PatientQueue.swift"

  @Test func `no code forces, hides or leaves things unfinished`() throws {
    let sources = try everything().filter { $0.path != Self.subclass }
    let phrases = sources.flatMap { occurrences(of: forbiddenEverywhere, in: $0) }
    let scanners = [
      hiddenFailures, forceUnwraps, bareTasks, unfinishedMarks, emptyNames, unnamedCommands,
      tuplesWithAwait,
    ]
    expectNone(phrases + sources.flatMap { source in scanners.flatMap { $0(source) } })
  }

  @Test func `no test sleeps, is switched off or lacks its attribute`() throws {
    let tests = try Project.swift(below: "Tests") + Project.swift(below: "Client/Tests")
    let phrases = tests.flatMap { occurrences(of: forbiddenInTests, in: $0) }
    expectNone(phrases + tests.flatMap(testsWithoutAttribute))
  }

  @Test func `files, functions and lines keep their sizes`() throws {
    let sources = try everything()
    expectNone(
      sources.flatMap { source in
        longFile(source.path, lines: source.lines) + longLines(source.path, lines: source.lines)
          + longFunctions(source)
      })
  }

  @Test func `what answers clients has no type with many variables`() throws {
    let sources = try ["Delivery", "GiftAPI"].flatMap { try Project.swift(below: "Sources/\($0)") }
    #expect(sources.count > 20)
    expectNone(sources.flatMap(crowdedTypes))
  }

  /// Numbers of these are only compared or shown, or checked before anything is computed of them.
  private static let onlyCompared: Set<String> = [
    "FindingDocument", "HistoryPosition", "KeptCatalogue",
  ]

  @Test func `numbers are decoded within their ranges`() throws {
    let modules = ["GiftDomain", "GiftStore", "GiftPublishing", "GiftAPI"]
    let found = try modules.flatMap { try Project.swift(below: "Sources/\($0)") }
      .flatMap(decodedNumbers)
    expectNone(found.filter { !Self.onlyCompared.contains(String($0.fact.prefix { $0 != " " })) })
  }

  @Test func `SQL keeps the same sizes and names its columns`() throws {
    let found = try Project.paths(below: "sql", suffix: ".sql").flatMap { path in
      let lines = try Project.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      return longFile(path, lines: lines) + longLines(path, lines: lines)
        + unnamedColumns(path, lines: lines)
    }
    expectNone(found)
  }

  private func everything() throws -> [SwiftSource] {
    try ["Tests", "Client/Tests", "Benchmarks"].reduce(into: Project.product()) { sources, folder in
      sources += try Project.swift(below: folder)
    }
  }

  /// What people and tools look for there; hidden files are an editor's own.
  private static let topLevel: Set<String> = [
    "ARCHITECTURE.md", "Benchmarks", "CHANGELOG.md", "CONTRIBUTING.md", "Client", "Examples",
    "LICENSE", "Makefile", "Package.resolved", "Package.swift", "README.md", "RULES.md",
    "SECURITY.md",
    "Sources", "Tests", "deploy", "docs", "fixtures", "openapi.yaml", "sql",
  ]

  @Test func `nothing lies about at the top`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Places.packageRoot)
    #expect(Set(names.filter { !$0.hasPrefix(".") }).subtracting(Self.topLevel) == [])
  }

  @Test(arguments: [
    ("CHANGELOG.md", "\n## %"), ("openapi.yaml", "\n  version: %\n"),
    ("deploy/kubernetes/giftd.yaml", "/gift-catalogue:%\n"),
    ("deploy/kubernetes/migrate.yaml", "/gift-catalogue:%\n"),
  ])
  func `the version is that of the programs`(path: String, pattern: String) throws {
    let text = try String(contentsOfFile: "\(Places.packageRoot)/\(path)", encoding: .utf8)
    // The first in the file: the newest.
    let parts = pattern.split(separator: "%", omittingEmptySubsequences: false)
    let version = text.split(separator: parts[0], maxSplits: 1).last?
      .prefix { $0.isNumber || $0 == "." }
    #expect(version.map(String.init) == Build.version)
  }
}
