// These tests know giftctl as people and scripts do: as a process with arguments, an environment,
// two outputs and an exit code, over a real PostgreSQL. What lies inside is tested elsewhere.

import Foundation
import Postgres
import PostgresCluster
import Support

/// `giftctl` over a database of a test's own.
struct Giftctl: Sendable {
  /// How libpq reaches the database.
  let database: String
  /// What the command sees besides the test's own environment.
  var environment: [String: String]

  /// The command over the database that `database` names.
  init(over database: String) {
    self.database = database
    environment = ["GIFT_DATABASE": database, "GIFT_ACTOR": "tester", "GIFT_TZ": "UTC"]
  }

  /// Over a database that is migrated and holds no gift.
  static func empty() async throws -> Giftctl {
    try await Templates.shared.database(.empty)
  }

  /// Over a database in which change 1 brought the twelve fixtures, all of them live.
  static func stocked() async throws -> Giftctl {
    try await Templates.shared.database(.stocked)
  }

  /// Over a database like that, which tests share that change nothing.
  static func unchanging() async throws -> Giftctl {
    try await Templates.shared.unchangingDatabase()
  }

  /// Over a database in which the changes up to 20 brought the rose's versions 1 to 20, and change
  /// 21 took it off.
  static func withTwentyVersions() async throws -> Giftctl {
    try await Templates.shared.database(.twentyVersions)
  }

  /// Runs it to its end, off a terminal.
  func run(
    _ words: String..., input: [UInt8] = [], limit: Duration = .seconds(60)
  ) async throws -> ProcessOutcome {
    try await run(words, input: input, limit: limit)
  }

  /// Runs it to its end, off a terminal.
  func run(
    _ words: [String], input: [UInt8] = [], limit: Duration = .seconds(60),
    killedAfter: Duration? = nil
  ) async throws -> ProcessOutcome {
    let giftctl = try Places.builtProduct("giftctl")
    guard !input.isEmpty else {
      return try await runProcess(
        giftctl, words, environment: environment, limit: limit, killedAfter: killedAfter)
    }
    // From a file: through a pipe, a command that ends before it has read all would end us, too.
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("input", input)
    return try await runProcess(
      "sh", ["-c", "input=$1; shift; exec \"$0\" \"$@\" < \"$input\"", giftctl, file] + words,
      environment: environment, limit: limit, killedAfter: killedAfter)
  }

  /// Runs a line of a shell in which `giftctl` is the command, on a terminal on which `keys` are
  /// typed.
  ///
  /// The two outputs arrive as one.
  func runOnTerminal(_ line: String, typing keys: String = "") async throws -> ProcessOutcome {
    let command = "giftctl() { '\(try Places.builtProduct("giftctl"))' \"$@\"; }; \(line)"
    return try await runProcess(
      "script", ["--quiet", "--return", "--command", command, "/dev/null"],
      environment: ["TERM": "xterm", "NO_COLOR": "", "SHELL": "/bin/sh"]
        .merging(environment) { $1 },
      input: Array(keys.utf8), limit: .seconds(60))
  }

  /// What it prints with `--json`, having exited with `code`.
  func json(_ words: String..., exiting code: Int32 = 0) async throws -> JSONValue {
    let outcome = try await run(words + ["--json"])
    guard outcome.exitCode == code else { throw Surprise.exit(words, outcome) }
    return try outcome.json()
  }

  /// Runs it and fails unless it exits with 0.
  @discardableResult
  func done(_ words: String..., input: [UInt8] = []) async throws -> ProcessOutcome {
    let outcome = try await run(words, input: input)
    guard outcome.exitCode == 0 else { throw Surprise.exit(words, outcome) }
    return outcome
  }
}

/// A command that a test builds upon ended as it should not.
enum Surprise: Error {
  case exit([String], ProcessOutcome)
  case noJSON(String)
  /// The gallery printed no address.
  case notServed
}

extension ProcessOutcome {
  /// Nil after a signal.
  var exitCode: Int32? {
    switch status {
    case .exited(let code): code
    case .signalled: nil
    }
  }

  /// Its lines of standard output.
  var lines: [Substring] { outputText.split(separator: "\n") }

  /// The one line of JSON that it printed.
  func json() throws -> JSONValue {
    guard lines.count == 1, outputText.hasSuffix("\n"), let line = lines.first else {
      throw Surprise.noJSON(outputText)
    }
    return try JSONValue(text: line)
  }
}

/// Databases that are made once and copied for every test.
private actor Templates {
  enum Kind: Hashable {
    case empty
    case stocked
    case twentyVersions
  }

  static let shared = Templates()
  private var names: [Kind: Task<String, any Error>] = [:]
  private var unchanging: Task<Giftctl, any Error>?

  func database(_ kind: Kind) async throws -> Giftctl {
    let name = names[kind] ?? Task { try await Self.make(kind) }
    names[kind] = name
    let cluster = try await TestCluster.shared()
    return Giftctl(over: try await cluster.createDatabase(template: try await name.value))
  }

  func unchangingDatabase() async throws -> Giftctl {
    let database = unchanging ?? Task { try await self.database(.stocked) }
    unchanging = database
    return try await database.value
  }

  private static func make(_ kind: Kind) async throws -> String {
    let cluster = try await TestCluster.shared()
    let name = try await cluster.createDatabaseNamed()
    let giftctl = Giftctl(over: cluster.conninfo(database: name))
    try await giftctl.done("database", "migrate")
    switch kind {
    case .empty: break
    case .stocked: try await giftctl.done("import", Fixtures.folder)
    case .twentyVersions: try await giftctl.addTwentyVersions()
    }
    return name
  }
}

extension Giftctl {
  fileprivate func addTwentyVersions() async throws {
    try await done("import", Fixtures.folder)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for version in 2...20 {
      let bytes = try Fixtures.bytes("rose", blanks: version)
      try await done("add", "rose", try folder.write("rose.json", bytes))
    }
    try await done("retire", "rose", "--yes")
  }
}

/// The animations of the project.
enum Fixtures {
  static var folder: String { Places.packageRoot + "/fixtures/lottie/valid" }
  static var refused: String {
    Places.packageRoot + "/fixtures/lottie/invalid/top.missing/fr.json"
  }

  /// One animation's file.
  static func file(_ gift: String) -> String { "\(folder)/\(gift).json" }

  /// One animation's bytes; with other blanks behind, they are another version of it.
  static func bytes(_ gift: String, blanks: Int = 0) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: file(gift))))
      + Array(repeating: UInt8(ascii: " "), count: blanks)
  }
}
