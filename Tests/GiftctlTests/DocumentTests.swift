import Foundation
import Support
import Testing

/// What README.md and docs/ say that a command answers is what it answers.
@Suite(.serialized) struct DocumentTests {
  /// A command and the lines below it.
  private struct Exchange {
    var command: String
    var answer: [Substring] = []
  }

  @Test(arguments: [("README.md", 10), ("docs/checker.md", 1)])
  func `every command in the documents answers as they say`(
    _ page: String, _ least: Int
  ) async throws {
    let root = Places.packageRoot
    let text = try String(contentsOfFile: root + "/" + page, encoding: .utf8)
    var giftctl = try await Giftctl.empty()
    giftctl.environment.merge(["COLUMNS": "80", "LC_ALL": "C.UTF-8"]) { $1 }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/fixtures", withDestinationPath: root + "/fixtures")
    let program = try Places.builtProduct("giftctl")
    let exchanges = Self.exchanges(in: text).filter { $0.command.hasPrefix("giftctl ") }
    #expect(exchanges.count >= least)
    for exchange in exchanges {
      let outcome = try await runProcess(
        "sh",
        [
          "-c", "cd \"$1\"; giftctl() { \"$0\" \"$@\"; }; \(exchange.command)", program,
          folder.path,
        ],
        environment: giftctl.environment, limit: .seconds(60))
      let answer = (outcome.outputText + outcome.errorText).split(separator: "\n")
      #expect(
        answer.map { Self.plain($0) } == exchange.answer.map { Self.plain($0) },
        "\(page): \(exchange.command)")
    }
  }

  /// Times and how far they are away differ from day to day.
  private static func plain(_ line: Substring) -> String {
    String(line).replacing(
      /(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]+( \d{4})? \d\d:\d\d/, with: "TIME"
    )
    .replacing(/, in \d+ weeks$/, with: "")
  }

  private static func exchanges(in text: String) -> [Exchange] {
    var exchanges: [Exchange] = []
    var isInside = false
    var isContinued = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside.toggle()
      } else if isInside, line.hasPrefix("$ ") {
        exchanges.append(Exchange(command: String(line.dropFirst(2))))
        isContinued = line.hasSuffix("\\")
      } else if isInside, isContinued {
        exchanges[exchanges.count - 1].command += "\n" + line
        isContinued = line.hasSuffix("\\")
      } else if isInside, !line.isEmpty, !exchanges.isEmpty {
        exchanges[exchanges.count - 1].answer.append(line)
      }
    }
    return exchanges
  }
}
