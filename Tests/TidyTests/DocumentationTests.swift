import Testing

struct DocumentationTests {
  @Test func `everything that another target sees is documented`() throws {
    let shared =
      try Project.swift(below: "Tests/Support") + Project.swift(below: "Tests/StoreSupport")
    let sources = try Project.product() + shared
    expectNone(sources.flatMap(undocumented))
  }

  @Test(arguments: ["README.md", "ARCHITECTURE.md"])
  func `every file that a document names exists`(document: String) throws {
    let missing = namedFiles(try Project.text(document)).filter { !Project.exists($0) }
    #expect(missing == [])
  }

  @Test func `the architecture is told in 150 lines`() throws {
    let lines = try Project.text("ARCHITECTURE.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 151)
  }
}
