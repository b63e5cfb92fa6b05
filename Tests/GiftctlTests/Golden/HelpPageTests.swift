import Support
import Testing

/// Every help page of both programs, as `Golden/texts/help-80.txt` and `help-120.txt` have them.
@Suite(.serialized) struct HelpPageTests {
  private static let programs = ["giftctl", "giftd"]
  /// How many pages are asked for at once.
  private static let atOnce = 8

  @Test(arguments: GoldenText.widths)
  func `help pages are as recorded, fit the terminal, and state a default once`(
    _ width: Int
  ) async throws {
    let pages = try await Self.pages(width)
    try GoldenText("help", width: width, mark: "$ ").expect(pages)
    for page in pages {
      for line in page.lines where line.count > width {
        Issue.record("\(page.heading): wider than \(width): \(line)")
      }
      for entry in Self.entries(page) where entry.matches(of: /\bdefault\b/).count > 1 {
        Issue.record("\(page.heading): \(entry)")
      }
    }
  }

  /// What a page says of each of its arguments.
  private static func entries(_ page: GoldenText.Page) -> [String] {
    var entries: [String] = []
    for line in page.lines {
      if line.hasPrefix("   "), let last = entries.popLast() {
        entries.append(last + " " + line.drop { $0 == " " })
      } else {
        entries.append(line)
      }
    }
    return entries
  }

  private static func pages(_ width: Int) async throws -> [GoldenText.Page] {
    var commands: [[String]] = []
    for program in programs { commands += try await Self.commands(of: program) }
    #expect(commands.count > 30)
    commands = commands.map { $0 + ["--help"] } + [["giftctl", "check", "--help-limits"]]
    return try await withThrowingTaskGroup(of: (Int, GoldenText.Page).self) { group in
      var pages: [Int: GoldenText.Page] = [:]
      for (index, words) in commands.enumerated() {
        if index >= atOnce, let (index, page) = try await group.next() { pages[index] = page }
        group.addTask {
          let lines = try await answer(words, width)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
          let text = lines.last == "" ? lines.dropLast() : lines[...]
          return (
            index, .init(heading: "$ \(words.joined(separator: " "))", lines: Array(text))
          )
        }
      }
      for try await (index, page) in group { pages[index] = page }
      return commands.indices.compactMap { pages[$0] }
    }
  }

  /// The words of a program and of all its commands.
  static func commands(of program: String) async throws -> [[String]] {
    let dump = try await answer([program, "--experimental-dump-help"], 80)
    return try commands(below: try #require(try JSONValue(text: dump)["command"]), [])
  }

  /// The words of a command and of all below it, but for the parser's own.
  private static func commands(below command: JSONValue, _ path: [String]) throws -> [[String]] {
    let name = try #require(command["commandName"]?.string)
    guard path.isEmpty || name != "help" else { return [] }
    let words = path + [name]
    return try [words]
      + (command["subcommands"]?.values ?? []).flatMap { command in
        try commands(below: command, words)
      }
  }

  /// What a program prints, which is all that it has to say.
  private static func answer(_ words: [String], _ width: Int) async throws -> String {
    let outcome = try await runProcess(
      try Places.builtProduct(words[0]), Array(words.dropFirst()),
      environment: ["COLUMNS": "\(width)"], limit: .seconds(60))
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(words)")
    return outcome.outputText
  }
}
