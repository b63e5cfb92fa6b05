import Foundation
import Support
import Testing

struct DocumentationTests {
  @Test func `everything that another target sees is documented`() throws {
    let shared =
      try Project.swift(below: "Tests/Support") + Project.swift(below: "Tests/StoreSupport")
    let sources = try Project.product() + shared
    expectNone(sources.flatMap(undocumented))
  }

  @Test(arguments: [
    "README.md", "ARCHITECTURE.md", "docs/cli.md", "docs/checker.md", "docs/client-protocol.md",
    "docs/operations.md", "docs/manifest.md", "docs/gallery.md", "docs/security.md",
  ])
  func `every file that a document names exists`(document: String) throws {
    // Those in `docs` name what is beside it.
    let named = namedFiles(try Project.text(document)).map { $0.replacing("../", with: "") }
    let missing = named.filter { !Project.exists($0) }
    #expect(missing == [])
  }

  @Test func `documents keep to the columns of code`() throws {
    let top = try FileManager.default.contentsOfDirectory(atPath: Places.packageRoot)
      .filter { $0.hasSuffix(".md") }
    let below = try ["docs", "fixtures", "Sources", "Client/Sources"].flatMap {
      try Project.paths(below: $0, suffix: ".md")
    }
    // Written by a program.
    let documents = (top + below).filter { $0 != "RULES.md" }
    #expect(documents.count > 25)
    expectNone(try documents.flatMap { longProse($0, try Project.text($0)) })
  }

  @Test func `the architecture is told in 150 lines`() throws {
    let lines = try Project.text("ARCHITECTURE.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 151)
  }

  @Test func `the README is read in five minutes`() throws {
    #expect(try Project.text("README.md").split(separator: "\n").count <= 150)
  }

  @Test(arguments: [
    ("- **`giftctl publish`**", 20, 4), ("- **A tick**", 8, 3),
    ("- **A commit until a client sees it**", 15, 3),
  ])
  func `a walk is short, and names files that exist`(
    head: String, files: Int, modules: Int
  ) throws {
    let text = try Project.text("ARCHITECTURE.md")
    let walk = try #require(text.split(separator: head).dropFirst().first)
    let end = ["\n- ", "\n\n"].compactMap { walk.firstRange(of: $0)?.lowerBound }.min()
    let passed = walked(String(walk[..<(end ?? walk.endIndex)]))
    #expect(passed.count > 5)
    #expect(passed.count <= files)
    #expect(Set(passed).count == passed.count)
    #expect(Set(passed.compactMap { $0.split(separator: "/").first }).count <= modules)
    #expect(passed.filter { !Project.exists("Sources/\($0).swift") } == [])
  }
}

/// The files of a walk, such as `a`: `b`, `c/d`; each below the module that is named before it.
private func walked(_ text: String) -> [String] {
  text.split(separator: ";").flatMap { part in
    let names = part.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    return names.dropFirst().prefix { !$0.isEmpty }.map { "\(names[0])/\($0)" }
  }
}
