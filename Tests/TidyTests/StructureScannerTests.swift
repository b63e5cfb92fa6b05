import Testing

/// The scanners of imports, sizes, tests and documentation find what they are for.
struct StructureScannerTests {
  @Test func `imports are found behind attributes and access levels`() {
    let text = "@preconcurrency package import A\nimport struct B.C\n// import D"
    #expect(imports(source(text)).map(\.module) == ["A", "B"])
  }

  @Test(arguments: [
    ("GiftDomain", "Foundation", 1), ("Lottie", "GiftDomain", 1), ("Lottie", "Foundation", 0),
    ("GiftStore", "Postgres", 0), ("GiftAPI", "GiftPublishing", 1), ("giftd", "Lottie", 1),
    ("GiftPublishing", "GiftAnnouncing", 1), ("GiftAnnouncing", "GiftPublishing", 1),
    ("giftctl", "Postgres", 1), ("GiftStore", "CLibPQ", 1), ("Unlisted", "Lottie", 1),
  ])
  func `an import against the arrows is found`(module: String, imported: String, count: Int) {
    let own: Set = [
      "GiftDomain", "Lottie", "GiftStore", "Postgres", "GiftAPI", "GiftPublishing", "giftd",
      "GiftAnnouncing", "CLibPQ",
    ]
    let file = SwiftSource(path: "Sources/\(module)/A.swift", text: "import \(imported)")
    #expect(forbiddenImports(file, own: own).count == count)
  }

  @Test func `a manifest's targets are read with their dependencies`() {
    let manifest = Manifest(
      text: """
        let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
        let package = Package(name: "p", targets: [
          .target(name: "A", dependencies: ["B", logging, .product(name: "C", package: "c")]),
          .target(name: "B", path: "b"),  // .target(name: "D")
          .testTarget(name: "ATests", dependencies: ["A"]),
        ])
        """)
    #expect(
      manifest.targets == [
        .init(name: "A", path: "Sources/A", dependencies: ["B", "Logging", "C"]),
        .init(name: "B", path: "b", dependencies: []),
        .init(name: "ATests", path: "Tests/ATests", dependencies: ["A"]),
      ])
    #expect(manifest.closure(of: "ATests") == ["ATests", "A", "B", "Logging", "C"])
  }

  @Test func `imports that are not declared, and declared ones not imported, are found`() {
    let target = Manifest.Target(name: "X", path: "Sources/X", dependencies: ["A", "B"])
    let found = undeclaredImports(
      [source("import A\nimport C\nimport Foundation")], target: target)
    #expect(
      found.map(\.fact) == ["imports C, which X does not declare", "X declares unused B"])
  }

  @Test func `long files, lines and functions are found`() {
    let long = Array(repeating: "a", count: SizeLimit.fileLines + 1)
    #expect(longFile("a", lines: long).count == 1)
    #expect(longFile("a", lines: Array(long.dropFirst()) + [""]) == [])
    let wide = String(repeating: "a", count: SizeLimit.columns)
    #expect(longLines("a", lines: [wide, wide + "b"]).map(\.line) == [2])
    let prose = "\(wide) b"
    #expect(
      longProse("a", "\(prose)\n|\(prose)\n```\n\(prose)\n```\n\(wide)b\n\(prose)").map(\.line)
        == [1, 7])
  }

  @Test(arguments: [
    ("func a() {", 1), ("init(b: C = { 1 }()) throws {", 1), ("func a<B>() -> [B] where B: C {", 1),
    ("protocol A {\n  func b()\n}\nvar c: Int {", 0), ("self.init() {", 0),
  ])
  func `a long function is found`(opening: String, count: Int) {
    let body = String(repeating: "  x()\n", count: SizeLimit.functionLines - 1)
    #expect(longFunctions(source("\(opening)\n\(body)}")).count == count)
    #expect(longFunctions(source("\(opening)\n\(body.dropFirst(6))}")) == [])
  }

  @Test(arguments: [
    ("", 1), ("  var i = f { 1 }\n", 2), ("  var i: Int { 1 }\n", 1), ("  static var i = 1\n", 1),
    ("  let i = 1\n", 1), ("  struct B {\n    var i = 1\n  }\n", 1),
    ("  func f() { var i = 1 }\n", 1),
  ])
  func `a type with many variables is found`(more: String, nine: Int) {
    let names = (0..<SizeLimit.storedVariables).map { "  var v\($0): [Int] = [1]\n" }.joined()
    let found = crowdedTypes(source("final class A: B {\n\(names)\(more)}"))
    #expect(found.count == nine - 1)
  }

  @Test(arguments: [
    ("func `a rule`() {}", 1), ("func testThing() {}", 1), ("func rule() { #expect(true) }", 1),
    ("@Test func `a rule`() {}", 0), ("@Test(arguments: [f { 1 }])\nfunc `a`(b: Int) {}", 0),
    ("private func check() { #expect(true) }", 0), ("func value() -> Int { 1 }", 0),
    ("func `private`() {}", 0), ("func testsOf(a: Int) {}", 0),
  ])
  func `a test without its attribute is found`(text: String, count: Int) {
    #expect(testsWithoutAttribute(source(text)).count == count)
  }

  @Test(arguments: [
    ("package let a = 1", 1), ("/// A.\npackage let a = 1", 0), ("let a = 1", 0),
    ("/// A.\n@inlinable\npackage func a() {}", 0), ("// A.\npackage init() {}", 1),
    ("/// A.\n@Option(\n  name: \"a\")\npackage var a: Int", 0), ("package import A", 0),
    ("/// A.\npackage enum A {\n  case b\n}", 1),
    ("/// A.\npackage enum A {\n  /// B.\n  case b\n}", 0),
    ("/// A.\npackage enum A {\n  func f() {\n    switch self { case b: 1 }\n  }\n}", 0),
    ("enum A {\n  case b\n}", 0), ("/// A.\npackage private(set) var a = 1", 0),
    ("/// A.\nprivate package(set) var a = 1", 0), ("package static func a() {}", 1),
  ])
  func `what others see and nobody explains is found`(text: String, count: Int) {
    #expect(undocumented(source(text)).count == count)
  }

  @Test func `a main file without its paragraph is found`() {
    let bare = SwiftSource(path: "Sources/X/X.swift", text: "import A")
    let told = SwiftSource(path: "Sources/X/X.swift", text: "// X owns a.\nimport A")
    #expect(missingOpening(module: "X", sources: [bare]).count == 1)
    #expect(missingOpening(module: "X", sources: []).count == 1)
    #expect(missingOpening(module: "X", sources: [told]) == [])
  }

  @Test func `files named in a document are found`() {
    let text = "[a](Sources/A) [b](http://b) [c](#c) `sql/d.sql` `swift test` `fixtures/*.json`"
    #expect(namedFiles(text) == ["Sources/A", "sql/d.sql"])
  }

  @Test func `columns that a statement does not name are found`() {
    let lines = ["SELECT *", "SELECT count(*)", "-- SELECT *"]
    #expect(unnamedColumns("a.sql", lines: lines).map(\.line) == [1])
  }

  private func source(_ text: String) -> SwiftSource {
    SwiftSource(path: "Sources/X/A.swift", text: text)
  }
}
