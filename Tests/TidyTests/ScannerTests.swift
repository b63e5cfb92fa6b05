import Testing

/// Each scanner finds what it is for, and lets what only looks alike pass.
struct ScannerTests {
  @Test func `comments and literals are told from code`() {
    let source = SwiftSource(
      path: "Sources/X/X.swift",
      text: """
        let a = "b // \\(c("d")) e" // f /* g
        /* h /* i */ "j" */ let k = #"l"m \\(n)"#
        """)
    #expect(source.comments.map(\.text) == ["// f /* g", "/* h /* i */ \"j\" */"])
    #expect(source.literals.map(\.text) == ["d", "b // \\ e", "l\"m \\(n)"])
    let code = words(source.code).map(\.text).joined(separator: " ")
    #expect(code == #"let a = " ( c ( " " ) ) " let k = # " " #"#)
  }

  @Test(arguments: [
    ("try! f()", 1), ("a as! B", 1), ("do {} catch { }", 1),
    ("struct A: @unchecked Sendable {}", 1), ("nonisolated(unsafe) var a = 1", 1),
    ("// try! f()", 0), ("let a = \"try! \"", 0), ("a != b", 0), ("do {} catch { f() }", 0),
  ])
  func `forbidden phrases are found in code only`(text: String, count: Int) {
    #expect(occurrences(of: forbiddenEverywhere, in: source(text)).count == count)
  }

  @Test(arguments: [
    ("try? f()", 1), ("// Absent is nil.\ntry? f()", 0), ("try? f()  // Absent is nil.", 0),
    ("/// Doc.\ntry? f()", 1), ("// Why.\n\ntry? f()", 1),
  ])
  func `a try? without its reason is found`(text: String, count: Int) {
    #expect(hiddenFailures(source(text)).count == count)
  }

  @Test(arguments: [
    ("a!", 1), ("f()!.b", 1), ("a[0]!", 1), ("var a: B!", 1), ("a!=b", 0), ("!a", 0),
    ("a && !b", 0), ("f(!a)", 0), ("\"a!\"", 0), ("try! a", 0),
  ])
  func `force unwraps are told from negations`(text: String, count: Int) {
    #expect(forceUnwraps(source(text)).count == count)
  }

  @Test(arguments: [
    ("f()\nTask { g() }", 1), ("Task.detached { g() }", 1), ("let t = Task { g() }", 0),
    ("keep(Task { g() })", 0), ("await Task { g() }.value", 0),
  ])
  func `a task that nobody keeps is found`(text: String, count: Int) {
    #expect(bareTasks(source(text)).count == count)
  }

  @Test(arguments: [
    ("return (id, .success(try await load(id)))", 1), ("{ (n, await f(n)) }", 1),
    ("let (a, b) = (1, try await f())", 0), ("return (try await f())", 0), ("g(a, await f())", 0),
    ("return (id, f(id))", 0), ("return f(a, try await g(b))", 0),
  ])
  func `a tuple with an await in it is found`(text: String, count: Int) {
    #expect(tuplesWithAwait(source(text)).count == count)
  }

  @Test(arguments: [("// TODO: x", 1), ("/* a\n FIXME */", 1), ("let todo = \"TODO\"", 0)])
  func `unfinished marks are found in comments`(text: String, count: Int) {
    #expect(unfinishedMarks(source(text)).count == count)
  }

  @Test(arguments: [
    ("struct A: Codable { let b: Int }", 1), ("struct A: Hashable, Decodable { var b: Int64? }", 1),
    ("struct A: Codable { let b: Int\ninit(from decoder: any Decoder) throws {} }", 0),
    ("struct A: Codable { let b: Int\nstruct B { init(from decoder: any Decoder) throws {} } }", 1),
    ("struct A: Codable { let b: Price\nstatic let c: Int = 1\nvar d: Int { 2 } }", 0),
    ("struct A: Encodable { let b: Int }", 0), ("struct A { init(b: Int) {} }", 0),
  ])
  func `numbers that are decoded without a range are found`(text: String, count: Int) {
    #expect(decodedNumbers(source(text)).count == count)
  }

  @Test(arguments: [("struct FileManagerUtil {}", 1), ("let a = FileManager.default", 0)])
  func `names that say nothing are found`(text: String, count: Int) {
    #expect(emptyNames(source(text)).count == count)
  }

  @Test(arguments: [
    (#""SELECT 1""#, 1), (#""INSERT INTO gift""#, 1), ("\"\"\"\n  UPDATE gift SET\n  \"\"\"", 1),
    (#""DELETE""#, 0), (#""CREATE: no""#, 0), (#""Select a gift""#, 0), ("// SELECT 1", 0),
  ])
  func `SQL is found in literals`(text: String, count: Int) {
    #expect(sqlLiterals(source(text)).count == count)
  }

  @Test(arguments: [
    ("let a = Date()", 1), ("ProcessInfo.processInfo", 1), ("environment: .inherit", 1),
    ("CommandLine.arguments", 1), ("let d = ContinuousClock().now", 0), ("// Date()", 0),
  ])
  func `ambient values are found`(text: String, count: Int) {
    #expect(occurrences(of: ambient, in: source(text)).count == count)
  }

  @Test func `unsafe is allowed in wrappers only`() {
    #expect(unsafeOutsideWrappers(source("unsafe f()")).count == 1)
    #expect(
      unsafeOutsideWrappers(SwiftSource(path: "Sources/Postgres/A.swift", text: "unsafe f()")) == []
    )
  }

  private func source(_ text: String) -> SwiftSource {
    SwiftSource(path: "Sources/X/A.swift", text: text)
  }
}
