import Foundation
import GiftDomain
import PostgresCluster
import StoreSupport
import Support

/// Steps that are taken one after the other, over a database and in a folder of their own.
///
/// A step is a line of a shell. What stands before one: `y> ` runs it on a terminal and types y,
/// `n> ` types n; `clock> ` sets the database's clock, `sql> ` runs SQL as its superuser. Before
/// each step the clock goes on by a minute.
struct AnswerSession: Sendable {
  let name: String
  let database: AnswerDatabases.Kind
  /// The widths of the terminal at which it is recorded.
  ///
  /// What a wide one changes, tables and answers on one line, three sessions show.
  let widths: [Int]
  let steps: [String]

  init(
    _ name: String, over database: AnswerDatabases.Kind = .stocked, widths: [Int] = [80],
    _ steps: String
  ) {
    self.name = name
    self.database = database
    self.widths = widths
    self.steps = steps.split(separator: "\n").map(String.init)
  }

  /// What was typed and answered, at a width: lines of standard error begin with `! `.
  func page(_ width: Int) async throws -> GoldenText.Page {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/fixtures", withDestinationPath: Places.packageRoot + "/fixtures")
    guard database != .unnamed else { return try await privatePage(width, folder) }
    let (giftctl, clock) = try await AnswerDatabases.shared.copy(of: database)
    return try await page(width, giftctl, clock, folder)
  }

  /// The same with a private database, whose clock is the machine's.
  private func privatePage(_ width: Int, _ folder: TemporaryFolder) async throws -> GoldenText.Page
  {
    var giftctl = Giftctl(over: "")
    giftctl.environment["GIFT_DATABASE"] = nil
    giftctl.environment["GIFT_DATA"] = folder.path
    let watched = try await TestCluster.watched(
      PostgresCluster(folder: folder.path + "/postgres"))
    do {
      let page = try await page(width, giftctl, nil, folder)
      try await watched.stop()
      return page
    } catch {
      try await watched.stop()
      throw error
    }
  }

  private func page(
    _ width: Int, _ giftctl: Giftctl, _ clock: SettableClock?, _ folder: TemporaryFolder
  ) async throws -> GoldenText.Page {
    var giftctl = giftctl
    giftctl.environment.merge([
      "COLUMNS": "\(width)", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "TERM": "dumb",
    ]) { $1 }
    var instant = AnswerDatabases.start
    var lines: [String] = []
    for step in steps {
      instant = try instant.advanced(byMicroseconds: 60_000_000)
      if let text = Self.text(of: step, after: "clock") {
        instant = try Timestamp(rfc3339: text)
      } else {
        try await clock?.stand(at: instant)
      }
      lines += try await ["$ " + step] + answer(to: step, giftctl, folder)
    }
    let mask = String(repeating: "…", count: folder.path.count)
    return .init(
      heading: "# \(name)",
      lines: lines.map { $0.replacing(folder.path, with: mask).withoutPictures })
  }

  private func answer(
    to step: String, _ giftctl: Giftctl, _ folder: TemporaryFolder
  ) async throws -> [String] {
    if Self.text(of: step, after: "clock") != nil { return [] }
    if let sql = Self.text(of: step, after: "sql") {
      try await giftctl.sql(sql)
      return []
    }
    for key in ["y", "n"] {
      guard let line = Self.text(of: step, after: key) else { continue }
      let outcome = try await giftctl.runOnTerminal(
        "cd '\(folder.path)'; \(line)", typing: key + "\n")
      return Self.lines(ofTerminal: outcome, typing: key) + Self.exit(outcome)
    }
    let outcome = try await runProcess(
      "sh", ["-c", "giftctl() { \"$0\" \"$@\"; }; \(step)", Places.builtProduct("giftctl")],
      environment: giftctl.environment, folder: folder.path, limit: .seconds(60))
    return Self.lines(outcome.outputText) + Self.lines(outcome.errorText).map { "! " + $0 }
      + Self.exit(outcome)
  }

  private static func text(of step: String, after mark: String) -> String? {
    step.hasPrefix(mark + "> ") ? String(step.dropFirst(mark.count + 2)) : nil
  }

  private static func exit(_ outcome: ProcessOutcome) -> [String] {
    outcome.exitCode == 0 ? [] : ["[exit \(outcome.exitCode.map(String.init) ?? "by a signal")]"]
  }

  private static func lines(_ text: String) -> [String] {
    // A carriage return and a line feed are one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }

  /// The same without what the terminal repeats of what is typed, be it before or after the
  /// question.
  private static func lines(
    ofTerminal outcome: ProcessOutcome, typing keys: String
  ) -> [String] {
    var text = outcome.outputText.replacing("\r\n", with: "\n")
      .replacing("^D\u{8}\u{8}", with: "")
    if text.hasPrefix(keys + "\n") { text.removeFirst(keys.count + 1) }
    text = text.replacing("[y/N] \(keys)\n", with: "[y/N] \n")
    return lines(text.replacing(/\[y\/N\] (?!\n)/, with: "[y/N] \n"))
  }
}

/// Databases with a clock that is set, each a copy of one that is made once.
actor AnswerDatabases {
  enum Kind: Hashable, Sendable {
    /// Migrated, without a gift.
    case empty
    /// The twelve fixtures, all of them live.
    case stocked
    /// None is named, so that a private one is made.
    case unnamed
  }

  static let shared = AnswerDatabases()
  /// When the first step of a session is taken, but for a minute: in another year than ours, which
  /// would be left out.
  static let start = Timestamp(clamping: 4_099_802_400_000_000)
  private var templates: [Kind: Task<String, any Error>] = [:]

  func copy(of kind: Kind) async throws -> (Giftctl, SettableClock) {
    let template = templates[kind] ?? Task { try await Self.make(kind) }
    templates[kind] = template
    let cluster = try await TestCluster.shared()
    let database = try await cluster.createDatabase(template: try await template.value)
    let clock = SettableClock(copiedTo: database, in: cluster)
    return (Giftctl(over: database), clock)
  }

  private static func make(_ kind: Kind) async throws -> String {
    let cluster = try await TestCluster.shared()
    let name = try await cluster.createDatabaseNamed()
    let giftctl = Giftctl(over: cluster.conninfo(database: name))
    try await giftctl.done("database", "migrate")
    let clock = try await SettableClock(of: giftctl.database, in: cluster)
    try await clock.stand(at: start)
    if kind == .stocked { try await giftctl.done("import", Fixtures.folder) }
    return name
  }
}
