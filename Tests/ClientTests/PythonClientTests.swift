import DaemonSupport
import FaultyProxy
import Foundation
import Support
import Testing

/// The client that docs/client-protocol.md shows, as a reader would copy it from there.
struct PythonClientTests {
  @Test func `the client in the document has at most 110 lines, and needs only the library`() throws
  {
    let source = try PythonClient.source()
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 110)
    let modules = source.split(separator: "\n").filter { $0.contains("import ") }
    #expect(modules.count == 3)
  }

  @Test func `the client in the document follows a giftd, and has what is live on disk`()
    async throws
  {
    let churning = try await ChurningCatalogue(in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: churning.conninfo) { daemon in
      let client = try PythonClient()
      defer { client.delete() }
      let live = try await client.run(server: "http://127.0.0.1:\(daemon.publicPort)") { lines in
        var shown: Set<Substring> = []
        for number in 0..<10 {
          try await churning.edit(number)
          shown.insert(try #require(await lines.next()).token)
        }
        #expect(shown.count > 1)
        return try #require(try await lines.reach(port: daemon.publicPort))
      }
      try client.expectAnimations(live)
      let withdrawn = try await ServedCatalogue.withdrawn(port: daemon.publicPort)
      #expect(try withdrawn.isDisjoint(with: client.assets))
    }
    await churning.close()
  }

  @Test func `the client in the document gets through faults, and shows the last when offline`()
    async throws
  {
    let churning = try await ChurningCatalogue(in: try await TestCluster.shared())
    _ = try await withServingDaemon(database: churning.conninfo) { daemon in
      let client = try PythonClient()
      defer { client.delete() }
      try await withFaultyProxy(to: daemon.publicPort) { proxy in
        proxy.misbehave(FaultPlan(seed: 3, kinds: Fault.allCases, share: 0.5))
        let (live, last) = try await client.run(server: proxy.url) { lines in
          for number in 0..<10 {
            try await churning.edit(number)
            _ = await lines.next()
          }
          proxy.calm()
          let live = try #require(try await lines.reach(port: daemon.publicPort))
          return (live, lines.last)
        }
        try client.expectAnimations(live)
        proxy.forward(to: nil)
        let first = try await client.run(server: proxy.url) { lines in await lines.next() }
        // A gift of the rotation may have gone meanwhile, at its own end.
        #expect(first?.token == last?.token)
      }
    }
    await churning.close()
  }
}

/// The client as a file, with its folder.
private struct PythonClient {
  private let folder: String
  private let path: String

  init() throws {
    folder = NSTemporaryDirectory() + "gift-python-" + UUID().uuidString
    path = folder + "/gifts.py"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.source().write(toFile: path, atomically: true, encoding: .utf8)
  }

  static func source() throws -> String {
    let path = Places.packageRoot + "/docs/client-protocol.md"
    let document = try String(contentsOfFile: path, encoding: .utf8)
    let after = try #require(document.split(separator: "\n```python\n", maxSplits: 1).last)
    return String(try #require(after.split(separator: "\n```\n", maxSplits: 1).first))
  }

  func delete() {
    // What is left lies among temporary files.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Runs it, with a tenth of a second between requests.
  func run<Value: Sendable>(
    server: String, _ body: @escaping @Sendable (inout Lines) async throws -> Value
  ) async throws -> Value {
    try await withProcess(
      "python3", [path, server, folder + "/cache", "0.1"], environment: ["no_proxy": "*"]
    ) { _, lines in
      var lines = Lines(lines)
      return try await body(&lines)
    }
  }

  /// The digests of what it keeps.
  var assets: Set<String> {
    get throws {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder + "/cache"))
    }
  }

  /// The folder has every animation that was live, and nothing under a wrong digest.
  func expectAnimations(_ live: Set<String>) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/cache")
    for name in names where name.count == 64 {
      let data = try Data(contentsOf: URL(filePath: "\(folder)/cache/\(name)"))
      #expect(hexDigest(Array(data)) == name)
    }
    #expect(live.subtracting(names) == [])
  }
}

/// What the client prints: a token and the ids of the live gifts.
private struct Lines {
  private var lines: AsyncStream<String>.Iterator
  private(set) var last: String?

  init(_ lines: AsyncStream<String>) { self.lines = lines.makeAsyncIterator() }

  mutating func next() async -> String? {
    last = await lines.next(isolation: #isolation)
    return last
  }

  /// Reads until what is printed is what the server has, and returns its animations; nil if it
  /// never is.
  mutating func reach(port: Int) async throws -> Set<String>? {
    for _ in 0..<100 {
      guard let line = await next() else { return nil }
      let served = try await ServedCatalogue.read(port: port)
      let ids = line.split(separator: " ").dropFirst()
      if line.token == served.catalogue, ids.map(String.init) == served.gifts.map(\.id) {
        // The animations are loaded after the line, and before the next one.
        return await next() == nil ? nil : Set(served.gifts.map(\.animation.sha256))
      }
    }
    return nil
  }
}

extension String {
  fileprivate var token: Substring { prefix { $0 != " " } }
}
