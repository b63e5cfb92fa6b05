import Testing

struct ArchitectureTests {
  @Test func `modules import only what the design's arrows allow`() throws {
    let own = Set(try Project.manifest().targets.map(\.name))
    let found = try Project.product().flatMap { forbiddenImports($0, own: own) }
    expectNone(found)
  }

  @Test func `every target declares exactly what it imports`() throws {
    let targets = try Project.manifest().targets.filter { !$0.name.hasPrefix("CLib") }
    #expect(targets.count > 5)
    let found = try targets.flatMap { target in
      undeclaredImports(try Project.swift(below: target.path), target: target)
    }
    expectNone(found)
  }

  @Test(arguments: ["GiftAPI", "giftd"])
  func `the public process contains nothing that publishes`(name: String) throws {
    let contents = try Project.manifest().closure(of: name)
    #expect(contents.isDisjoint(with: ["GiftPublishing", "Lottie"]))
    #expect(contents.contains(name))
  }

  @Test func `only the wrappers of C libraries say unsafe`() throws {
    let sources = try Project.product() + Project.swift(below: "Tests")
    expectNone(sources.flatMap(unsafeOutsideWrappers))
  }

  @Test func `SQL text lives only in sql`() throws {
    expectNone(try Project.swift(below: "Sources").flatMap(sqlLiterals))
  }

  @Test func `only executables read the clock, the environment or arguments`() throws {
    // Apps hand the client library no clock: one file of it is what an executable is elsewhere.
    let rim = "Client/Sources/GiftKit/Time/ClientEnvironment.swift"
    let sources = try Project.product().filter {
      !["giftctl", "giftd", "giftdraw"].contains($0.module) && $0.path != rim
    }
    expectNone(sources.flatMap { occurrences(of: ambient, in: $0) })
  }

  @Test func `every module's main file opens with what it owns`() throws {
    let targets = try Project.manifest().targets.filter { $0.path == "Sources/\($0.name)" }
    let found = try targets.filter { !$0.name.hasPrefix("CLib") }.flatMap { target in
      missingOpening(module: target.name, sources: try Project.swift(below: target.path))
    }
    expectNone(found)
  }
}
